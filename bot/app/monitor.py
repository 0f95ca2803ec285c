"""Process metrics for operators: `GET /metrics` at a separate address, and the database queries for them."""

from __future__ import annotations

import asyncio
from collections import deque
from math import isfinite

import structlog
from aiohttp import web

from bot.discord.client import VoidreamClient
from bot.discord.http_server import HttpServer
from bot.errors import StartError
from bot.platform import metrics
from bot.platform.clock import Clock
from bot.platform.worker import Worker
from bot.search.pool import LocalPool, Urgency
from bot.search.queued_pool import QueuedPool
from bot.settings import HostPort
from bot.store import Store

EVERY = 10_000
"""Milliseconds between two queries of the database."""
REMEMBERED = 360
"""Observations kept: an hour's."""
_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.metrics")


class Ages:
    """Estimates how long notes have been waiting, from the newest note at each observation.

    The outbox doesn't store that time.
    """

    def __init__(self) -> None:
        self._checks: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)

    def age(self, now: int, oldest: int | None, last: int) -> int:
        """Return the minimum age of the note `oldest` in milliseconds. `last` is the newest note now."""
        self._checks.append((now, last))
        if oldest is None:
            return 0
        return now - next((at for at, newest in self._checks if newest >= oldest), now)


class Monitor(Worker):
    """Serves the metrics of this process. With `delivers`, it also queries the database's backlog."""

    def __init__(
        self,
        address: HostPort,
        store: Store,
        client: VoidreamClient | None,
        pool: LocalPool | QueuedPool,
        clock: Clock,
        *,
        delivers: bool,
    ) -> None:
        super().__init__("metrics", clock, asyncio.Event())
        self._address = address
        self._store = store
        self._client = client
        self._pool = pool
        self._delivers = delivers
        self._ages = Ages()
        self._server = HttpServer(1)
        self._server.app.router.add_get("/metrics", self._page)
        self.port = 0
        """The port, once it is open."""

    async def open(self) -> None:
        """Start serving. Raises StartError if the address can't be used."""
        try:
            self.port = await self._server.open(self._address.host, self._address.port)
        except OSError as error:
            raise StartError(f"METRICS: {self._address} can't be used: {error.strerror or error}.") from None
        _log.info("serving metrics", host=self._address.host, port=self.port)

    async def stop(self, grace: float = 8.0) -> None:
        """Stop, and close the server."""
        await super().stop(grace)
        await self._server.close()

    async def _page(self, request: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": _CONTENT_TYPE})

    async def _round(self) -> int | None:
        now = self._clock.now()
        latency = 0.0 if self._client is None else self._client.latency
        metrics.GATEWAY_LATENCY.set(latency if isfinite(latency) else 0)
        waiting = self._pool.waiting_by_urgency()
        for urgency in Urgency:
            metrics.THOUGHTS_WAITING.labels(urgency.value).set(waiting[urgency])
        if self._delivers:
            await self._check(now)
        return now + EVERY

    async def _check(self, now: int) -> None:
        async with self._store.read() as store:
            backlog = await store.notes.backlog(now)
            matches = await store.matches.number_open()
        metrics.OUTBOX_WAITING.set(backlog.waiting)
        metrics.OUTBOX_OLDEST.set(self._ages.age(now, backlog.oldest, backlog.last) / 1000)
        metrics.MATCHES.clear()
        for (game, standing), number in matches.items():
            metrics.MATCHES.labels(game, standing).set(number)
