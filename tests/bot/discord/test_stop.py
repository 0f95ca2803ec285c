"""SIGTERM ends the bot in any state of Discord; pending announcements wait in the database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import pytest

from bot.local_discord.clock import TableClock
from bot.local_discord.server import HOST, LocalTable
from tests.bot.discord import process
from tests.table.actor import Actor
from tests.whole.processes import Running, started

pytestmark = pytest.mark.sqlite


def bot(address: str, token: str, database: Path) -> AbstractAsyncContextManager[Running]:
    """Start the bot with a small game."""
    return started(database.parent, address, token, str(database), module=(process.__name__,))


async def test_while_discord_is_away(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    async with bot(table.address, table.token, tmp_path / "bot.sqlite3") as running:
        await running.said("ready")
        await table.stop()
        assert await running.stop() == 0


@pytest.mark.slow
async def test_a_bot_that_answers_over_http(tmp_path: Path) -> None:
    """The role by command: it registers its address at the table, finishes what is in flight, and then ends."""
    table = LocalTable()
    await table.start()
    command = ("run", "--table", table.address, "--port", "0")
    async with started(tmp_path, *command, DISCORD_TOKEN=table.token, LOG_LEVEL="INFO") as running:
        await running.said("Discord posts interactions here")
        fault = table.faults.add("PATCH", "/webhooks/*/messages/@original", delay=0.5)
        pressed = await Actor(table, "Ada").slash("match list", wait="no")
        await running.while_alive(fault.met.wait())
        assert await running.stop() == 0
    assert pressed.text and pressed.interaction.state == "answered"
    await table.stop()


async def test_before_discord_has_answered_at_all(tmp_path: Path) -> None:
    reached = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.set()
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, HOST, 0)
    port = server.sockets[0].getsockname()[1]
    async with bot(f"http://{HOST}:{port}", LocalTable().token, tmp_path / "bot.sqlite3") as running:
        await running.while_alive(reached.wait())
        assert await running.stop() == 0
    server.close()
    await server.wait_closed()


@pytest.mark.slow
async def test_while_announcements_hang(tmp_path: Path) -> None:
    """Requests that are never answered, and limits that block everything for an hour."""
    for kind in ("hanging", "limited"):
        file = tmp_path / f"{kind}.sqlite3"
        table = LocalTable(clock=TableClock(running=True))
        await table.start()
        fault = (
            table.faults.add("POST", "/channels/*/messages", delay=36_000)
            if kind == "hanging"
            else table.faults.rate_limit("POST", "/channels/*/messages", retry_after=3600, times=100)
        )
        async with bot(table.address, table.token, file) as running:
            await running.said("ready")
            await Actor(table, "Ada").slash("voidream challenge", user=Actor(table, "Bo"), deck="Morning")
            await running.while_alive(fault.met.wait())
            assert await running.stop() == 0
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL").fetchone() == (1,)
        await table.stop()
