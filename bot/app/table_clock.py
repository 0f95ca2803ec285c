"""The local table's time as the bot's clock: moving the table's clock moves deadlines, reminders and leases."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import structlog

from bot.local_discord.clock import TableClock
from bot.platform.clock import wait_for

EVERY = 1.0
"""Seconds between two requests for the time of a table in another process."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.table")


class TableTime:
    """The time of a table in this process."""

    def __init__(self, clock: TableClock) -> None:
        self._clock = clock

    def now(self) -> int:
        """Return the table's time in milliseconds since 1970, UTC."""
        return (self._clock.now() - _EPOCH) // _MILLISECOND

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the table's time `until` (None: never), whichever comes first."""
        if until is None:
            await event.wait()
            return
        if until <= self.now():
            return
        passed = asyncio.Event()
        timer = self._clock.at(_EPOCH + until * _MILLISECOND, passed.set)
        waits = [asyncio.create_task(event.wait()), asyncio.create_task(passed.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            timer.cancel()
            for wait in waits:
                wait.cancel()


class FollowedTime:
    """The time of a table in another process, requested periodically. In between, the monotonic clock is used."""

    def __init__(self, session: aiohttp.ClientSession, address: str, every: float = EVERY) -> None:
        self._session = session
        self._address = address
        self._every = every
        self._ahead = time.time_ns() // 1_000_000 - _monotonic()

    def now(self) -> int:
        """Return the table's time, as last received, in milliseconds since 1970, UTC."""
        return _monotonic() + self._ahead

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the table's time `until` (None: never), whichever comes first."""
        while not event.is_set() and (until is None or self.now() < until):
            seconds = self._every if until is None else min(self._every, (until - self.now()) / 1000)
            await wait_for(event, seconds)

    async def ask(self) -> None:
        """Request the table's time. Raises aiohttp's exceptions."""
        async with self._session.get(f"{self._address}/ui/clock", raise_for_status=True) as answer:
            payload: Any = await answer.json()
        table_time = (datetime.fromisoformat(payload["now"]) - _EPOCH) // _MILLISECOND
        # Time must never go back, or alarms that were due would not be due any longer.
        self._ahead = max(self._ahead, table_time - _monotonic())

    async def follow(self) -> None:
        """Request the time periodically. While the table doesn't answer, the monotonic clock continues."""
        while True:
            try:
                await self.ask()
            except (OSError, aiohttp.ClientError, TimeoutError) as error:
                log.info("the table's time can't be read", error=str(error))
            await asyncio.sleep(self._every)


@asynccontextmanager
async def followed(address: str, every: float = EVERY) -> AsyncGenerator[FollowedTime]:
    """Yield the time of the table at `address`, kept up to date for the duration of the block."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session:
        clock = FollowedTime(session, address.rstrip("/"), every)
        following = asyncio.create_task(clock.follow(), name="table time")
        try:
            yield clock
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
