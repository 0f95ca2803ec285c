"""Searches across processes: the known searches, and the process that runs them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path

import structlog
from structlog.contextvars import bind_contextvars

from bot.app.database_clock import database_clock
from bot.app.monitor import Monitor
from bot.app.roles import Role
from bot.features.hints.service import advised
from bot.games.playable import Games
from bot.maintenance.membership import Membership
from bot.platform import metrics
from bot.platform.clock import Clock, SystemClock
from bot.platform.worker import Worker
from bot.search.pool import LocalPool
from bot.search.thinkers import Thinkers
from bot.search.worker import ProcessWorker, SearchWorker
from bot.search.works import Works
from bot.settings import Settings
from bot.store import open_store
from bot.store.random_values import draw
from bot.store.schema import scripts
from engine.kernel.ai.analysis import judge
from engine.kernel.ai.search import think

GRACE = 1.5
"""Seconds for returning the search in progress to the queue."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.thinking")


def works(games: Games) -> Works:
    """Return the known searches for these games."""
    thinkings = [game.thinking for game in games.games.values() if game.thinking is not None]
    return Works((think, advised, judge), thinkings)


async def serve_searches(
    settings: Settings,
    games: Games,
    stop: asyncio.Event,
    *,
    clock: Clock | None = None,
    worker: Callable[[], SearchWorker] = ProcessWorker,
) -> None:
    """Run other processes' searches until `stop` is set. Raises StartError.

    It needs no token: it knows nothing about Discord, and only one seat's knowledge of a match.
    """
    async with AsyncExitStack() as stack:
        store = await open_store(settings.database, draw=draw)
        stack.push_async_callback(store.close)
        if clock is None:
            is_file = isinstance(settings.database, Path)
            clock = SystemClock() if is_file else await stack.enter_async_context(database_clock(store))
        pool = LocalPool(worker, clock)
        stack.callback(pool.close)
        membership = Membership(
            store,
            clock,
            secrets.token_hex(8),
            role=Role.THINK,
            version=version("voidream"),
            on_freed=lambda: None,
        )
        thinkers = Thinkers(store, clock, works(games), pool, membership.id)
        workers: list[Worker] = [membership, thinkers]
        bind_contextvars(role=Role.THINK.value, worker=membership.id)
        if settings.metrics is not None:
            kind = "sqlite" if isinstance(settings.database, Path) else "postgresql"
            metrics.BUILD_INFO.labels(version("voidream"), str(len(scripts())), Role.THINK.value, kind).set(1)
            monitor = Monitor(settings.metrics, store, None, pool, clock, delivers=False)
            await monitor.open()
            workers.append(monitor)
        await membership.join()
        for background_worker in workers:
            background_worker.start()
        _log.info("thinking")
        await stop.wait()
        _log.info("stopping")
        await thinkers.stop(GRACE)
        for background_worker in workers:
            if background_worker is not thinkers:
                await background_worker.stop(GRACE)
        await membership.leave()
