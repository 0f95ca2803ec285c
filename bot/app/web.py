"""The HTTP server of a process: status pages and, if it answers people, the endpoint for interactions."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import structlog

from bot.app.roles import Address
from bot.discord.client import VoidreamClient
from bot.discord.endpoint import LARGEST, PATH, Endpoint
from bot.discord.http_server import HttpServer, Obstacle, StatusPages
from bot.errors import StartError
from bot.platform.clock import Clock

AGAIN = (2, 5, 10)
"""Seconds between attempts to set the interactions URL at Discord."""
UNNOTICED = 5_000
"""Milliseconds that a stopping process stays open, until a load balancer has noticed."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.web")


class Web:
    """Serves HTTP at an address; with `answers`, interactions too."""

    def __init__(
        self, address: Address, client: VoidreamClient, clock: Clock, obstacle: Obstacle, *, answers: bool
    ) -> None:
        self._address = address
        self._client = client
        self._clock = clock
        self._server = HttpServer(LARGEST)
        self._pages = StatusPages(self._server.app, obstacle)
        self._endpoint = Endpoint(self._server, client.receive, clock) if answers else None
        self.port = 0
        """The port, once it is open."""

    async def open(self) -> None:
        """Start serving. Interactions are refused until `begin`. Raises StartError if the port can't be used."""
        host, port = self._address.host, self._address.port
        try:
            self.port = await self._server.open(host, port)
        except OSError as error:
            why = error.strerror or error
            raise StartError(
                f"{host}:{port} can't be used: {why}. Name another one: --host, --port."
            ) from None
        _log.info("serving", host=host, port=self.port)

    def begin(self) -> None:
        """Accept interactions from now on, because the application's public key is known."""
        application = self._client.application
        if self._endpoint is not None and application is not None:
            self._endpoint.trust(bytes.fromhex(application.verify_key))

    async def announce(self, stop: asyncio.Event) -> None:
        """Set the interactions URL at Discord, if there is one, unless `stop` is set in the meantime.

        Discord tests the URL, and a load balancer may take a while to notice that a process is ready. Raises
        StartError if Discord finally refuses it.
        """
        application = self._client.application
        if self._endpoint is None or application is None:
            return
        url = self._address.url.replace("{port}", str(self.port))
        if not url and application.interactions_endpoint_url is None:
            _log.warning(
                "Discord does not know this endpoint yet: enter its address in the developer portal, or start with --url",
                path=PATH,
            )
        if not url or url == application.interactions_endpoint_url:
            return
        for seconds in (*AGAIN, None):
            try:
                await self._client.set_endpoint(url)
            except (discord.DiscordException, OSError, aiohttp.ClientError) as error:
                why = error.text if isinstance(error, discord.HTTPException) else str(error)
                if seconds is None:
                    raise StartError(
                        f"Discord does not take {url} as the address for interactions: {why}. It must lead to this "
                        "process from everywhere, by https."
                    ) from None
                _log.warning(
                    "Discord does not take the address yet", url=url, again_in_seconds=seconds, why=why
                )
                await self._clock.wait(stop, self._clock.now() + 1000 * seconds)
                if stop.is_set():
                    return
            else:
                _log.info("Discord posts interactions here", url=url)
                return

    async def end(self) -> None:
        """Wait until a load balancer has stopped sending requests, if there is one; then close."""
        if self._pages.is_asked:
            await self._clock.wait(asyncio.Event(), self._clock.now() + UNNOTICED)
        await self._server.close()
