"""A connection pool: connections are opened on demand, reused while they work, and dropped when they are broken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import psycopg

from bot.errors import Busy
from bot.store.postgres.connection import PostgresConnection


class ConnectionPool:
    """At most `size` connections, each for one task at a time. Tasks that wait for one get it in order."""

    def __init__(
        self, connect: Callable[[], Awaitable[PostgresConnection]], size: int, patience: float
    ) -> None:
        """Use `connect` to open connections. `patience` is how many seconds to wait for one."""
        self._connect = connect
        self._size = size
        self._patience = patience
        self._unused = asyncio.Semaphore(size)
        self._idle: list[PostgresConnection] = []
        self.trips = 0
        """The number of round trips on all connections."""
        self.on_lost: Callable[[], None] = self.drop_idle
        """Called when a connection is lost."""

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[PostgresConnection]:
        """Yield a connection for the duration of the block. Raises Busy if none is free in time."""
        try:
            async with asyncio.timeout(self._patience):
                await self._unused.acquire()
        except TimeoutError:
            raise Busy from None
        try:
            connection = await self._working_connection()
            trips_before = connection.trips
            try:
                yield connection
            finally:
                self.trips += connection.trips - trips_before
                if connection.is_broken:
                    self.on_lost()
                else:
                    self._idle.append(connection)
        finally:
            self._unused.release()

    async def _working_connection(self) -> PostgresConnection:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_broken:
                return connection
        try:
            async with asyncio.timeout(self._patience):
                return await self._connect()
        except (psycopg.Error, TimeoutError):
            raise Busy from None

    def drop_idle(self) -> None:
        """Close the idle connections. New ones are opened on demand."""
        while self._idle:
            self._idle.pop().give_up()

    async def close(self) -> None:
        """Wait until all connections are returned, then close them."""
        for _ in range(self._size):
            await self._unused.acquire()
        while self._idle:
            await self._idle.pop().close()
