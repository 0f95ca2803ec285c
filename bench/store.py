"""Measure the store: committed moves per second, and the memory of open matches.

`moves_ratio` compares whole moves (load, answer, save, answers log, events, outbox, commit with fsync) with bare
aiosqlite committing the same rows. `open_matches_cost` opens matches in a separate process.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiosqlite
from msgspec.structs import replace

from bot.games.playable import Games, PlayableGame
from bot.match.challenges import Challenges
from bot.match.context import MatchContext
from bot.match.drafts import Drafts
from bot.match.first_answers import forced
from bot.match.matches import Matches
from bot.match.play import MatchPlay
from bot.match.practice import PracticeMatches
from bot.match.prompts import random_reply_delay
from bot.match.shown_signal import ShownSignals
from bot.match.start import new_seed
from bot.platform.clock import SystemClock
from bot.platform.randomness import fresh_rng
from bot.search.pool import LocalPool
from bot.search.worker import ProcessWorker
from bot.settings import read_settings
from bot.store import Store, open_store
from bot.store.person import Person
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Choice, random_choice

ADA, BO = Person(1 << 60, "Ada"), Person((1 << 60) + 1, "Bo")
PEOPLE, INTERACTIONS = 2, 1_000_000
"""People per match, and the range of interaction ids reserved for it."""
_TURN = 20
"""Moves per turn."""

_Rows = tuple[Any, Any, Any, Any, Any, Any]
"""The rows that a move writes: position, answers log, events, notes, and reminders."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Moves per second through the store, and the same rows with bare aiosqlite."""

    moves: float
    bare: float

    @property
    def ratio(self) -> float:
        """The speed relative to bare aiosqlite."""
        return self.moves / self.bare


@dataclass(frozen=True, slots=True)
class _Move:
    seat: int
    question: int
    choice: Choice


async def moves_ratio(game: PlayableGame, folder: Path, moves: int = 600) -> Rate:
    """Commit moves of random matches both ways, on databases in `folder`. Return the two rates.

    They alternate every few moves, so that other load on the machine affects both alike.
    """
    game = as_planned(game)
    planned = plans(game, moves)
    seeds = iter([f"seed {n}" for n in range(len(planned))])
    store = await open_store(folder / "full.sqlite3")
    await (await open_store(folder / "bare.sqlite3")).close()
    services = services_of(store, game, lambda: next(seeds))
    matches = [await begin(services, game, number, channel=number) for number in range(len(planned))]
    full = await aiosqlite.connect(folder / "full.sqlite3")
    bare = await aiosqlite.connect(folder / "bare.sqlite3", isolation_level=None)
    await bare.execute_fetchall("PRAGMA synchronous = FULL")
    await _copy_matches(bare, folder / "full.sqlite3")
    through, alone = 0.0, 0.0
    for number, (match_id, plan) in enumerate(zip(matches, planned, strict=True)):
        for at in range(0, len(plan), _TURN):
            some, first = plan[at : at + _TURN], at + 2
            through += await through_the_store(services, match_id, number, some, first)
            alone += await _bare(bare, await _rows(full, match_id, first, first + len(some) - 1))
    for connection in (full, bare):
        await connection.close()
    await store.close()
    return Rate(moves / through, moves / alone)


@dataclass(frozen=True, slots=True)
class MatchServices:
    """The services that begin, play and show matches."""

    matches: Matches
    challenges: Challenges
    play: MatchPlay


def services_of(store: Store, game: PlayableGame, seed: Callable[[], str]) -> MatchServices:
    """Return the services on a database, for matches between people."""
    context = MatchContext(
        store=store,
        games=Games.of(game),
        settings=read_settings(),
        clock=SystemClock(),
        wake=lambda: None,
        reply_delay=random_reply_delay,
        random_source=fresh_rng,
    )
    practising = PracticeMatches(context, LocalPool(ProcessWorker, context.clock))
    matches = Matches(context)
    challenges = Challenges(context, matches, ShownSignals(context), practising, seed)
    return MatchServices(
        matches, challenges, MatchPlay(context, matches, Drafts(context, matches), practising)
    )


async def open_matches_cost(game: PlayableGame, folder: Path, matches: int) -> int:
    """Open matches. Return the growth of this process in bytes, without that of the first few matches."""
    store = await open_store(folder / "open.sqlite3")
    services = services_of(store, game, new_seed)
    before = 0
    for n in range(matches + 20):
        if n == 20:
            before = _resident()
        await begin(services, game, n, channel=n)
    grown = _resident() - before
    await store.close()
    return grown


def as_planned(game: PlayableGame) -> PlayableGame:
    """Return the game with planned answers only: no random first choices, and no automatic orders without effect."""
    return replace(game, pregame=None, kernel=replace(game.kernel, indifference=None))


def plans(game: PlayableGame, moves: int) -> list[list[_Move]]:
    """Play random matches in advance, so that choosing the answers isn't measured."""
    decks = [deck.content for deck in game.decks.values()]
    planned: list[list[_Move]] = []
    dice = Chance("bench")
    while moves:
        match = Match.new(game.kernel, [decks[0]] * game.seats.start, f"seed {len(planned)}")
        forced(match)
        plan: list[_Move] = []
        while match.outcome is None and moves:
            question = match.questions[min(match.questions)]
            choice = random_choice(question, dice)
            match.answer(question.seat, question.id, choice)
            # The bot gives answers forced by public knowledge immediately. They aren't moves.
            forced(match)
            plan.append(_Move(question.seat, question.id, choice))
            moves -= 1
        planned.append(plan)
    return planned


