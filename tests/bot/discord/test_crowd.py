"""Many people at once: every press is acknowledged immediately and answered in turn, and pictures block no one."""

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
    """All work places are taken, each by another person."""
    places = places_of(room)
    for person in range(AT_ONCE):
        await places.take(person)
    try:
        yield places
    finally:
        for person in range(AT_ONCE):
            places.give_back(person)


async def watch(duel: Duel, people: int) -> list[InteractionOutcome]:
    """Make these people look at the board, and wait until all presses have been received."""
    crowd = [Actor(duel.room.table, f"Guest {n}") for n in range(people)]
    return [await person.slash("match board", channel=duel.ada.thread, wait="first") for person in crowd]


async def test_a_waiting_player_gets_a_first_answer(duel: Duel) -> None:
    """Discord's three seconds hold no matter how many others are being answered."""
    async with all_places_taken(duel.room):
        outcomes = await watch(duel, 3)
        assert [outcome.interaction.state for outcome in outcomes] == ["deferred"] * 3
    for one in outcomes:
        await one.settled()
        assert one.reply.attachments, "three people aren't a crowd"


async def test_under_load_everyone_gets_text(duel: Duel) -> None:
    """Pictures are skipped then, and return when the load is over."""
    awaited, _ = await duel.asked()
    opponent = duel.bo if awaited is duel.ada else duel.ada
    async with all_places_taken(duel.room) as places:
        hand = await opponent.actor.slash("match hand", channel=opponent.thread, wait="first")
        outcomes = await watch(duel, CROWD)
        places.give_back(0)
        first = await hand.settled()
        await places.take(0)
    assert not first.reply.attachments and "in hand" in first.text
    for outcome in outcomes:
        await outcome.settled()
    late = await opponent.actor.slash("match hand", channel=opponent.thread)
    assert late.reply.attachments
    await duel.room.quiet()
    assert places.free == AT_ONCE, "the load is over"


async def test_sending_an_answer_takes_no_work_place(duel: Duel) -> None:
    """Sending takes as long as Discord needs; the next press doesn't wait for it."""
    fault = duel.room.table.faults.add("PATCH", "/webhooks/*", delay=5.0)
    slow = await watch(duel, 1)
    await fault.met.wait()
    assert places_of(duel.room).free == AT_ONCE
    duel.room.table.clock.advance(5.0)
    for outcome in slow:
        assert (await outcome.settled()).text
