"""A bot that is killed: it plays a short match, and dies by SIGKILL at a step of one's choosing.

A step is everything between which a crash makes a difference: each statement given to the database (before it, and
after it), each message that Discord has taken. What Discord has taken stands in a file, as `World` tells.

Run as a program it kills the bot at every n-th step in turn, restarts it, lets it go on, and compares what the two
people and the channel have seen in the end with what they see when nothing dies. It prints how often it killed, and
what was different.
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
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import aiosqlite
import msgspec

from bot.looks import PrivateLook, PublicLook, Table
from bot.notes import PrivateKind, PrivateNote, PublicKind, PublicNote
from bot.outbox import Delivery, Sent
from tests.bot.core.kit import ADA, BO, CHANNEL, GUILD, Bot, open_bot


class World:
    """What Discord has taken: a file of one line for each request. The same nonce shows the same message."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> list[dict[str, Any]]:
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def send(self, where: str, nonce: str, content: str) -> int:
        for line in self.lines():
            if line.get("nonce") == nonce and line["where"] == where:
                return int(line["id"])
        return self._add(where=where, nonce=nonce, content=content)

    def edit(self, message: int, content: str) -> int:
        self._add(edits=message, content=content)
        return message

    def open_thread(self, message: int) -> int:
        if not any(line.get("thread_of") == message for line in self.lines()):
            self._add(thread_of=message)
        return message

    def seen(self) -> list[tuple[str, str]]:
        """Return where every message stands and what it says in the end, in an order that crashes don't change."""
        messages: dict[int, tuple[str, str]] = {}
        threads = 0
        for line in self.lines():
            if "edits" in line:
                messages[line["edits"]] = (messages[line["edits"]][0], line["content"])
            elif "thread_of" in line:
                threads += 1
            else:
                messages[line["id"]] = (line["where"], line["content"])
        return sorted([*messages.values(), ("threads", str(threads))])

    def _add(self, **line: object) -> int:
        number = 9000 + len(self.lines())
        with self.path.open("a") as file:
            file.write(json.dumps({"id": number, **line}) + "\n")
        return number


def shown(kind: str, look: Table | PublicLook | PrivateLook) -> str:
    """Return what a message says: which audience it was made for, and everything in the look."""
    if isinstance(look, Table):
        return f"{kind} of {look.standing}"
    question = look.question if isinstance(look, PrivateLook) else None
    told = (look.view, look.recent, look.outcome, look.seed, question, look.table.standing)
    return f"{kind} for {look.view.viewer}: {sha256(msgspec.json.encode(told)).hexdigest()[:12]}"


class WorldSender:
    """Brings notes into the world, as the Discord layer does."""

    def __init__(self, world: World, step: Callable[[], None]) -> None:
        self.world = world
        self.step = step

    async def public(self, delivery: Delivery, note: PublicNote, look: PublicLook | Table) -> Sent:
        self.step()
        table = look if isinstance(look, Table) else look.table
        content = shown(note.kind, look)
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
        self.step()
        return Sent(message)

    async def private(self, delivery: Delivery, note: PrivateNote, look: PrivateLook) -> Sent:
        self.step()
        content = shown(note.kind, look)
        if note.kind is PrivateKind.PANEL:
            assert look.panel is not None
            message = self.world.edit(look.panel[1], content)
        else:
            message = self.world.send(f"dm {note.person}", delivery.nonce, content)
        self.step()
        return Sent(message, note.person)

    def _always_current(self, where: str, message: int | None, delivery: Delivery, content: str) -> int:
        if message is None:
            message = self.world.send(where, delivery.nonce, content)
        return self.world.edit(message, content)


async def play(bot: Bot) -> None:
    """Play a short match. Every interaction is delivered again after a restart, as Discord does with RESUME."""

    async def answer(interaction: int, person: int, *choice: str) -> None:
        # A person presses the button of the question that they see. One pressed before the crash is pressed again.
        async with bot.store.read() as store:
            done = await store.act(interaction)
        question = await bot.matches.question(match_id, person)
        question_id = question.id if question is not None else (done.question_id if done else None)
        assert question_id is not None, f"{person} has lost their question"
        await bot.matches.answer(interaction, match_id, person, question_id, choice)
        await bot.deliver()

    table = await bot.matches.challenge(1, ADA, BO, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour")
    match_id = table.match_id
    await bot.deliver()
    await bot.matches.accept(2, match_id, BO, "Garden")
    await bot.deliver()
    await answer(3, ADA.id, "3")
    await answer(4, BO.id, "1")
    look = await bot.matches.look_private(match_id, ADA.id)
    hand = [option.key for option in look.question.options] if look.question else []
    if not await done_already(bot, 5):
        await answer(5, ADA.id, *hand)
    await bot.matches.resign(6, match_id, BO.id)
    await bot.deliver()


async def done_already(bot: Bot, interaction: int) -> bool:
    async with bot.store.read() as store:
        return await store.act(interaction) is not None


async def live(folder: Path, die_at: int | None) -> int:
    """Play, or go on playing, until the end or until step `die_at`; return how many steps there were."""
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    real: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *call: Any, **named: Any) -> Any:
        step()
        try:
            return await real(self, *call, **named)
        finally:
            step()

    aiosqlite.Connection._execute = counted  # type: ignore[method-assign]
    sender = WorldSender(World(folder / "world"), step)
    async with open_bot(folder / "bot.sqlite3", paper=sender) as bot:  # type: ignore[arg-type]
        await play(bot)
    return steps


def run(folder: Path, die_at: int | None) -> bool:
    """Let a process live, and return whether it was killed. Raises RuntimeError if it failed otherwise."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            asyncio.run(live(folder, die_at))
            code = 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.WEXITSTATUS(status):
        raise RuntimeError(f"the bot failed after a crash at step {die_at}")
    return False


def outcome(folder: Path) -> list[tuple[str, str]]:
    """Return all that anybody has seen, and the answers log."""
    seen = World(folder / "world").seen()
    with sqlite3.connect(folder / "bot.sqlite3") as database:
        for row in database.execute("SELECT rev, interaction_id, kind, choice FROM acts ORDER BY rev"):
            seen.append(("act", str(row)))
        seen += [
            ("open", str(row)) for row in database.execute("SELECT kind FROM outbox WHERE done_at IS NULL")
        ]
    database.close()
    return seen


def main(folder: Path, first: int, every: int, again: int) -> None:
    """Kill at every `every`-th step from `first`; after it, once more `again` steps later."""
    logging.disable()
    calm = folder / "calm"
    calm.mkdir(parents=True)
    run(calm, None)
    expected = outcome(calm)
    kills, wrong, at = 0, [], first
    while True:
        case = folder / "case"
        case.mkdir()
        killed = run(case, at)
        if not killed:
            break
        kills += 1
        if again and run(case, again + at % 7):
            kills += 1
        run(case, None)
        if (got := outcome(case)) != expected:
            wrong.append({"step": at, "missing": [x for x in expected if x not in got], "got": got})
        shutil.rmtree(case)
        at += every
    sys.stdout.write(json.dumps({"kills": kills, "steps": at, "expected": expected, "wrong": wrong}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(int(number) for number in sys.argv[2:]))
