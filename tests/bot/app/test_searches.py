"""A search process as a whole: it registers, executes other processes' requests, and ends in order."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app.searches import serve_searches, works
from bot.games.playable import Games
from bot.search.pool import LocalPool
from bot.search.queued_pool import QueuedPool
from bot.settings import HostPort
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import think
from engine.kernel.match import Match
from tests.bot.kit import OFTEN, Bot, HandClock
from tests.bot.search.workers import AtOnce, ByHand
from tests.bot.stores import STORES, rows
from tests.games import registry
from tests.games.vigil.game import VIGIL
from tests.games.vigil.search import VIGIL_THINKING

pytestmark = pytest.mark.both_stores


class HurriedClock(HandClock):
    """A clock on which some milliseconds pass at each wait."""

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        while not event.is_set() and (until is None or self.now() < until):
            await asyncio.sleep(0.001)
            self._now += 5


async def test_a_search_process_serves_others_and_ends(bot: Bot, tmp_path: Path) -> None:
    games = Games.of(replace(registry.vigil(), thinking=VIGIL_THINKING))
    settings = OFTEN.model_copy(update={"database": STORES.at(bot.path), "metrics": HostPort("127.0.0.1", 0)})
    clock, stop = HurriedClock(), asyncio.Event()
    process = asyncio.create_task(serve_searches(settings, games, stop, clock=clock, worker=AtOnce))

    async def roles() -> list[str]:
        return sorted(str(row[0]) for row in await rows(bot.store, "SELECT role FROM workers"))

    for _ in range(10_000):
        if "think" in await roles():
            break
        await asyncio.sleep(0.001)
    with closing(LocalPool(ByHand, HandClock())) as local:
        pool = QueuedPool(bot.store, clock, works(games), local)
        match = Match.new(VIGIL, [None, None], "seed")
        seat = min(match.questions)
        arguments = (VIGIL_THINKING, VIGIL.know(match.machine, {seat}), seat, HARD, "seed")
        assert await pool.submit("match", think, *arguments, person=7) == think(*arguments)
    stop.set()
    await process
    assert await roles() == ["run"]
    assert await rows(bot.store, "SELECT * FROM thoughts") == []
