"""`python -m bench.one_press`: the cost of one press on a player's panel, with its target.

Two people play at the local table by pressing random buttons of their panels. The counts are the same on every
machine:
- loads: matches unpacked from their saved bytes
- statements and trips: statements sent to the database's connections, including transaction boundaries, and calls of
  their threads
- files and functions: the code of this project that runs for the press in the event loop's thread

`--list` prints the statements and the loads by calling function, `--speed` presses per second instead.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from bench.table import actor_at
from bot.app.bot import Bot
from bot.app.run import opened
from bot.discord.components.custom_ids import CustomId, read
from bot.discord.controls import Controls
from bot.games.playable import Games, PlayableGame
from bot.games.registry import games
from bot.local_discord.connect import connected
from bot.local_discord.messages import walk
from bot.local_discord.records import Message
from bot.local_discord.server import LocalTable
from bot.panel.answers import Decided, press
from bot.settings import read_settings
from bot.store.sqlite.connection import SqliteConnection
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import Question
from tests.table.actor import Actor

ROOT = Path(__file__).parent.parent
GOALS = {"loads": 2, "statements": 25, "files": 110, "functions": 400}
"""The targets for the median press."""
PRESSES = 60
"""The number of counted presses per game."""
DRAFTS = 0.2
"""The share of presses that are only a step towards an answer, where both are possible."""
PRESS, DELIVERY = "press", "deliveries"
_PART: ContextVar[str] = ContextVar("part", default=DELIVERY)


@dataclass(slots=True)
class Cost:
    """The cost of one part of a press."""

    loads: list[str] = field(default_factory=list[str])
    """The function that loaded, for each load."""
    statements: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """The statement and the function that asked for it."""
    trips: int = 0
    codes: set[CodeType] = field(default_factory=set[CodeType])

    def files(self, package: str = "") -> int:
        """Return the number of files executed, of a package or of all."""
        return len({code.co_filename for code in self._of(package)})

    def functions(self, package: str = "") -> int:
        """Return the number of functions executed. Nested functions count as their outer function."""
        codes = self._of(package)
        return len({(code.co_filename, code.co_qualname.partition(".<locals>")[0]) for code in codes})

    def _of(self, package: str) -> set[CodeType]:
        return {code for code in self.codes if code.co_filename.startswith(f"{ROOT / package}/")}

    @property
    def match_rows(self) -> int:
        """The number of times that the row of a match was read."""
        return sum('AS "forfeits"' in sql for sql, _ in self.statements)


COUNTS: dict[str, Callable[[Cost], int]] = {
    "loads": lambda cost: len(cost.loads),
    "statements": lambda cost: len(cost.statements),
    "files": lambda cost: cost.files(),
    "functions": lambda cost: cost.functions(),
    "files of the bot": lambda cost: cost.files("bot"),
    "functions of the bot": lambda cost: cost.functions("bot"),
    "trips": lambda cost: cost.trips,
    "rows of matches read": lambda cost: cost.match_rows,
}
WITH_DELIVERIES = {name: COUNTS[name] for name in ("loads", "statements", "trips", "rows of matches read")}


@dataclass(slots=True)
class Press:
    """A press: the control, whether it made a decision, and the cost of its parts."""

    act: str
    decides: bool = False
    parts: dict[str, Cost] = field(default_factory=lambda: {PRESS: Cost(), DELIVERY: Cost()})


class Meter:
    """Counts inside `running` for the current press, if any."""

    def __init__(self) -> None:
        self.now: Press | None = None
        self._begun: set[SqliteConnection] = set()
        self._used: set[SqliteConnection] = set()

    @property
    def _cost(self) -> Cost:
        return Cost() if self.now is None else self.now.parts[_PART.get()]

    @contextmanager
    def running(self) -> Generator[None]:
        """Count inside the block, in all parts of the bot."""
        load: Callable[..., Match] = Match.load
        handle = Controls.handle

        def loaded(*args: Any) -> Match:
            self._cost.loads.append(_caller())
            return load(*args)

        async def handled(controls: Controls, interaction: Any) -> None:
            _PART.set(PRESS)
            await handle(controls, interaction)

        with (
            patch.object(Match, "load", staticmethod(loaded)),
            patch.object(Controls, "handle", handled),
            self._counting_statements(),
        ):
            yield

    @contextmanager
    def _counting_statements(self) -> Generator[None]:
        kind = SqliteConnection
        begin, fetch, execute = kind.begin, kind.fetch, kind.execute
        forget, transaction = kind.forget, kind.transaction

        def begun(connection: SqliteConnection) -> None:
            self._begun.add(connection)
            begin(connection)

        async def asked(connection: SqliteConnection, *statements: Any) -> Any:
            self._uses(connection)
            self._cost.trips += 1
            for sql, _ in statements:
                self._count(sql)
            return await fetch(connection, *statements)

        async def told(connection: SqliteConnection, sql: str, rows: Sequence[Any], *rest: Any) -> None:
            self._uses(connection)
            for _ in rows:
                self._count(sql)
            await execute(connection, sql, rows, *rest)

        def forgot(connection: SqliteConnection) -> None:
            if connection in self._used:
                self._count("ROLLBACK")
            self._ends(connection)
            forget(connection)

        @asynccontextmanager
        async def inside(connection: SqliteConnection) -> AsyncGenerator[None]:
            async with transaction(connection):
                yield
            if connection in self._used:
                self._cost.trips += 1
                self._count("COMMIT")
            self._ends(connection)

        with (
            patch.object(kind, "begin", begun),
            patch.object(kind, "fetch", asked),
            patch.object(kind, "execute", told),
            patch.object(kind, "forget", forgot),
            patch.object(kind, "transaction", inside),
        ):
            yield

    def _uses(self, connection: SqliteConnection) -> None:
        if connection in self._begun and connection not in self._used:
            self._used.add(connection)
            self._count("BEGIN")

    def _ends(self, connection: SqliteConnection) -> None:
        self._begun.discard(connection)
        self._used.discard(connection)

    def _count(self, sql: str) -> None:
        self._cost.statements.append((" ".join(sql.split()), _caller()))

    @contextmanager
    def profiling(self, pressed: Press) -> Generator[None]:
        """Count for this press. Inside the block, count the code executed in this thread too."""
        self.now = pressed

        def called(frame: FrameType, event: str, _: Any) -> None:
            if event == "call" and _is_ours(frame.f_code.co_filename):
                pressed.parts[_PART.get()].codes.add(frame.f_code)

        sys.setprofile(called)
        try:
            yield
        finally:
            sys.setprofile(None)


_OURS = tuple(f"{ROOT / package}/" for package in ("bot", "cards", "engine", "render"))
_NOT_OURS = f"{ROOT / 'bot' / 'local_discord'}/"


def _is_ours(file: str) -> bool:
    return file.startswith(_OURS) and not file.startswith(_NOT_OURS)


def _caller() -> str:
    """Return the calling function outside the store and this file, and its caller."""
    frame, callers = sys._getframe(1), list[str]()  # pyright: ignore[reportPrivateUsage]
    while frame is not None and len(callers) < 2:
        file = frame.f_code.co_filename
        if _is_ours(file) and "/bot/store/" not in file and "load_match" not in file:
            callers.append(f"{Path(file).relative_to(ROOT)}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    return " ← ".join(callers)


@dataclass(slots=True)
class Duel:
    """Two people who play a match at a table by pressing."""

    bot: Bot
    file: Path
    table: LocalTable
    players: tuple[Actor, Actor]
    match_id: int
    chance: Chance

    async def next_question(self) -> tuple[Actor, Question] | None:
        """Return a player and their question; None when the match is over."""
        matches = self.bot.services.matches
        for actor in self.players:
            if (question := await matches.question(self.match_id, actor.person.id)) is not None:
                return actor, question
        return None

    async def panel(self, actor: Actor, question: Question) -> Message:
        """Return the direct message with a player's question."""
        return await actor.gets(
            channel=actor.direct, where=lambda message: bool(_presses(message, question, Chance("any")))
        )

    async def press(self, actor: Actor, question: Question, pressed: Press) -> None:
        """Press a control, and wait for the answer."""
        message = await self.panel(actor, question)
        possible = _presses(message, question, self.chance)
        wants_draft = self.chance.below(100) < 100 * DRAFTS
        fitting = [one for one in possible if one.decides is not wants_draft] or possible
        chosen = fitting[self.chance.below(len(fitting))]
        pressed.act, pressed.decides = chosen.control.act, chosen.decides
        interaction = self.table.acting.use(actor.person, message, chosen.custom_id, list(chosen.values))
        await self.table.settled(interaction)
        assert interaction.state != "failed", "the press was not answered"

    async def quiet(self) -> None:
        """Wait until all presses are answered, and the outbox has sent everything that is due."""
        await self.bot.client.boundary.drained()
        with closing(sqlite3.connect(self.file)) as database:
            while database.execute(  # noqa: ASYNC110 - another thread and connection empties it
                "SELECT 1 FROM outbox WHERE done_at IS NULL AND not_before <= unixepoch() * 1000 LIMIT 1"
            ).fetchone():
                await asyncio.sleep(0.005)


