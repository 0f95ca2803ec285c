"""Measure whether people wait longer for their answers while a search runs in the other process.

Run `python -m bench.search_latency`.

One bot at a local table, people who answer one after the other, and a worker that alternates between continuous
searching and idling, so that other load on the machine affects both alike.
"""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console

from bench.table import actor_at, begin, percentile, playing, typed_answer
from bot.app.bot import Bot
from bot.panel.typed import QuestionMark
from bot.platform.clock import SystemClock
from bot.platform.logs import set_up
from bot.search.pool import LocalPool, Urgency
from bot.search.worker import ProcessWorker
from cards.voidream.decks import ready_made
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import think
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.question import random_choice
from engine.voidream.game import VOIDREAM
from engine.voidream.players.search import VOIDREAM_THINKING
from tests.table.actor import Actor

TARGET = 1.05
"""The maximum p95 of answers during a search, relative to answers without one."""
ANSWERS = 800
"""The number of measurements, half of each kind."""
TURN = 4
"""Consecutive answers of one kind."""
PAIRS = 4
"""The number of matches, in which people answer in turn."""


@dataclass(slots=True)
class SearchWaits:
    """Seconds until the text of an answer, while the worker is idle and while it searches, and the number of searches."""

    alone: list[float] = field(default_factory=list[float])
    beside: list[float] = field(default_factory=list[float])
    thoughts: int = 0

    def ratio(self, share: int) -> float:
        """Return the added latency at this percentile of the answers while the worker searches."""
        return percentile(self.beside, share) / percentile(self.alone, share)


def _to_think_about() -> list[tuple[int, bytes]]:
    """Return the knowledge of seats at actions of a match in progress."""
    dice = Chance("bench")
    match = Match.new(VOIDREAM, ready_made()[:2], "bench")
    knowledge: list[tuple[int, bytes]] = []
    while match.outcome is None:
        for seat, question in match.questions.items():
            if len(question.options) > 3:
                knowledge.append((seat, VOIDREAM.know(match.machine, {seat})))
        seat, question = next(iter(match.questions.items()))
        match.answer(seat, question.id, random_choice(question, dice))
    return knowledge


class _Thinker:
    """Makes the worker search without a pause, or not at all."""

    def __init__(self) -> None:
        self._pool = LocalPool(ProcessWorker, SystemClock())
        self._about = _to_think_about()
        self._running: asyncio.Task[None] | None = None
        self.thoughts = 0

    async def _run(self) -> None:
        while True:
            await self._think()

    async def _think(self) -> None:
        seat, knowledge = self._about[self.thoughts % len(self._about)]
        await self._pool.submit(
            "bench", think, VOIDREAM_THINKING, knowledge, seat, HARD, str(self.thoughts),
            urgency=Urgency.WHENEVER,  # It must continue on a busy machine, too.
        )  # fmt: skip
        self.thoughts += 1

    async def begin(self) -> None:
        """Start searching."""
        await self._think()
        self._running = asyncio.create_task(self._run())

    async def pause(self) -> None:
        """Stop searching, and return when the worker has noticed."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            await asyncio.sleep(0.1)

    def close(self) -> None:
        """End the worker."""
        self._pool.close()


async def _measure(folder: Path, answers: int) -> SearchWaits:
    limits = {"matches_per_pair": 100, "challenges_per_hour": 1000, "minutes_between_calls": 0}
    waits, thinker = SearchWaits(), _Thinker()
    try:
        async with playing(folder, **limits) as (table, bot):
            pairs = [(actor_at(table, f"Ada {n}"), actor_at(table, f"Bo {n}")) for n in range(PAIRS)]
            dice = Chance("people")
            for pair in pairs:
                await _answer(bot, pair, dice)  # The first answers fill caches.
            while len(waits.alone) + len(waits.beside) < answers:
                for seconds in (waits.alone, waits.beside):
                    if seconds is waits.beside:
                        await thinker.begin()
                    for number in range(TURN):
                        seconds.append(await _answer(bot, pairs[number % PAIRS], dice))
                    await thinker.pause()
    finally:
        thinker.close()
    waits.thoughts = thinker.thoughts
    return waits


async def _answer(bot: Bot, pair: tuple[Actor, Actor], dice: Chance) -> float:
    """Make one of the two answer their question, in a new match if theirs is over. Return the seconds."""
    matches = bot.services.matches
    message = await matches.of_person(pair[0].person.id)
    if not message:
        await begin(*pair)
        message = await matches.of_person(pair[0].person.id)
    match_id = message[0].table.match_id
    for actor in pair:
        question = await matches.question(match_id, actor.person.id)
        if question is not None:
            typed = typed_answer(question, random_choice(question, dice))
            began = time.perf_counter()
            outcome = await actor.slash(
                "match decide",
                answer=QuestionMark(match_id, question.id).on(typed),
                match=str(match_id),
                wait="first",
            )
            await outcome.settled()
            return time.perf_counter() - began
    raise AssertionError("nobody is asked anything")


def waits(answers: int = ANSWERS) -> SearchWaits:
    """Measure `count` answers, half of each kind."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return asyncio.run(_measure(Path(folder), answers))


def main() -> int:
    """Print the results, and return the exit code."""
    set_up("WARNING", "text")
    latencies = waits()
    console = Console(highlight=False, soft_wrap=True)
    for name, seconds in (("alone", latencies.alone), ("while it thinks", latencies.beside)):
        console.print(
            f"{name}: {len(seconds)} answers, median {median(seconds) * 1000:.1f} ms, p95 {percentile(seconds, 95) * 1000:.1f} ms"
        )
    console.print(
        f"p95 while it thinks, in that without: {latencies.ratio(95):.3f} (at most {TARGET}); median {latencies.ratio(50):.3f}; "
        f"{latencies.thoughts} thoughts"
    )
    return 0 if latencies.ratio(95) <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
