"""A bot that is killed: it plays the script of `lifetime`, and dies by SIGKILL at chosen points of its steps.

All points at which a crash could make a difference are counted: each database statement (before and after it), each
commit, each message accepted by Discord. Accepted messages are stored in a file (`World`), as are the time, and the
steps that people have seen succeed.

`main` runs several lives, with about two kills in every step of the script, and compares everything that people have
seen and everything stored with a life without kills. It reports the number and places of the kills, and the
differences.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import signal
import sqlite3
import sys
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from bot.delivery.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.delivery.results import Closed, Delivery, Sent
from bot.games.playable import Games
from bot.store.sqlite.connection import SqliteConnection
from bot.views.types import MatchTable, PlayerSnapshot, PublicSnapshot
from engine.kernel.chance import Chance
from tests.bot.kit import POLLING, HandClock, open_bot, read_empty_database
from tests.bot.match import absence, bazaar_life, dreams, dystopia_life, lifetime
from tests.bot.match.lifetime import SECOND, Life, Script

SCRIPTS: dict[str, Script] = {
    "lanterns": lifetime.SCRIPT,
    "dreamweavers": dreams.SCRIPT,
    "absent": absence.SCRIPT,
    "bazaar": bazaar_life.SCRIPT,
    "dystopia": dystopia_life.SCRIPT,
}


class World:
    """Discord's accepted messages: a file with one line per request. A repeated nonce returns the same message."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: list[dict[str, Any]] = []
        self._read = 0

    def lines(self) -> list[dict[str, Any]]:
        """Read the lines added since the last call."""
        if self.path.exists():
            with self.path.open("rb") as file:
                file.seek(self._read)
                added = file.read()
            self._read += len(added)
            self._lines += map(json.loads, added.splitlines())
        return self._lines

    def send(self, where: str, nonce: str, content: str) -> int:
        for line in self.lines():
            if line.get("nonce") == nonce and line["where"] == where:
                return int(line["id"])
        number = int(sha256(f"{where} {nonce}".encode()).hexdigest()[:12], 16)
        self._add(id=number, where=where, nonce=nonce, content=content)
        return number

    def edit(self, message: int, content: str) -> int:
        self._add(edits=message, content=content)
        return message

    def open_thread(self, message: int) -> int:
        if not any(line.get("thread_of") == message for line in self.lines()):
            self._add(thread_of=message)
        return message

    def note(self, **line: object) -> None:
        """Record something that isn't a request: the time, people's memory, the place of a kill."""
        self._add(**line)

    def noted(self, what: str) -> list[Any]:
        return [line[what] for line in self.lines() if what in line]

    def seen(self) -> list[tuple[str, str]]:
        """Return the final content and place of every message, in an order that doesn't depend on crashes."""
        messages: dict[int, tuple[str, str]] = {}
        threads = 0
        for line in self.lines():
            if "edits" in line:
                messages[line["edits"]] = (messages[line["edits"]][0], line["content"])
            elif "thread_of" in line:
                threads += 1
            elif "where" in line:
                messages[line["id"]] = (line["where"], line["content"])
        return sorted([*messages.values(), ("threads", str(threads))])

    def _add(self, **line: object) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")


def shown(kind: str, snapshot: MatchTable | PublicSnapshot | PlayerSnapshot) -> str:
    """Return a message's content: its audience, and everything in the snapshot."""
    if isinstance(snapshot, MatchTable):
        return f"{kind} of {snapshot.status}"
    question = snapshot.question if isinstance(snapshot, PlayerSnapshot) else None
    times = (snapshot.table.times, snapshot.table.paused, snapshot.table.pause_asked)
    content = (
        snapshot.view,
        snapshot.story,
        snapshot.outcome,
        snapshot.seed,
        question,
        snapshot.table.status,
        times,
    )
    return f"{kind} for {snapshot.view.viewer}: {sha256(msgspec.json.encode(content)).hexdigest()[:12]}"


class WorldSender:
    """Delivers notes to the world, like the Discord layer."""

    def __init__(self, world: World, step: Callable[[str], None]) -> None:
        self.world = world
        self.step = step

    async def public(
        self, delivery: Delivery, note: PublicNote, snapshot: PublicSnapshot | MatchTable
    ) -> Sent:
        self.step(f"before {note.kind} is sent")
        table = snapshot if isinstance(snapshot, MatchTable) else snapshot.table
        content = shown(note.kind, snapshot)
        match note.kind:
            case PublicKind.OPEN:
                assert table.challenge_message_id is not None
                message = self.world.open_thread(table.challenge_message_id)
            case PublicKind.CHALLENGE:
                message = self._always_current(
                    "channel", table.challenge_message_id, delivery, shown("", table)
                )
            case PublicKind.STATUS:
                message = self._always_current("thread", table.status_message_id, delivery, content)
            case _:
                message = self.world.send("thread", delivery.nonce, content)
        self.step(f"after {note.kind} was sent")
        return Sent(message)

    async def private(self, delivery: Delivery, note: PrivateNote, snapshot: PlayerSnapshot) -> Sent | Closed:
        self.step(f"before {note.kind} is sent")
        if note.person in self.world.noted("closed"):
            return Closed()
        content = shown(note.kind, snapshot)
        if note.kind is PrivateKind.PANEL:
            assert snapshot.panel is not None
            message = self.world.edit(snapshot.panel[1], content)
        else:
            message = self.world.send(f"dm {note.person}", delivery.nonce, content)
        self.step(f"after {note.kind} was sent")
        return Sent(message, note.person)

    def _always_current(self, where: str, message: int | None, delivery: Delivery, content: str) -> int:
        if message is None:
            message = self.world.send(where, delivery.nonce, content)
        return self.world.edit(message, content)


