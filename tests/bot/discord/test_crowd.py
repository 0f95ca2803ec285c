"""Many people at once: everybody is heard at once, is answered in turn, and pictures take nobody's time."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.discord.error_boundary import AT_ONCE
from bot.platform.places import WorkSlots
from bot.views.pictures import CROWD
from tests.bot.discord.kit import Duel, Room
from tests.table.actor import Actor, InteractionOutcome


def places_of(room: Room) -> WorkSlots:
    assert room.running is not None
    return room.running.bot.client.boundary.places


@asynccontextmanager
async def all_places_taken(room: Room) -> AsyncGenerator[WorkSlots]:
    """As many are being worked on as can be, each for another person."""
    places = places_of(room)
    for person in range(AT_ONCE):
        await places.take(person)
    try:
        yield places
    finally:
        for person in range(AT_ONCE):
            places.give_back(person)


async def watch(duel: Duel, people: int) -> list[InteractionOutcome]:
    """Let so many look at the board, and wait until all have been heard."""
    crowd = [Actor(duel.room.table, f"Guest {n}") for n in range(people)]
    return [await one.slash("match board", channel=duel.ada.thread, wait="first") for one in crowd]


async def test_a_waiting_player_gets_a_first_answer(duel: Duel) -> None:
    """It does not matter for Discord's three seconds how many others are being answered."""
    async with all_places_taken(duel.room):
        heard = await watch(duel, 3)
        assert [one.interaction.state for one in heard] == ["deferred"] * 3
    for one in heard:
        await one.settled()
        assert one.reply.attachments, "three are no crowd"


async def test_in_a_crowd_everybody_gets_words(duel: Duel) -> None:
    """Pictures are not drawn then, and come again when the crowd has gone."""
    asked, _ = await duel.asked()
    other = duel.bo if asked is duel.ada else duel.ada
    async with all_places_taken(duel.room) as places:
        hand = await other.actor.slash("match hand", channel=other.thread, wait="first")
        heard = await watch(duel, CROWD)
        places.give_back(0)
        first = await hand.settled()
        await places.take(0)
    assert not first.reply.attachments and "in hand" in first.text
    for one in heard:
        await one.settled()
    late = await other.actor.slash("match hand", channel=other.thread)
    assert late.reply.attachments
    await duel.room.quiet()
    assert places.free == AT_ONCE, "everybody has left"


async def test_a_player_whose_answer_is_sent_takes_no_place(duel: Duel) -> None:
    """Sending takes as long as it takes Discord; the next one need not wait for it."""
    held = duel.room.table.faults.add("PATCH", "/webhooks/*", delay=5.0)
    slow = await watch(duel, 1)
    await held.met.wait()
    assert places_of(duel.room).free == AT_ONCE
    duel.room.table.clock.advance(5.0)
    for one in slow:
        assert (await one.settled()).text
