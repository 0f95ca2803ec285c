"""SIGTERM ends the bot in any state of Discord; pending announcements wait in the database."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.local_discord.clock import TableClock
from bot.local_discord.server import HOST, LocalTable
from tests.table.actor import Actor

pytestmark = pytest.mark.sqlite
ROOT = Path(__file__).parents[3]
PATIENT = 25.0
"""The timeout for a process, in seconds. It normally takes a fifth of that."""


@asynccontextmanager
async def bot(address: str, token: str, database: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.discord.process", address, token, str(database),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def wait_for_log(process: asyncio.subprocess.Process, words: str) -> None:
    """Read the bot's log until it contains these words."""
    assert process.stdout is not None
    async with asyncio.timeout(60):
        while words not in (line := (await process.stdout.readline()).decode()):
            assert line, f"it ended without saying {words!r}"


async def ends(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    async with asyncio.timeout(PATIENT):
        await asyncio.gather(process.wait(), process.stdout.read())
    assert process.returncode == 0


async def test_while_discord_is_away(tmp_path: Path) -> None:
    table = LocalTable()
    await table.start()
    async with bot(table.address, table.token, tmp_path / "bot.sqlite3") as process:
        await wait_for_log(process, "ready")
        await table.stop()
        await ends(process)


@pytest.mark.slow
async def test_a_bot_that_answers_over_http(tmp_path: Path) -> None:
    """The role by command: it registers its address at the table, finishes what is in flight, and then ends."""
    table = LocalTable()
    await table.start()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", "--table", table.address, "--port", "0", cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": table.token, "LOG_LEVEL": "INFO"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    await wait_for_log(process, "Discord posts interactions here")
    fault = table.faults.add("PATCH", "/webhooks/*/messages/@original", delay=0.5)
    pressed = await Actor(table, "Ada").slash("match list", wait="no")
    async with asyncio.timeout(60):
        await fault.met.wait()
    await ends(process)
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
    async with bot(f"http://{HOST}:{port}", LocalTable().token, tmp_path / "bot.sqlite3") as process:
        async with asyncio.timeout(60):
            await reached.wait()
        await ends(process)
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
        async with bot(table.address, table.token, file) as process:
            await wait_for_log(process, "ready")
            await Actor(table, "Ada").slash("voidream challenge", user=Actor(table, "Bo"), deck="Morning")
            async with asyncio.timeout(60):
                await fault.met.wait()
            await ends(process)
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT COUNT(*) FROM outbox WHERE done_at IS NULL").fetchone() == (1,)
        await table.stop()
