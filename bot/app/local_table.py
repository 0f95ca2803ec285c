"""The bot at a local table: both in this process, or only the bot, at a table served by another process.

Either way the bot uses the table's clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from msgspec import structs

from bot.app.rehearsal import rehearsal
from bot.app.roles import Address, Role
from bot.app.run import last_resort, opened, until_stopped
from bot.app.table_clock import TableTime, followed
from bot.discord.endpoint import PATH
from bot.errors import StartError
from bot.games.playable import Games
from bot.local_discord.connect import LoopbackOnly, connected
from bot.local_discord.folder import FolderRefused, TableFolder, set_aside
from bot.local_discord.server import HOST, LocalTable
from bot.settings import Settings

WAIT_FOR_SERVERS = 0.1
"""Seconds that discord.py waits for the list of servers. A table has one, and announces it immediately."""
OWN_URL = f"http://{HOST}:{{port}}{PATH}"
"""The interactions URL of a bot on this machine."""
DATABASE = "bot.sqlite3"
"""The bot's database in a table's folder."""
FRESH = " --fresh begins a new table and renames the old folder."


def run_at(
    table: str,
    settings: Settings,
    games: Games,
    *,
    adopt: bool = False,
    role: Role = Role.RUN,
    address: Address | None = None,
) -> None:
    """Play a role at the table at the URL `table`, with its token, until SIGTERM or SIGINT. Raises StartError."""
    if address is not None and role.answers and not address.url:
        address = structs.replace(address, url=OWN_URL)
    with at_table(table, settings) as token:

        async def play(stop: asyncio.Event) -> None:
            async with (
                followed(table) as clock,
                opened(
                    settings,
                    games,
                    clock=clock,
                    guild_ready_timeout=WAIT_FOR_SERVERS,
                    role=role,
                    address=address,
                    rehearse=rehearsal(settings, games, role),
                ) as bot,
            ):
                await bot.serve(token, stop, adopt=adopt)

        until_stopped(play, within=last_resort(role, address))


@contextmanager
def at_table(address: str, settings: Settings) -> Generator[str]:
    """Connect discord.py to the table at `address` for the duration of the block. Yield the token. Raises StartError."""
    if settings.discord_token is None:
        raise StartError("DISCORD_TOKEN: use the token that the table printed.")
    try:
        with connected(address, settings.discord_token.get_secret_value()) as token:
            yield token
    except LoopbackOnly as error:
        raise StartError(f"This is no local table: {error}.") from None


async def serve_table(
    port: int,
    folder: Path,
    settings: Settings,
    games: Games | None,
    stop: asyncio.Event,
    ready: Callable[[str, str], None],
    report: Callable[[str], None],
    *,
    by_http: bool = False,
) -> None:
    """Serve the table of a folder on a port (0: a free one) until `stop` is set, with the bot at it if there are `games`.

    `by_http`: the table posts to the bot what people press, instead of telling it over the gateway.
    `ready` is told the address and the token, `report` what can't be written. The bot's database is in the folder, too.
    Raises StartError.
    """
    async with _stored_table(folder, report) as table:
        try:
            address = await table.start(port)
        except OSError as error:
            raise StartError(
                f"Port {port} can't be used: {error.strerror or error}. Name another one: --port N."
            ) from None
        if games is None:
            ready(address, table.token)
            await stop.wait()
            return
        with connected(address, table.token):
            bot_settings = settings.model_copy(update={"database": folder / DATABASE})
            clock, served = TableTime(table.clock), Address(HOST, url=OWN_URL) if by_http else None
            async with AsyncExitStack() as stack:
                try:
                    bot = await stack.enter_async_context(
                        opened(
                            bot_settings,
                            games,
                            clock=clock,
                            guild_ready_timeout=WAIT_FOR_SERVERS,
                            address=served,
                        )
                    )
                except StartError as error:
                    raise StartError(f"{error}{FRESH}") from None
                serving = asyncio.create_task(bot.serve(table.token, stop), name="bot")
                readied = asyncio.create_task(bot.client.readied.wait(), name="readied")
                await asyncio.wait([serving, readied], return_when=asyncio.FIRST_COMPLETED)
                readied.cancel()
                if not serving.done():
                    ready(address, table.token)
                await serving


def begin_again(folder: Path) -> Path | None:
    """Rename the folder of a table, if it exists. Return its new path. Raises StartError."""
    try:
        return set_aside(folder)
    except FolderRefused as error:
        raise StartError(str(error)) from None


def _unusable(error: FolderRefused) -> StartError:
    fresh = "" if error.in_use else FRESH
    return StartError(f"{error} Nothing was changed. Name another folder: --folder PATH.{fresh}")


@asynccontextmanager
async def _stored_table(path: Path, report: Callable[[str], None]) -> AsyncGenerator[LocalTable]:
    """Yield the table of a folder, which is saved for the duration of the block. Raises StartError."""
    try:
        folder = await TableFolder.open(path, report)
    except FolderRefused as error:
        raise _unusable(error) from None
    try:
        table = await folder.table()
    except FolderRefused as error:
        await folder.close()
        raise _unusable(error) from None
    try:
        yield table
    finally:
        await table.stop()
        await folder.close()
