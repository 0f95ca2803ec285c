"""Count the cost of an answer and a press: the same on every machine, however busy it is.

Calls are those of Python functions and built-ins, as reported by `sys.setprofile`. A trip is one call of the
database's thread, a statement one that SQLite executes there, a load one match read from its bytes.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any
from unittest.mock import patch

from bench import play, store, table
from bot.app.run import opened
from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from bot.panel.typed import QuestionMark
from bot.settings import read_settings
from bot.store import open_store
from bot.store.sqlite import factory
from bot.store.sqlite.connection import SqliteConnection
from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM

_CONNECT = sqlite3.connect
"""The originals, called while nothing is counted."""
MATCHES = 20
"""Random matches whose answers are counted."""
MOVES = 60
"""Moves through the store, and presses through the whole bot, that are counted."""


@dataclass(slots=True)
class Counts:
    """The counts."""

    calls: float = 0
    trips: float = 0
    statements: float = 0
    loads: float = 0


@contextmanager
def counting_calls(counts: Counts) -> Generator[None]:
    """Count the calls of this thread inside the block."""

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event in ("call", "c_call"):
            counts.calls += 1

    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(None)


@contextmanager
def counting_the_store(counts: Counts) -> Generator[None]:
    """Count the trips to the database's threads inside the block, their statements, and the loads of matches."""
    load: Callable[..., Match] = Match.load

    def loaded(*args: Any) -> Match:
        counts.loads += 1
        return load(*args)

    def traced(*args: Any, **named: Any) -> sqlite3.Connection:
        connection = _CONNECT(*args, **named)
        connection.set_trace_callback(lambda _: count_statement())
        return connection

    def count_statement() -> None:
        counts.statements += 1

    class Counting(SqliteConnection):
        async def _do(self, fn: Callable[..., Any], *args: Any, **named: Any) -> Any:
            counts.trips += 1
            return await super()._do(fn, *args, **named)

    with (
        patch.object(Match, "load", staticmethod(loaded)),
        patch.object(sqlite3, "connect", traced),
        patch.object(factory, "SqliteConnection", Counting),
    ):
        yield


def calls_of_an_answer(*, saving: bool) -> float:
    """Return the calls per answer of random play.

    With `saving`, the match is saved and loaded before each answer, without its setup.
    """
    setup, counts, answers = VOIDREAM.setup(ready_made()[:2]), Counts(), 0
    for number in range(-2, MATCHES):  # The first two fill the caches shared by matches.
        match, _ = Match.begin(VOIDREAM, setup, f"count {number}")
        chance = Chance(f"count {number} answers")
        into = counts if number >= 0 else Counts()
        while match.outcome is None:
            with counting_calls(into):
                if saving:
                    match = Match.load(VOIDREAM, match.save(apart=True), match.setup)
                match.answer(*play.next_answer(match, chance))
        answers += match.turn_count if number >= 0 else 0
    return counts.calls / answers


async def _moves(folder: Path) -> Counts:
    counts, game = Counts(), store.as_planned(voidream())
    plan, seeds = store.plans(game, MOVES)[0], iter(("seed 0", "seed 0"))
    with counting_the_store(counts):
        opened_store = await open_store(folder / "counts.sqlite3")
        services = store.services_of(opened_store, game, lambda: next(seeds))
        warm = await store.begin(services, game, 0, channel=1)
        await store.through_the_store(services, warm, 0, plan, 2)
        match_id = await store.begin(services, game, 1, channel=2)
        counts.trips = counts.statements = counts.loads = 0
        with counting_calls(counts):
            await store.through_the_store(services, match_id, 1, plan, 2)
        moves = len(plan)
        await opened_store.close()
    return Counts(*(count / moves for count in (counts.calls, counts.trips, counts.statements, counts.loads)))


def moves_through_the_store() -> Counts:
    """Return the mean cost of a move: load, answer, and commit with all its consequences."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return asyncio.run(_moves(Path(folder)))


async def _presses(folder: Path) -> Counts:
    counts, counts_of, chance = Counts(), Counts(), Chance("counts")
    local, file = LocalTable(limited=False), folder / "counts.sqlite3"
    await local.start()
    try:
        with counting_the_store(counts), connected(local.address, local.token):
            settings = read_settings(discord_token=None, database=file)
            async with opened(settings, Games.of(voidream()), guild_ready_timeout=0.1) as bot:
                stop = asyncio.Event()
                serving = asyncio.create_task(bot.serve(local.token, stop))
                await bot.client.readied.wait()
                ada, bo = (table.actor_at(local, name) for name in ("Ada", "Bo"))
                await table.begin(ada, bo)
                await local.until(lambda: len(ada.threads()) == 1)
                matches, thread = bot.services.matches, ada.threads()[0]
                match_id = (await matches.of_person(ada.person.id))[0].table.match_id
                pressed = 0
                while pressed < MOVES:
                    asked = [
                        (actor, await matches.question(match_id, actor.person.id)) for actor in (ada, bo)
                    ]
                    if not (open_ones := [(actor, one) for actor, one in asked if one is not None]):
                        break  # The match is over.
                    actor, question = open_ones[0]
                    typed = table.typed_answer(question, random_choice(question, chance))
                    await _delivered(file)
                    counts.trips = counts.statements = counts.loads = 0
                    await (
                        await actor.slash(
                            "match decide",
                            channel=thread,
                            answer=QuestionMark(match_id, question.id).on(typed),
                        )
                    ).settled()
                    await _delivered(file)
                    counts_of.trips += counts.trips
                    counts_of.statements += counts.statements
                    counts_of.loads += counts.loads
                    pressed += 1
                stop.set()
                await serving
    finally:
        await local.stop()
    return Counts(0, counts_of.trips / pressed, counts_of.statements / pressed, counts_of.loads / pressed)


async def _delivered(file: Path) -> None:
    """Wait until every note in the outbox that is due has been sent."""
    with closing(_CONNECT(file)) as database:
        while database.execute(  # noqa: ASYNC110 - another thread and connection empties it
            "SELECT 1 FROM outbox WHERE done_at IS NULL AND not_before <= unixepoch() * 1000 LIMIT 1"
        ).fetchone():
            await asyncio.sleep(0.01)


def presses() -> Counts:
    """Return the mean cost of a typed answer for the whole bot, including its replies and deliveries."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return asyncio.run(_presses(Path(folder)))


if __name__ == "__main__":
    for what, count in (
        ("calls an answer", calls_of_an_answer(saving=False)),
        ("calls an answer, with save and load", calls_of_an_answer(saving=True)),
        ("a move through the store", moves_through_the_store()),
        ("a typed answer to the whole bot", presses()),
    ):
        print(f"{what}: {count}")  # noqa: T201
