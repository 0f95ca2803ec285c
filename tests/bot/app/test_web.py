"""The interactions endpoint: an address that Discord refuses, and one that leads elsewhere."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.app.roles import Address, Role
from bot.app.run import opened, serve
from bot.app.web import AGAIN
from bot.discord.endpoint import PATH
from bot.errors import StartError
from bot.games.playable import Games
from bot.local_discord.connect import connected
from bot.local_discord.server import HOST, LocalTable
from bot.settings import Settings
from tests.bot.kit import HandClock
from tests.games.registry import parlour

HERE = f"http://{HOST}:{{port}}"


async def refused(tmp_path: Path, table: LocalTable, role: Role, address: Address | None) -> str:
    """Return the reason why a process does not start."""
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=SecretStr(table.token))
    with connected(table.address, table.token), pytest.raises(StartError) as refused:
        await serve(settings, Games.of(parlour()), asyncio.Event(), role=role, address=address)
    return str(refused.value)


async def test_refused_addresses(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    with socket.create_server((HOST, 0)) as used_port:
        port = used_port.getsockname()[1]
        why = await refused(tmp_path, table, Role.ANSWER, Address(HOST, port))
        assert f"{HOST}:{port} can't be used" in why
    url = f"http://{HOST}:1/interactions"
    table.endpoint.url = url
    assert f"Discord posts what people press to {url}" in await refused(tmp_path, table, Role.RUN, None)
    await table.stop()


async def test_an_address_is_retried_until_it_leads_here(tmp_path: Path) -> None:
    """As long as the load balancer may not know it yet, but not forever."""
    table, clock, stop = LocalTable(), HandClock(), asyncio.Event()
    await table.start()
    table.endpoint.now = lambda: clock.now() / 1000
    settings = Settings(database=tmp_path / "bot.sqlite3")
    with connected(table.address, table.token):
        async with opened(
            settings, Games.of(parlour()), clock=clock, role=Role.ANSWER, address=Address(url=f"{HERE}/no")
        ) as bot:
            with capture_logs() as logs:
                serving = asyncio.create_task(bot.serve(table.token, stop))
                for number, seconds in enumerate(AGAIN, 1):
                    while sum("does not take" in record["event"] for record in logs) < number:  # noqa: ASYNC110
                        await asyncio.sleep(0)
                    assert await bot.obstacle() == ""
                    await clock.move(seconds)
                with pytest.raises(StartError, match="Discord does not take"):
                    await serving
        async with opened(
            settings, Games.of(parlour()), clock=clock, role=Role.ANSWER, address=Address(url=HERE + PATH)
        ) as bot:
            serving = asyncio.create_task(bot.serve(table.token, stop))
            await table.until(lambda: bool(table.endpoint.url))
            assert table.endpoint.url == f"http://{HOST}:{bot.web.port if bot.web else 0}{PATH}"
            stop.set()
            await serving
    await table.stop()