async def begin(services: MatchServices, game: PlayableGame, number: int, channel: int) -> int:
    """Begin a match of two new people. Its interaction ids depend on its number."""
    first = next(iter(game.decks))
    ada, bo = (Person(person.id + PEOPLE * number, person.name) for person in (ADA, BO))
    table = await services.challenges.challenge(
        number * INTERACTIONS + 1, ada, bo, guild_id=1, channel_id=channel, deck=first, game=game
    )
    await services.challenges.accept(number * INTERACTIONS + 2, table.match_id, bo, first)
    return table.match_id


async def through_the_store(
    services: MatchServices, match_id: int, number: int, plan: list[_Move], first: int
) -> float:
    """Return the seconds for these moves, the first of which leads to revision `first`."""
    people = (ADA.id + PEOPLE * number, BO.id + PEOPLE * number)
    began = time.perf_counter()
    for rev, move in enumerate(plan, first):
        interaction = number * INTERACTIONS + rev + 1
        await services.play.answer(interaction, match_id, people[move.seat], move.question, move.choice)
    return time.perf_counter() - began


async def _bare(database: aiosqlite.Connection, rows: list[_Rows]) -> float:
    """Commit only the rows, one transaction per move. Return the seconds."""
    began = time.perf_counter()
    for match, act, events, notes, reminder, alarm in rows:
        await database.execute_fetchall("BEGIN IMMEDIATE")
        await database.execute_fetchall(
            "UPDATE matches SET rev = ?, awaited = ?, changed_at = ?, data = ? WHERE id = ?", match
        )
        await database.execute_fetchall("INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", act)
        await database.execute_fetchall("INSERT INTO events VALUES (?, ?, ?, ?)", events)
        await database.executemany(
            "INSERT INTO outbox (match_id, person_id, kind, rev, dedupe_key, coalesce_key, nonce) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (coalesce_key) WHERE done_at IS NULL AND leased_until IS NULL "
            "DO UPDATE SET kind = excluded.kind, rev = excluded.rev, mentions = excluded.mentions, "
            "dedupe_key = excluded.dedupe_key, nonce = excluded.nonce",
            notes,
        )
        await database.executemany(
            "INSERT INTO reminders (match_id, person_id, question, asked_at, total) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (match_id, person_id) DO UPDATE SET question = excluded.question, "
            "asked_at = excluded.asked_at, total = excluded.total",
            [reminder],
        )
        await database.execute_fetchall(
            "INSERT INTO alarms (kind, match_id, person_id, due_at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, match_id, person_id) DO UPDATE SET due_at = excluded.due_at",
            alarm,
        )
        await database.commit()
    return time.perf_counter() - began


async def _rows(full: aiosqlite.Connection, match_id: int, first: int, last: int) -> list[_Rows]:
    """Return the rows written by the moves to these revisions. The position is overwritten, so it is always the last one."""
    (match,) = await full.execute_fetchall(
        "SELECT awaited, changed_at, data FROM matches WHERE id = ?", (match_id,)
    )
    between = (match_id, first, last)
    acts = await full.execute_fetchall(
        "SELECT * FROM acts WHERE match_id = ? AND rev BETWEEN ? AND ? ORDER BY rev", between
    )
    events = await full.execute_fetchall(
        "SELECT * FROM events WHERE match_id = ? AND rev BETWEEN ? AND ? ORDER BY rev", between
    )
    out: list[_Rows] = []
    for rev, (act, happened) in enumerate(zip(acts, events, strict=True), first):
        notes = [
            (match_id, person, kind, rev, f"{match_id}:{rev}:{kind}", f"{match_id}:{person}", "n" * 24)
            for person, kind in ((0, "status"), (1, "ask"))
        ]
        reminder, alarm = (match_id, rev % 2, rev, rev, 0), ("remind", match_id, rev % 2, rev)
        out.append(((rev, *tuple(match), match_id), tuple(act), tuple(happened), notes, reminder, alarm))
    return out


async def _copy_matches(database: aiosqlite.Connection, full: Path) -> None:
    await database.execute("ATTACH ? AS source", (str(full),))
    await database.execute("INSERT INTO matches SELECT * FROM source.matches")
    await database.execute("DETACH source")


def _resident() -> int:
    """Return the memory of this process in bytes: the current value, or the peak where it isn't available."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def memory_in_a_process_of_its_own(matches: int = 5000) -> int:
    """Return the bytes that open matches of Voidream take at rest, compared with a bot without matches."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "bench.store", str(matches)], check=True, capture_output=True, text=True
    )
    return int(json.loads(done.stdout)["grown"])


def _main(matches: int) -> None:
    from bot.games.voidream import voidream

    with TemporaryDirectory() as folder:
        grown = asyncio.run(open_matches_cost(voidream(), Path(folder), matches))
    sys.stdout.write(json.dumps({"grown": grown}))


if __name__ == "__main__":
    _main(int(sys.argv[1]))
