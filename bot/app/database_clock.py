"""The database's time as the bot's clock: processes on several machines agree on it, whatever their own clocks say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import structlog

from bot.platform.clock import wait_for
from bot.store import Store

EVERY = 10.0
"""Seconds between two requests for the database's time. In between, the local monotonic clock is used."""
_TIME = ("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)", ())

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.clock")


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000


class DatabaseClock:
    """The time of a PostgreSQL database, as last read. `steady` returns milliseconds that never jump."""

    def __init__(self, store: Store, steady: Callable[[], int] = _steady) -> None:
        self._store = store
        self._steady = steady
        self._offset = 0
        self._last = 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC. It never goes back."""
        self._last = max(self._last, self._steady() + self._offset)
        return self._last

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        await wait_for(event, None if until is None else max(0, until - self.now()) / 1000)

    async def ask(self) -> None:
        """Read the database's time. Raises the exceptions of reading."""
        began = self._steady()
        async with self._store.database.read() as connection:
            [[[now]]] = await connection.fetch(_TIME)
        # The time was read about halfway between request and response.
        self._offset = int(now) - (began + self._steady()) // 2

    async def follow(self) -> None:
        """Read the time periodically. While the database doesn't answer, the local monotonic clock continues."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.ask()
            except Exception as error:
                _log.warning("the database's time can't be read", why=str(error))


@asynccontextmanager
async def database_clock(store: Store) -> AsyncGenerator[DatabaseClock]:
    """Yield the clock of a database, kept up to date for the duration of the block."""
    clock = DatabaseClock(store)
    await clock.ask()
    following = asyncio.create_task(clock.follow(), name="database time")
    try:
        yield clock
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
