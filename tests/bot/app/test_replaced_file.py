"""A bot whose database is replaced while it runs stops with a sentence."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.app.run import opened
from bot.app.table_clock import TableTime
from bot.errors import StartError
from bot.games.playable import Games
from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from bot.maintenance.file_guard import EVERY
from bot.settings import Settings
from tests.bot.kit import lay_out
from tests.games.registry import parlour


async def test_the_bot_stops(tmp_path: Path) -> None:
    file, replacement = tmp_path / "bot.sqlite3", tmp_path / "other.sqlite3"
    for path in (file, replacement):
        await lay_out(path)
    table = LocalTable(clock=TableClock(running=False))
    await table.start()
    settings = Settings(database=file, picture_cache_mb=1)  # type: ignore[call-arg]
    try:
        with connected(table.address, table.token):
            games, clock = Games.of(parlour()), TableTime(table.clock)
            async with opened(settings, games, clock=clock, guild_ready_timeout=0.02) as bot:
                serving = asyncio.create_task(bot.serve(table.token, asyncio.Event()))
                await bot.client.readied.wait()
                table.clock.advance(EVERY / 1000)
                await asyncio.wait({serving}, timeout=0.01)
                assert not serving.done()
                shutil.copy(replacement, tmp_path / "copy")
                (tmp_path / "copy").rename(file)
                while not serving.done():
                    # A check that began before the replacement finds nothing, and the next one is due later.
                    table.clock.advance(EVERY / 1000)
                    await asyncio.wait({serving}, timeout=0.01)
                with pytest.raises(StartError, match="was replaced while the bot ran on it"):
                    await serving
    finally:
        await table.stop()