@dataclass(slots=True)
class _Choice:
    """A control on a panel, with the `values` to choose in a menu."""

    custom_id: str
    control: CustomId
    values: tuple[str, ...]
    decides: bool


def _presses(message: Message, question: Question, chance: Chance) -> list[_Choice]:
    """Return the controls of a message that answer a question."""
    controls: list[_Choice] = []
    for component in walk(message.components):
        control = read(str(component.get("custom_id") or ""))
        if control is None or control.question != question.id or component.get("disabled"):
            continue
        if control.act == "type":
            continue
        values: tuple[str, ...] = ()
        if "options" in component:
            there = [str(option["value"]) for option in component["options"]]
            least, most = component.get("min_values", 1), component.get("max_values", 1)
            number = max(1, least + chance.below(most - least + 1))
            chance.shuffle(there)
            values = tuple(there[:number])
        if control.act in ("whole", "lot"):
            decides = True
        else:
            try:
                decides = isinstance(press(question, control, values), Decided)
            except (ValueError, IndexError):
                continue
        controls.append(_Choice(str(component["custom_id"]), control, values, decides))
    return controls


@asynccontextmanager
async def at_the_table(game: PlayableGame, pairs: int, folder: Path) -> AsyncGenerator[list[Duel]]:
    """Begin matches of a game at a local table."""
    table, file = LocalTable(limited=False), folder / "one_press.sqlite3"
    await table.start()
    settings = read_settings(discord_token=None, database=file, matches_per_channel=1000)
    try:
        with connected(table.address, table.token):
            async with opened(settings, Games.of(game), guild_ready_timeout=0.1, seed=lambda: "press") as bot:
                stop = asyncio.Event()
                serving = asyncio.create_task(bot.serve(table.token, stop))
                try:
                    await bot.client.readied.wait()
                    duels = [await _begin(bot, table, file, game, number) for number in range(pairs)]
                    await duels[-1].quiet()
                    yield duels
                finally:
                    stop.set()
                    await serving
    finally:
        await table.stop()


