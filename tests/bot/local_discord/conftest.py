"""A table with a stopped clock, the sample bot connected to it, and two people."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from tests.bot.local_discord.oracle import watch
from tests.bot.local_discord.sample import Sample
from tests.table.actor import Actor


@pytest.fixture
async def table() -> AsyncIterator[LocalTable]:
    """A served table; at the end the bot must not have requested anything that the table doesn't have."""
    table = LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    watch(table)
    await table.start()
    yield table
    await table.stop()
    table.check()


@pytest.fixture
async def bot(table: LocalTable) -> AsyncIterator[Sample]:
    """The sample bot, connected and ready."""
    bot = Sample()
    with connected(table.address, table.token) as token:
        async with bot:
            running = asyncio.create_task(bot.start(token))
            async with asyncio.timeout(60):
                await bot.readied.wait()
            yield bot
        await running


@pytest.fixture
def alice(table: LocalTable) -> Actor:
    """Alice, whose transcript is kept."""
    return Actor(table, "Alice")


@pytest.fixture
def bob(table: LocalTable) -> Actor:
    """Bob, whose transcript is kept."""
    return Actor(table, "Bob")
