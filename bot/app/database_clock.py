"""The database's time as the bot's clock: processes on several machines agree on it, however wrong their own clocks are."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import structlog

from bot.platform.clock import wait_for
from bot.store import Store

EVERY = 10.0
"""Seconds after which the database is asked for its time again: in between, time passes as it does here."""
_TIME = ("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)", ())

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.clock")


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000


class DatabaseClock:
    """The time of a PostgreSQL database, as it was when it was last asked. `steady` gives milliseconds that never jump."""

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
        """Ask the database for its time. Raises what reading raises."""
        began = self._steady()
        async with self._store.database.look() as connection:
            [[[now]]] = await connection.ask(_TIME)
        # The answer was true about halfway between question and answer.
        self._offset = int(now) - (began + self._steady()) // 2

    async def follow(self) -> None:
        """Ask again and again; while the database does not answer, time passes as it does here."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.ask()
            except Exception as error:
                _log.warning("the database does not tell its time", why=str(error))


@asynccontextmanager
async def database_clock(store: Store) -> AsyncGenerator[DatabaseClock]:
    """Give the clock of a database, and follow it as long as the block runs."""
    clock = DatabaseClock(store)
    await clock.ask()
    following = asyncio.create_task(clock.follow(), name="database time")
    try:
        yield clock
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
