"""Slow work runs outside the event loop: a few jobs at a time, in turns among people."""

from __future__ import annotations

import asyncio
import threading

import pytest
from msgspec.structs import replace

from bot.errors import LimitReached
from bot.features.replays.service import Replays
from bot.games.playable import Games
from bot.match.consent import ConsentResult
from bot.match.replay.records import Records
from bot.match.undo import Undo
from bot.platform.places import AT_ONCE, WAITING, run_in_thread
from tests.bot.kit import ADA, BO, Bot, lanterns
from tests.games.lantern_rules import LanternMachine
from tests.games.lanterns import LANTERNS


class Gate:
    """Work that waits until it is released, and records the order of its starts."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.opened = threading.Event()

    def work(self, name: str) -> str:
        self.begun.append(name)
        assert self.opened.wait(30)
        return name


async def run_tasks() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_people_take_turns_even_if_one_floods() -> None:
    gate = Gate()
    busy = [asyncio.create_task(run_in_thread(1, gate.work, f"busy {n}")) for n in range(AT_ONCE + 4)]
    await run_tasks()
    late = [asyncio.create_task(run_in_thread(person, gate.work, f"late {person}")) for person in (2, 3)]
    await run_tasks()
    assert len(gate.begun) <= AT_ONCE, "no more jobs run at the same time"
    gate.opened.set()
    await asyncio.gather(*busy, *late)
    places = {name: place for place, name in enumerate(gate.begun)}
    # It was the next turn of a person with several requests; then come the others, before that person's rest.
    assert max(places["late 2"], places["late 3"]) < places[f"busy {AT_ONCE + 2}"]


async def test_excessive_requests_of_one_person_are_refused() -> None:
    gate = Gate()
    tasks = [asyncio.create_task(run_in_thread(1, gate.work, str(n))) for n in range(AT_ONCE + WAITING)]
    await run_tasks()
    with pytest.raises(LimitReached, match="Too many requests at once"):
        await run_in_thread(1, gate.work, "one more")
    others_task = asyncio.create_task(run_in_thread(2, gate.work, "another person's"))
    await run_tasks()
    gate.opened.set()
    assert await others_task == "another person's"
    assert len(await asyncio.gather(*tasks)) == AT_ONCE + WAITING


async def test_failed_or_cancelled_work_frees_its_place() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    for _ in range(2 * AT_ONCE):
        with pytest.raises(ZeroDivisionError):
            await run_in_thread(1, fail)
    gate = Gate()
    tasks = [asyncio.create_task(run_in_thread(person, gate.work, str(person))) for person in range(1, 9)]
    await run_tasks()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    gate.opened.set()
    assert await run_in_thread(1, str.upper, "done") == "DONE"


async def test_matches_are_never_replayed_on_the_event_loop(bot: Bot) -> None:
    table = await bot.challenge()
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    match_id, threads = table.match_id, list[int]()

    def begin(setup: bytes, seed: str) -> LanternMachine:
        threads.append(threading.get_ident())
        return LANTERNS.begin(setup, seed)

    games = Games.of(replace(lanterns(), kernel=replace(LANTERNS, begin=begin)))
    undo = Undo(replace(bot.context, games=games))
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, ADA.id, question.id, ("3",))
    assert (await undo.undo(bot.press(), match_id, ADA.id)).result is ConsentResult.UNDONE
    assert len(threads) >= 2, "to find its price, and to take it back"
    await bot.play.resign(bot.press(), match_id, BO.id)
    records = Records(bot.store, games)
    replays = Replays(records)
    await replays.scene(match_id, ADA.id)
    await records.text(match_id, ADA.id)
    await replays.promise(match_id)
    assert len(threads) >= 5
    assert threading.get_ident() not in threads


async def test_an_undo_sees_the_decisions_made_while_it_was_computed(bot: Bot) -> None:
    """Computed before the transaction, and recomputed if the match has changed meanwhile."""
    table = await bot.challenge()
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    match_id = table.match_id

    blocked, met = threading.Event(), threading.Event()

    def begin_slowly(setup: bytes, seed: str) -> LanternMachine:
        if not met.is_set():
            met.set()
            assert blocked.wait(30)
        return LANTERNS.begin(setup, seed)

    game = replace(LANTERNS, begin=begin_slowly)
    undo = Undo(replace(bot.context, games=Games.of(replace(lanterns(), kernel=game))))
    questions = {person: await bot.matches.question(match_id, person.id) for person in (ADA, BO)}
    for person, amount in ((ADA, "3"),):
        question = questions[person]
        assert question is not None
        await bot.play.answer(bot.press(), match_id, person.id, question.id, (amount,))
    undoing = asyncio.create_task(undo.undo(bot.press(), match_id, ADA.id))
    assert await asyncio.to_thread(met.wait, 30)
    question = questions[BO]
    assert question is not None
    # Meanwhile the database is free: the other player decides, which reveals both bids.
    await bot.play.answer(bot.press(), match_id, BO.id, question.id, ("1",))
    blocked.set()
    with pytest.raises(Exception, match="Too late"):
        await undoing