async def live(folder: Path, script: Script, deaths: dict[int, int]) -> dict[int, int]:
    """Live until the end, or until the n-th point in a step of the script: `deaths` contains n by step.

    Returns the number of points by step. The points after a restart belong to the next step.
    """
    world, counts = World(folder / "world"), dict.fromkeys(range(len(script.steps)), 0)
    at = len(world.noted("done"))

    def count(what: str) -> None:
        if not POLLING.get():
            counts[at] = counts.get(at, 0) + 1
            if counts[at] == deaths.get(at):
                die(what)

    def die(what: str) -> None:
        world.note(at=clock.now(), died=[at, what])
        os.kill(os.getpid(), signal.SIGKILL)

    real: Callable[..., Awaitable[Any]] = SqliteConnection._do

    async def counted(self: SqliteConnection, do: Callable[..., Any], *call: Any, **named: Any) -> Any:
        what = _named(do, *call)
        count(f"before {what}")
        try:
            return await real(self, do, *call, **named)
        finally:
            count(f"after {what}")

    SqliteConnection._do = counted  # type: ignore[method-assign]
    clock = HandClock(*world.noted("now")[-1:])
    sender = WorldSender(world, count)
    async with open_bot(
        folder / "bot.sqlite3", paper=sender, clock=clock, game=script.game(), draws=lambda: 7
    ) as bot:  # type: ignore[arg-type]
        life = Life(bot, lambda person: world.note(at=clock.now(), closed=person))
        await life.settle()
        while at < len(script.steps):
            step = script.steps[at]
            begun = world.noted("begun")
            if len(begun) <= at:
                await clock.move(step.after / SECOND)
                world.note(at=clock.now(), now=clock.now(), begun=step.name)
                await life.settle()
            await step.does(life, (1 << 50) + at)
            await life.settle()
            if counts[at] < deaths.get(at, 0):
                die("at its end")
            world.note(at=clock.now(), done=step.name)
            at += 1
    return counts


def _named(do: Callable[..., Any], *call: Any) -> str:
    """Return a short name for a database operation."""
    name = getattr(do, "__name__", "")
    if name == "_begun":
        return _named(*call)
    if call and isinstance(call[0], str):
        return " ".join(call[0].split()[:1]).lower()
    return name


def run(folder: Path, script: Script, deaths: dict[int, int]) -> bool:
    """Run a process, and return whether it was killed. Raises RuntimeError if it failed otherwise."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            counts = asyncio.run(live(folder, script, deaths))
            (folder / "counts").write_text(json.dumps(counts))
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.WEXITSTATUS(status):
        raise RuntimeError(f"the bot failed after {World(folder / 'world').noted('died')}")
    return False


def outcome(folder: Path) -> list[tuple[str, str]]:
    """Return everything that people have seen and everything stored, except the bookkeeping of workers, budgets and outbox."""
    state = World(folder / "world").seen()
    with closing(sqlite3.connect(folder / "bot.sqlite3")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in sorted(set(tables) - {"outbox", "sqlite_sequence", "workers", "budgets"}):
            state += [
                (table, repr(row)) for row in sorted(database.execute(f"SELECT * FROM {table}"), key=repr)
            ]
        state += [
            ("open", str(row)) for row in database.execute("SELECT kind FROM outbox WHERE done_at IS NULL")
        ]
    return state


def main(name: str, folder: Path, lives: int, seed: str, most: int) -> None:
    """Run this many lives, with two kills in every step of the script: one early or late, and one at a random point.

    In each life the bot dies in at most `most` steps. The report is a file in the folder.
    """
    script = SCRIPTS[name]
    logging.disable()
    # Here, so that not every bot creates the database and reads the catalogue.
    asyncio.run(read_empty_database())
    Games.of(script.game())
    calm = folder / "calm"
    calm.mkdir(parents=True)
    run(calm, script, {})
    expected, counts = outcome(calm), json.loads((calm / "counts").read_text())
    names = [*(step.name for step in script.steps), "the end"]
    chance, wrong, died = Chance(seed), [], Counter[str]()
    for number in range(lives):
        case = folder / f"life {number}"
        case.mkdir()
        # In the first life early in each step, so that it dies there even if a restart has done part of the step.
        deaths = {int(at): 1 + chance.below(n if number else max(n // 4, 1)) for at, n in counts.items()}
        if most < len(script.steps):
            spared = sorted(deaths)
            chance.shuffle(spared)
            for at in spared[most:]:
                del deaths[at]
        while run(case, script, deaths):
            at, _ = World(case / "world").noted("died")[-1]
            del deaths[at]
            if not chance.below(3):
                deaths[at] = 1 + chance.below(counts[str(at)])
        for at, what in World(case / "world").noted("died"):
            died[f"{names[at]}: {what}"] += 1
        if (result := outcome(case)) != expected:
            missing, more = [x for x in expected if x not in result], [x for x in result if x not in expected]
            wrong.append(
                {
                    "life": number,
                    "died": World(case / "world").noted("died"),
                    "missing": missing,
                    "more": more,
                }
            )
        shutil.rmtree(case)
    report = {"kills": sum(died.values()), "died": died, "expected": expected, "wrong": wrong}
    (folder / "report").write_text(json.dumps(report))
