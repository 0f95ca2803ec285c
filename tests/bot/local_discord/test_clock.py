"""The table's clock: stopped, moved forward, and timers in order."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.local_discord.clock import TableClock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_time_is_stopped_until_moved() -> None:
    clock = TableClock(NOON, running=False)
    assert clock.now() == NOON
    clock.advance(90)
    assert clock.now() == NOON + timedelta(seconds=90)
    with pytest.raises(ValueError, match="only be moved forward"):
        clock.advance(-1)


def test_calls_fall_due_in_order_and_see_later_ones() -> None:
    clock = TableClock(NOON, running=False)
    calls: list[str] = []

    def note(name: str) -> None:
        calls.append(f"{name} {(clock.now() - NOON).seconds}")
        if name == "first":
            clock.after(5, lambda: note("between"))

    clock.after(20, lambda: note("second"))
    clock.after(10, lambda: note("first"))
    cancelled = clock.after(15, lambda: note("never"))
    cancelled.cancel()
    clock.advance(9.9)
    assert calls == []
    clock.advance(60)
    assert calls == ["first 10", "between 15", "second 20"]
    clock.close()
    clock.advance(60)
    assert len(calls) == 3


async def test_sleeping_uses_this_clock() -> None:
    clock = TableClock(NOON, running=False)
    sleeping = asyncio.create_task(clock.sleep(3600))
    await asyncio.sleep(0)
    clock.advance(3599)
    await asyncio.sleep(0)
    assert not sleeping.done()
    clock.advance(1)
    await sleeping


async def test_running_clock_runs_and_wakes() -> None:
    clock = TableClock(NOON)
    woken = asyncio.Event()
    clock.after(0.001, woken.set)
    async with asyncio.timeout(60):
        await woken.wait()
    assert clock.now() > NOON
    clock.after(3600, woken.clear)
    clock.advance(3601)
    assert not woken.is_set()
    clock.close()
