"""Starting and stopping: the token, the signals, the heartbeat."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app.run import opened, serve, until_stopped
from bot.errors import StartError
from bot.games.playable import Games
from bot.local_discord.connect import connected
from bot.local_discord.server import HOST, LocalTable
from bot.maintenance.health import sign_of_life, what_is_wrong
from bot.settings import Settings
from tests.bot.discord.kit import Room
from tests.bot.stores import STORES
from tests.games.registry import parlour


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_signals_stop_the_bot_in_order(sign: signal.Signals) -> None:
    steps: list[str] = []

    async def main(stop: asyncio.Event) -> None:
        os.kill(os.getpid(), sign)
        await stop.wait()
        steps.append("finished what was in flight")

    # A shell ignores SIGINT for processes started in the background, so restore the default of a foreground process.
    before = signal.SIG_DFL if sign is signal.SIGTERM else signal.default_int_handler
    outside = signal.signal(sign, before)
    try:
        until_stopped(main)
        assert steps
        assert signal.getsignal(sign) is before
    finally:
        signal.signal(sign, outside)


async def test_no_token(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=None)
    with pytest.raises(StartError, match="DISCORD_TOKEN"):
        await serve(settings, Games.of(parlour()), asyncio.Event())


async def test_a_token_that_discord_does_not_know(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=SecretStr("local-table-wrong"))
    try:
        with connected(table.address, "local-table-wrong"), pytest.raises(StartError) as refused:
            await serve(settings, Games.of(parlour()), asyncio.Event())
    finally:
        await table.stop()
    assert "does not know this token" in str(refused.value)
    assert "local-table-wrong" not in str(refused.value)


async def test_discord_cannot_be_reached(tmp_path: Path) -> None:
    token = LocalTable().token
    settings = Settings(database=tmp_path / "bot.sqlite3", discord_token=SecretStr(token))
    with socket.socket() as silent:
        silent.bind((HOST, 0))
        address = f"http://{HOST}:{silent.getsockname()[1]}"
        with connected(address, token), pytest.raises(StartError, match="can't be reached"):
            await serve(settings, Games.of(parlour()), asyncio.Event())


async def test_the_heartbeat_starts_and_ends(lobby: Room) -> None:
    assert lobby.running is not None
    file = sign_of_life(STORES.at(lobby.file))
    while what_is_wrong(file, lobby.clock.now()):
        await lobby.clock.move(10)
        await lobby.unsent()
    await lobby.running.end()
    assert not file.exists()
    await lobby.begin()


async def test_a_bot_that_never_served_closes_everything(tmp_path: Path) -> None:
    async with opened(Settings(database=tmp_path / "bot.sqlite3"), Games.of(parlour())) as bot:
        assert await bot.services.matches.of_person(1) == ()