async def _begin(bot: Bot, table: LocalTable, file: Path, game: PlayableGame, number: int) -> Duel:
    players = actor_at(table, f"Ada {number}"), actor_at(table, f"Bo {number}")
    decks: list[dict[str, Any]] = [{"deck": name} for name in game.decks] or [{}]
    await players[0].slash("voidream challenge", user=players[1], **decks[0])
    await players[1].slash("match accept", **decks[-1])
    (match,) = await bot.services.matches.of_person(players[0].person.id)
    return Duel(bot, file, table, players, match.table.match_id, Chance(f"presses {number}"))


async def counted(game: PlayableGame, presses: int, folder: Path) -> list[Press]:
    """Return the cost of each press of a match."""
    meter, found = Meter(), list[Press]()
    with meter.running():
        async with at_the_table(game, 1, folder) as (duel,):
            while len(found) < presses and (next_question := await duel.next_question()) is not None:
                await duel.panel(*next_question)
                await duel.quiet()
                pressed = Press("")
                with meter.profiling(pressed):
                    await duel.press(*next_question, pressed)
                    await duel.quiet()
                meter.now = None
                found.append(pressed)
    return found[2:]  # The first ones fill caches.


async def seconds(game: PlayableGame, pairs: int, presses: int, folder: Path) -> float:
    """Return the processor seconds per press, deliveries included, in matches that are all played at once."""

    async def play(duel: Duel) -> int:
        done = 0
        while done < presses and (next_question := await duel.next_question()) is not None:
            await duel.press(*next_question, Press(""))
            done += 1
        return done

    async with at_the_table(game, pairs, folder) as duels:
        began = time.process_time()
        done = sum(await asyncio.gather(*map(play, duels)))
        await duels[0].quiet()
        return (time.process_time() - began) / done


