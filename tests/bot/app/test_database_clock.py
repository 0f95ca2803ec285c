"""The time of a PostgreSQL database: several machines agree on it, even if their own clocks differ."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from bot.app.database_clock import DatabaseClock, database_clock
from bot.store import open_store
from tests.bot.stores import STORES
from tests.postgres import Server


class Steady:
    """A machine's millisecond counter, advanced by hand."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


async def test_machines_with_different_clocks_agree(postgres: Server, tmp_path: Path) -> None:
    STORES.server = postgres
    try:
        store = await open_store(STORES.at(tmp_path / "x"))
        machine_1, machine_2 = Steady(7), Steady(120_000_000)
        clocks = [DatabaseClock(store, steady) for steady in (machine_1, machine_2)]
        for clock in clocks:
            await clock.ask()
        first, second = (clock.now() for clock in clocks)
        assert abs(first - second) < 10_000 and abs(first - time.time() * 1000) < 10_000
        machine_1.now += 5_000
        assert clocks[0].now() == first + 5_000, "in between, time advances as on this machine"
        await clocks[0].ask()
        assert clocks[0].now() == first + 5_000, "the database is now behind, and time never runs backwards"
        machine_1.now += 10_000
        assert first < clocks[0].now() < first + 15_000
        await store.close()
    finally:
        STORES.forget()


async def test_it_waits_until_a_given_time(postgres: Server, tmp_path: Path) -> None:
    STORES.server = postgres
    try:
        store = await open_store(STORES.at(tmp_path / "x"))
        async with database_clock(store) as clock:
            began = clock.now()
            await clock.wait(asyncio.Event(), began + 30)
            assert clock.now() >= began + 30
            event = asyncio.Event()
            event.set()
            await clock.wait(event, None)
        await store.close()
    finally:
        STORES.forget()
