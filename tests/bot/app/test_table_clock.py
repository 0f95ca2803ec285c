"""The bot uses the table's clock: in the same process, and by requests from another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app.run import opened
from bot.app.table_clock import TableTime, followed
from bot.clocks.control import DAY
from bot.games.playable import Games
from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from bot.platform.clock import Clock as BotClock
from bot.settings import Settings
from engine.kernel.chance import Chance
from tests.bot.discord.kit import SEED
from tests.bot.kit import TURN
from tests.games.registry import parlour
from tests.table import transcript
from tests.table.actor import Actor

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NOON_MS = 1_767_268_800_000


@pytest.fixture
async def table() -> AsyncGenerator[LocalTable]:
    """A served table whose clock only moves by hand."""
    served = LocalTable(clock=TableClock(NOON, running=False))
    await served.start()
    yield served
    await served.stop()
    served.check()


async def test_a_table_s_time_is_waited_for(table: LocalTable) -> None:
    clock = TableTime(table.clock)
    assert clock.now() == NOON_MS
    never, waiting = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(clock.wait(never, NOON_MS + 2 * DAY))
    second_wait = asyncio.create_task(clock.wait(waiting, None))
    await asyncio.sleep(0)
    table.clock.advance(DAY / 1000)
    await asyncio.sleep(0)
    assert not task.done()
    table.clock.advance(DAY / 1000)
    await task
    assert clock.now() == NOON_MS + 2 * DAY
    waiting.set()
    await second_wait
    await clock.wait(never, NOON_MS)


async def test_the_time_of_another_process_s_table_is_requested(table: LocalTable) -> None:
    ahead = datetime.now(UTC).timestamp() - NOON.timestamp() + 3600
    table.clock.advance(ahead)
    async with followed(table.address, every=0.01) as clock:
        await clock.ask()
        before = clock.now()
        table.clock.advance(2 * DAY / 1000)
        await clock.wait(asyncio.Event(), before + 2 * DAY)
        assert clock.now() >= before + 2 * DAY
        woken = asyncio.Event()
        woken.set()
        await clock.wait(woken, None)


async def check_timeout(table: LocalTable, clock: BotClock, file: Path) -> None:
    """Begin a match with clocks, move the table's clock, and check that time runs out by the bot alone."""
    settings = Settings(database=file, picture_cache_mb=1)  # type: ignore[call-arg]
    with connected(table.address, table.token):
        async with opened(
            settings,
            Games.of(parlour()),
            clock=clock,
            seed=lambda: SEED,
            reply_delay=lambda: TURN,
            random_source=lambda: Chance("drawn"),
            guild_ready_timeout=0.02,
        ) as bot:
            stop = asyncio.Event()
            serving = asyncio.create_task(bot.serve(table.token, stop))
            await bot.client.readied.wait()
            ada, bo = Actor(table, "Ada"), Actor(table, "Bo")
            await ada.slash("voidream challenge", user=bo, deck="Morning", clock="2d each")
            offered = await bo.click(await bo.gets("challenges you to"), "Accept")
            await bo.select(offered.reply, "Evening")
            await ada.until(lambda: bool(ada.threads()), "a thread")
            late = ada if await bot.services.matches.question(1, ada.person.id) else bo
            await late.gets("Your move", channel=late.direct)
            table.clock.advance(1.5 * DAY / 1000)
            reminder = await late.gets("Reminder:", channel=late.direct)
            assert "Your deadline is" in transcript.text(reminder)
            table.clock.advance(0.5 * DAY / 1000 + 1)
            await late.gets("is out of time. You can claim the win", channel=late.threads()[-1])
            stop.set()
            await serving


async def test_time_runs_out_at_the_table(table: LocalTable, tmp_path: Path) -> None:
    await check_timeout(table, TableTime(table.clock), tmp_path / "here.sqlite3")


async def test_time_runs_out_at_another_process_s_table(table: LocalTable, tmp_path: Path) -> None:
    table.clock.advance(datetime.now(UTC).timestamp() - NOON.timestamp() + 3600)
    async with followed(table.address, every=0.01) as clock:
        await clock.ask()
        await check_timeout(table, clock, tmp_path / "elsewhere.sqlite3")