def _report(console: Console, game: PlayableGame, presses: Sequence[Press]) -> bool:
    """Print the medians beside their targets. Return whether all are met."""
    table = Table("one press", "median", "most", "goal", title=f"{game.title}, {len(presses)} presses")
    reached = True
    for name, count in COUNTS.items():
        counts = [count(press.parts[PRESS]) for press in presses]
        goal = GOALS.get(name)
        reached &= goal is None or median(counts) <= goal
        table.add_row(name, f"{median(counts):.0f}", f"{max(counts)}", "" if goal is None else f"≤ {goal}")
    for name, count in WITH_DELIVERIES.items():
        counts = [sum(map(count, press.parts.values())) for press in presses]
        table.add_row(f"{name}, with its deliveries", f"{median(counts):.0f}", f"{max(counts)}", "")
    console.print(table)
    return reached


def _list(console: Console, presses: Sequence[Press], part: str) -> None:
    """Print the statements and loads of a part, with their mean number per press and their callers."""
    statements = Counter(one for press in presses for one in press.parts[part].statements)
    loads = Counter(one for press in presses for one in press.parts[part].loads)
    console.print(f"[b]{part}[/b]: loads and statements for each press")
    for caller, count in loads.most_common():
        console.print(f"{count / len(presses):5.2f} load | {caller}")
    for (sql, caller), count in statements.most_common():
        about = sql if len(sql) < 90 else f"{sql[:40]} … {sql[-45:]}"
        console.print(f"{count / len(presses):5.2f} {about} | {caller}")


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="its key; by default all")
    parser.add_argument("--presses", type=int, default=PRESSES)
    parser.add_argument("--list", action="store_true", help="statements and loads by who asks")
    parser.add_argument(
        "--speed", type=int, metavar="MATCHES", help="presses per second, in concurrent matches"
    )
    arguments = parser.parse_args()
    console, reached = Console(highlight=False, soft_wrap=True, width=160), True
    for game in games().games.values():
        if arguments.game and game.name not in arguments.game:
            continue
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            if arguments.speed:
                each = asyncio.run(seconds(game, arguments.speed, arguments.presses, Path(folder)))
                console.print(f"{game.title}: {1000 * each:.1f} ms, {1 / each:.1f} presses a second")
                continue
            presses = asyncio.run(counted(game, arguments.presses, Path(folder)))
        reached &= _report(console, game, presses)
        if arguments.list:
            _list(console, presses, PRESS)
            _list(console, presses, DELIVERY)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
