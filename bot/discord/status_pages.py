"""Pages for load balancers and containers: whether the process is healthy, and whether it is ready for more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

Obstacle = Callable[[], Awaitable[str]]
"""Returns why a process should get nothing new to do; "" if it is ready."""


class StatusPages:
    """`/healthz` answers as long as the process runs, `/readyz` with 503 and the reason where it should get no requests."""

    def __init__(self, app: web.Application, obstacle: Obstacle) -> None:
        self._obstacle = obstacle
        self.is_asked = False
        """Whether anybody has asked if the process is ready."""
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/readyz", self._readiness)

    async def _health(self, request: web.Request) -> web.Response:
        return web.Response(text="healthy\n")

    async def _readiness(self, request: web.Request) -> web.Response:
        self.is_asked = True
        obstacle = await self._obstacle()
        return web.Response(status=503 if obstacle else 200, text=f"{obstacle or 'ready'}\n")
