"""One person floods the bot while another plays: work places are shared, and waiting holds none of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from bot.discord.error_boundary import AT_ONCE, EACH
from bot.local_discord.errors import CannotDo
from bot.local_discord.interactions import InteractionType
from bot.match.replay.decisive_round import Highlights
from tests.bot.discord.kit import Duel, Room, begin_match
from tests.bot.discord.test_bad_input import commands, some
from tests.bot.discord.test_crowd import places_of
from tests.bot.features.replays.test_records import resign
from tests.table.actor import Actor, InteractionOutcome


async def press(duel: Duel, actor: Actor, act: str) -> InteractionOutcome:
    """Press a control of a match, on any message."""
    room, status = duel.room, await duel.status()
    table = await room.services.matches.table(duel.match_id)
    data: dict[str, Any] = {"custom_id": f"v2:{table.key}:0:{act}:", "component_type": 2, "id": 1}
    channel = room.table.world.channels[status.channel_id]
    started = room.table.acting._interactions.start(
        InteractionType.COMPONENT, actor.person, channel, data, source=status
    )
    return InteractionOutcome(room.table, started)


async def use_everything(room: Room, actor: Actor, duel: Duel) -> list[InteractionOutcome]:
    """Use every command and press every control, all at once, without waiting."""
    started: list[InteractionOutcome] = []
    for path, options in commands(room, actor):
        values = {option["name"]: some(option, actor) for option in options if option.get("required")}
        with suppress(CannotDo):
            started.append(await actor.slash(path, channel=duel.ada.thread, wait="no", **values))
    assert room.running is not None
    controls = room.running.bot.client.controls
    for act in sorted({*controls.answers, *controls.others}):
        started.append(await press(duel, actor, act))
    return started


async def test_a_player_is_answered_while_another_floods_the_bot(
    duel: Duel, cy: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of Cy's requests ends before Bo is answered."""
    places, gate = places_of(duel.room), asyncio.Event()
    thread = duel.ada.thread
    theirs = await begin_match(duel.room, cy, Actor(duel.room.table, "Dee"))
    take = places.take

    async def held(person: int) -> None:
        await take(person)
        if person == cy.person.id:
            await gate.wait()

    monkeypatch.setattr(places, "take", held)
    started = await use_everything(duel.room, cy, theirs)
    for task in started:
        await task.acknowledged()
    player, _ = await duel.asked()
    outcome = await player.actor.slash("parlour pass", channel=thread)
    assert await player.question() is None, outcome.text
    assert (places.free, places.count(cy.person.id) > 20) == (AT_ONCE - EACH, True)
    gate.set()
    await duel.room.quiet()
    assert places.free == AT_ONCE


async def challenge(duel: Duel, cy: Actor) -> InteractionOutcome:
    return await cy.slash("voidream challenge", user=duel.bo.actor, deck="Morning", wait="first")


async def talk(duel: Duel, cy: Actor) -> InteractionOutcome:
    return await cy.click(await duel.status(), "Discuss", wait="first")


async def decisive(duel: Duel, cy: Actor) -> InteractionOutcome:
    return await (await press(duel, duel.ada.actor, "round")).acknowledged()


async def board(duel: Duel, cy: Actor) -> InteractionOutcome:
    return await cy.slash("match board", channel=duel.ada.thread, wait="first")


async def replay(duel: Duel, cy: Actor) -> InteractionOutcome:
    return await duel.ada.actor.slash("match replay show", channel=duel.ada.thread, wait="first")


@pytest.mark.parametrize("ask", [challenge, talk, decisive, board, replay])
async def test_waiting_holds_no_work_place(
    duel: Duel,
    cy: Actor,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[Duel, Actor], Awaitable[InteractionOutcome]],
) -> None:
    """Discord, a thread, or the pictures take their time: none of it ends before the check."""
    places, gate, met = places_of(duel.room), asyncio.Event(), asyncio.Event()
    pictures_may_come = threading.Event()
    if ask in (decisive, replay):
        await resign(duel)
        await duel.room.quiet()

    def slow(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def held(*args: Any, **named: Any) -> Any:
            met.set()
            await gate.wait()
            return await work(*args, **named)

        return held

    if ask in (challenge, talk):
        place = "/channels/*/messages" if ask is challenge else "/channels/*/threads"
        met = duel.room.table.faults.add("POST", place, delay=5.0).met
    elif ask is decisive:
        monkeypatch.setattr(Highlights, "_make", slow(Highlights._make))
    elif ask is replay:
        monkeypatch.setattr(asyncio, "to_thread", slow(asyncio.to_thread))
    else:
        pictures = duel.room.services.pictures
        for _ in range(duel.room.settings.picture_workers):
            pictures._pool.submit(pictures_may_come.wait)
        pictures._finished.clear()
        met.set()
    begun = await ask(duel, cy)
    async with asyncio.timeout(60):
        await met.wait()
        while (ask is board and not pictures._drawing) or places.free < AT_ONCE:  # noqa: ASYNC110 - a thread draws
            await asyncio.sleep(0)
    assert begun.interaction.state == "deferred"
    gate.set()
    pictures_may_come.set()
    duel.room.table.clock.advance(5.0)
    await begun.settled()
    await duel.room.quiet()
    assert places.free == AT_ONCE
