"""`kill -9` at any moment of a match, again and again: nothing is lost, doubled or shown to the wrong people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

import pytest

from bot.app.run import opened
from bot.games.playable import Games
from bot.installation import Services
from bot.local_discord.clock import TableClock
from bot.local_discord.records import Message
from bot.local_discord.rest import RestCall
from bot.local_discord.server import LocalTable
from bot.panel.question_text import labels
from bot.panel.typed import QuestionMark
from bot.settings import Settings
from bot.store.match_status import MatchStatus
from engine.kernel.chance import Chance
from engine.kernel.match import Match, replay
from engine.kernel.question import Choice, Question, QuestionKind, random_choice, shares
from tests.bot.discord import process
from tests.forks import FORKS
from tests.games.parlour_rules import TURNS
from tests.games.registry import parlour
from tests.table import transcript
from tests.table.actor import Actor, InteractionOutcome


@dataclass
class Victim:
    """The bot's process. It is killed during its n-th request, after the table has processed it."""

    table: LocalTable
    file: Path
    process: ForkServerProcess | None = None
    left: int = 1_000_000
    killed: bool = False
    deaths: int = 0
    asked: list[str] = field(default_factory=list[str])

    def watch(self, call: RestCall) -> None:
        self.asked.append(f"{call.method} {call.template}")
        self.left -= 1
        if self.left == 0 and self.process is not None:
            self.killed = True
            self.process.kill()

    async def live(self, requests: int) -> None:
        """Start the process if it isn't running, with a new limit of requests."""
        if not self.is_dead:
            return
        if self.process is not None:
            await self._ended()
            self.deaths += 1
        self.killed = False
        connections = len(self.table.gateway.identifies)
        self.left = requests
        self.process = FORKS.Process(
            target=process.main, args=(self.table.address, self.table.token, str(self.file))
        )
        self.process.start()
        while len(self.table.gateway.identifies) == connections and self.process.is_alive():
            await self.lets_others_work()

    async def _ended(self) -> int:
        """Wait until the process has ended, and return its exit code."""
        assert self.process is not None
        while self.process.exitcode is None:
            await self.lets_others_work()
        return self.process.exitcode

    async def lets_others_work(self) -> None:
        """Wait a little while."""
        await asyncio.sleep(0.005)

    @property
    def is_dead(self) -> bool:
        return self.killed or self.process is None or not self.process.is_alive()

    async def end(self) -> int:
        """Stop the process like Docker; return its exit code."""
        assert self.process is not None
        self.left = 1_000_000
        if self.process.exitcode is None:
            self.process.terminate()
        return await self._ended()


@asynccontextmanager
async def stage(tmp_path: Path) -> AsyncGenerator[tuple[Victim, Services]]:
    """A table, a process to kill, and a view of its database from outside."""
    table = LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    await table.start()
    victim = Victim(table, tmp_path / "bot.sqlite3")
    table.record.observers.append(victim.watch)
    try:
        async with opened(Settings(database=victim.file), Games.of(parlour())) as outside:
            yield victim, outside.services
    finally:
        if not victim.is_dead:
            await victim.end()
        await table.stop()
    table.check()


def typed_form(question: Question, choice: Choice) -> str:
    names = {o.key: label for o, label in zip(question.options, labels(question), strict=True)}
    if question.kind is QuestionKind.DISTRIBUTE:
        return ", ".join(f"{names[key]} = {n}" for key, n in shares(choice).items())
    return ", ".join(names.get(key, key) for key in choice) or "none"


@pytest.mark.slow
async def test_a_match_survives_every_kill(tmp_path: Path) -> None:
    moments = Random(2)

    def some() -> int:
        return moments.randint(4, 20)

    async with stage(tmp_path) as (victim, services):
        table = victim.table
        ada, bo = Actor(table, "Ada"), Actor(table, "Bo")
        await victim.live(1_000_000)
        await ada.slash("voidream challenge", user=bo, deck="Morning")
        await bo.gets("challenges you to")
        victim.left = some()
        while (await services.matches.table(1)).status is MatchStatus.CHALLENGED:
            await victim.live(some())
            outcome = await bo.slash("match accept", deck="Evening", match="1", wait="no")
            await until(victim, outcome)
        for n in count():
            if (await services.matches.table(1)).status is MatchStatus.OVER:
                break
            await victim.live(some())
            actor, question = await asked(services, ada, bo)
            answer = typed_form(question, random_choice(question, Chance(f"2:{n}")))
            outcome = await actor.slash(
                "match decide", answer=QuestionMark(1, question.id).on(answer), match="1", wait="no"
            )
            await until(victim, outcome)
        await victim.live(1_000_000)
        victim.left = 1_000_000
        async with asyncio.timeout(60):
            await table.until(lambda: bool(public_messages(ada, "the match is over")))
        assert victim.deaths >= 5, victim.deaths
        assert await victim.end() == 0

        thread = [m for m in ada.sees(ada.threads()[-1]) if not m.ephemeral]
        assert len(public_messages(ada, "the match is over")) == 1
        ways_on = ["Replay", "Rematch", "Discuss", "Board as text", "Log", "Help"]
        assert len([m for m in thread if transcript.buttons(m) == ways_on]) == 1
        assert len(ada.threads()) == 1
        lines = [
            line.text for page in range(1, 9) for line in (await services.matches.log(1, None, page)).lines
        ]
        turns = [line for line in dict.fromkeys(lines) if "solved" not in line and "over" not in line]
        assert turns and sum("played" in line or "rang" in line for line in turns) <= TURNS
        record = await services.matches.record(1)
        again: Match = replay(parlour().kernel, record.setup, record.seed, record.answers)
        assert again.outcome == record.outcome


def public_messages(actor: Actor, words: str) -> list[Message]:
    """Return the public messages in the match's thread that contain these words."""
    return [m for m in actor.sees(actor.threads()[-1]) if not m.ephemeral and words in transcript.text(m)]


async def until(victim: Victim, outcome: InteractionOutcome) -> None:
    """Wait until the press was answered or the process is dead. The process needs the CPU more than this one."""
    try:
        async with asyncio.timeout(60):
            while outcome.interaction.state not in ("answered", "failed") and not victim.is_dead:
                await victim.lets_others_work()
    except TimeoutError:
        raise AssertionError(f"{outcome.interaction.state} since {victim.asked[-8:]}") from None


async def asked(services: Services, *actors: Actor) -> tuple[Actor, Question]:
    for actor in actors:
        question = await services.matches.question(1, actor.person.id)
        if question is not None:
            return actor, question
    raise AssertionError(f"nobody is asked anything: {await services.matches.table(1)}")
