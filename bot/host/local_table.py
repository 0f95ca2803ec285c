"""The bot at a local table: both in this process, or the bot alone at a table that another process serves.

Either way the bot lives by the table's clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.errors import StartError
from bot.games.playable import Games
from bot.host.run import opened, until_stopped
from bot.host.table_clock import TableTime, followed
from bot.settings import Settings
from bot.table.connect import LoopbackOnly, connected
from bot.table.server import LocalTable

WAIT_FOR_SERVERS = 0.1
"""Seconds that discord.py waits for the list of servers; a table has one, and tells of it at once."""


def run_at(address: str, settings: Settings, games: Games, *, adopt: bool = False) -> None:
    """Play at the table at `address`, with the token that it gave, until SIGTERM or SIGINT. Raises StartError."""
    with at_table(address, settings) as token:
        until_stopped(lambda stop: _play_at(address, token, settings, games, stop, adopt=adopt))


@contextmanager
def at_table(address: str, settings: Settings) -> Generator[str]:
    """Let discord.py talk to the table at `address` while this is open; give the token. Raises StartError."""
    if settings.discord_token is None:
        raise StartError("DISCORD_TOKEN: the token that the table gave is needed here.")
    try:
        with connected(address, settings.discord_token.get_secret_value()) as token:
            yield token
    except LoopbackOnly as error:
        raise StartError(f"This is no local table: {error}.") from None


async def _play_at(
    address: str, token: str, settings: Settings, games: Games, stop: asyncio.Event, *, adopt: bool
) -> None:
    async with (
        followed(address) as clock,
        opened(settings, games, clock=clock, guild_ready_timeout=WAIT_FOR_SERVERS) as bot,
    ):
        await bot.serve(token, stop, adopt=adopt)


async def serve_table(
    port: int,
    settings: Settings,
    games: Games | None,
    stop: asyncio.Event,
    ready: Callable[[str, str], None],
) -> None:
    """Serve a table on a port (0: a free one) until `stop` is set, with the bot at it if there are `games`.

    `ready` is told the address and the token. The table forgets everything when it ends, so the bot gets a database
    of its own that goes with it. Raises StartError.
    """
    table = LocalTable()
    try:
        address = await table.start(port)
    except OSError as error:
        raise StartError(
            f"Port {port} can't be used: {error.strerror or error}. Name another one: --port N."
        ) from None
    try:
        if games is None:
            ready(address, table.token)
            await stop.wait()
            return
        with TemporaryDirectory(prefix="voidream-") as folder, connected(address, table.token):
            own = settings.model_copy(update={"database": Path(folder) / "table.sqlite3"})
            clock = TableTime(table.clock)
            async with opened(own, games, clock=clock, guild_ready_timeout=WAIT_FOR_SERVERS) as bot:
                serving = asyncio.create_task(bot.serve(table.token, stop), name="bot")
                readied = asyncio.create_task(bot.client.readied.wait(), name="readied")
                await asyncio.wait([serving, readied], return_when=asyncio.FIRST_COMPLETED)
                readied.cancel()
                if not serving.done():
                    ready(address, table.token)
                await serving
    finally:
        await table.stop()
