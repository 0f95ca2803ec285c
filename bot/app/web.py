"""The HTTP side of a process: the questions of a load balancer, and the endpoint for interactions if it answers people."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import structlog

from bot.app.roles import Address
from bot.discord.client import VoidreamClient
from bot.discord.endpoint import LARGEST, PATH, Endpoint
from bot.discord.http_server import HttpServer
from bot.discord.status_pages import Obstacle, StatusPages
from bot.errors import StartError
from bot.platform.clock import Clock

UNNOTICED = 5_000
"""Milliseconds for which a process that stops is open after it has said so: a load balancer asks now and then."""

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
        """Serve; interactions are refused until `begin`. Raises StartError if the port can't be used."""
        host, port = self._address.host, self._address.port
        try:
            self.port = await self._server.open(host, port)
        except OSError as error:
            why = error.strerror or error
            raise StartError(
                f"{host}:{port} can't be used: {why}. Name another one: --host, --port."
            ) from None
        _log.info("serving", host=host, port=self.port)

    async def begin(self) -> None:
        """Take interactions, and tell Discord where if there is an address for that.

        Raises StartError if Discord does not take the address.
        """
        application = self._client.application
        if self._endpoint is None or application is None:
            return
        self._endpoint.trust(bytes.fromhex(application.verify_key))
        url, known = (
            self._address.url.replace("{port}", str(self.port)),
            application.interactions_endpoint_url,
        )
        if not url:
            if known is None:
                _log.warning(
                    "Discord does not know this endpoint yet: enter its address in the developer portal, or start with --url",
                    path=PATH,
                )
            return
        if url == known:
            return
        try:
            await self._client.set_endpoint(url)
        except discord.HTTPException as error:
            raise StartError(
                f"Discord does not take {url} as the address for interactions: {error.text or error.status}. It must lead "
                f"to this process from everywhere, by https."
            ) from None
        except (discord.RateLimited, OSError, aiohttp.ClientError) as error:
            raise StartError(f"Discord can't be told where to post interactions: {error}.") from None
        _log.info("Discord posts interactions here", url=url)

    async def end(self) -> None:
        """Wait until a load balancer sends nobody here any more, if one asks; then close."""
        if self._pages.is_asked:
            await self._clock.wait(asyncio.Event(), self._clock.now() + UNNOTICED)
        await self._server.close()
