"""The address for interactions: one that Discord does not take, and one that leads elsewhere."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app.roles import Address, Role
from bot.app.run import serve
from bot.errors import StartError
from bot.games.playable import Games
from bot.local_discord.connect import connected
from bot.local_discord.server import HOST, LocalTable
from bot.settings import Settings
from tests.games.registry import parlour


async def refused(tmp_path: Path, table: LocalTable, role: Role, address: Address | None) -> str:
    """Return why a process does not start."""
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=SecretStr(table.token))
    with connected(table.address, table.token), pytest.raises(StartError) as refused:
        await serve(settings, Games.of(parlour()), asyncio.Event(), role=role, address=address)
    return str(refused.value)


async def test_what_keeps_a_process_from_starting(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        why = await refused(tmp_path, table, Role.ANSWER, Address(HOST, port))
        assert f"{HOST}:{port} can't be used" in why
    url = f"http://{HOST}:1/interactions"
    why = await refused(tmp_path, table, Role.ANSWER, Address(HOST, 0, url))
    assert f"Discord does not take {url}" in why and not table.endpoint.url
    table.endpoint.url = url
    assert f"Discord posts what people press to {url}" in await refused(tmp_path, table, Role.RUN, None)
    await table.stop()
