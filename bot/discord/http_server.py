"""A small HTTP server that cuts off clients that don't send a complete request in time.

It includes the status pages for load balancers and containers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

SLOWEST = 5.0
"""Maximum seconds for the head of a request, and again for its body."""
KEPT_ALIVE = 30.0
"""Seconds until an idle connection is closed."""
CLOSING = 1.0
"""Seconds granted to requests in progress when the server closes."""


class HttpServer:
    """Serves an application on one port. A request over `largest` bytes gets status 413.

    A client has `slowest` seconds for the head of a request, and again for its body.
    """

    def __init__(self, largest: int, slowest: float = SLOWEST) -> None:
        self.app = web.Application(client_max_size=largest, middlewares=[self._note_request])
        self._slowest = slowest
        self._silent: set[web.RequestHandler] = set()
        """The connections that have sent no request yet."""
        self._runner = web.AppRunner(
            self.app,
            access_log=None,
            keepalive_timeout=KEPT_ALIVE,
            lingering_time=0,
            shutdown_timeout=CLOSING,
        )
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Start serving. Return the port, a free one for 0. Raises OSError if it can't be used."""
        await self._runner.setup()
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._accept, host, port)
        return self._listening.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Accept no new connections, finish the requests in progress, and close."""
        if self._listening is not None:
            self._listening.close()
        await self._runner.cleanup()

    async def body(self, request: web.Request) -> bytes:
        """Return the body of a request. Raises HTTPRequestEntityTooLarge and HTTPRequestTimeout."""
        try:
            async with asyncio.timeout(self._slowest):
                return await request.read()
        except TimeoutError:
            raise web.HTTPRequestTimeout from None

    def _accept(self) -> asyncio.Protocol:
        server = self._runner.server
        assert server is not None
        connection = server()
        # aiohttp itself would wait for ever for the head of the first request.
        self._silent.add(connection)
        asyncio.get_running_loop().call_later(self._slowest, self._cut_if_silent, connection)
        return connection

    def _cut_if_silent(self, connection: web.RequestHandler) -> None:
        if connection in self._silent:
            self._silent.discard(connection)
            if connection.transport is not None:
                connection.transport.abort()

    @web.middleware
    async def _note_request(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        self._silent.discard(request.protocol)
        return await handler(request)


Obstacle = Callable[[], Awaitable[str]]
"""Returns a reason why a process should get no new work; "" if it is ready."""


class StatusPages:
    """The pages `/healthz`, fine as long as the process runs, and `/readyz`, 503 with a reason if it isn't ready."""

    def __init__(self, app: web.Application, obstacle: Obstacle) -> None:
        self._obstacle = obstacle
        self.is_asked = False
        """Whether `/readyz` was ever requested."""
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/readyz", self._readiness)

    async def _health(self, request: web.Request) -> web.Response:
        return web.Response(text="healthy\n")

    async def _readiness(self, request: web.Request) -> web.Response:
        self.is_asked = True
        obstacle = await self._obstacle()
        return web.Response(status=503 if obstacle else 200, text=f"{obstacle or 'ready'}\n")
