"""A pool of connections: opened when they are needed, kept while they work, and thrown away when they don't."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import psycopg

from bot.errors import Busy
from bot.store.postgres.connection import PostgresConnection


class ConnectionPool:
    """At most `size` connections, each for one at a time; those who wait for one get it in the order in which they came."""

    def __init__(
        self, connect: Callable[[], Awaitable[PostgresConnection]], size: int, patience: float
    ) -> None:
        """`patience` is how many seconds to wait for a connection."""
        self._connect = connect
        self._size = size
        self._patience = patience
        self._unused = asyncio.Semaphore(size)
        self._idle: list[PostgresConnection] = []
        self.trips = 0
        """The number of trips on all of them."""
        self.on_lost: Callable[[], None] = self.drop_idle
        """Called when a connection is gone."""

    @asynccontextmanager
    async def connection(self) -> AsyncGenerator[PostgresConnection]:
        """Give a connection for as long as the block lasts. Raises Busy if there is none in time."""
        try:
            async with asyncio.timeout(self._patience):
                await self._unused.acquire()
        except TimeoutError:
            raise Busy from None
        try:
            connection = await self._living()
            before = connection.trips
            try:
                yield connection
            finally:
                self.trips += connection.trips - before
                if connection.is_broken:
                    self.on_lost()
                else:
                    self._idle.append(connection)
        finally:
            self._unused.release()

    async def _living(self) -> PostgresConnection:
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
        """Close the connections that nobody uses; others are opened when they are needed."""
        while self._idle:
            self._idle.pop().give_up()

    async def close(self) -> None:
        """Wait until all connections are given back, then close them."""
        for _ in range(self._size):
            await self._unused.acquire()
        while self._idle:
            await self._idle.pop().close()
