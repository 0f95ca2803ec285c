"""PostgreSQL as the store's database: transactions run concurrently, each on its own connection."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import structlog

from bot.store.connection import Connection
from bot.store.postgres.connection import LOOK, PostgresConnection
from bot.store.postgres.pool import ConnectionPool
from bot.store.postgres.presence import MachinePresence

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.workers")


class PostgresDatabase:
    """Reads and writes use separate connections, so that a read never waits for a lock."""

    def __init__(self, name: str, writers: ConnectionPool, readers: ConnectionPool) -> None:
        """Use these pools. `name` identifies the database, without a password."""
        self.name = name
        self.writers = writers
        self.readers = readers
        # After a failover, the other connections may lead to a dead server, or to one that is no longer the
        # primary.
        writers.on_lost = readers.on_lost = self._drop_idle

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncGenerator[PostgresConnection]:
        """Yield a connection that sees one committed state; `once`, for a single statement. Raises Busy."""
        async with self.readers.connection() as connection:
            if once:
                yield connection
                return
            connection.begin(LOOK)
            try:
                yield connection
            finally:
                connection.forget()

    @asynccontextmanager
    async def change(self) -> AsyncGenerator[PostgresConnection]:
        """Yield a connection inside a transaction. Raises Busy, DiskFull, Collision."""
        async with self.writers.connection() as connection, connection.transaction():
            yield connection

    async def last_number(self, connection: Connection, table: str) -> int:
        """Return the last id assigned to a row of a table, 0 for none."""
        [[(name,)]] = await connection.fetch(("SELECT pg_get_serial_sequence(?, 'id')", (table,)))
        [[(last, is_given)]] = await connection.fetch((f"SELECT last_value, is_called FROM {name}", ()))  # noqa: S608
        return int(last) if is_given else 0

    async def set_last_number(self, connection: Connection, table: str, number: int) -> None:
        """Make the ids of a table continue after this one."""
        sql = "SELECT setval(pg_get_serial_sequence(?, 'id'), ?, CASE WHEN ? = 0 THEN false ELSE true END)"
        await connection.execute(sql, [(table, max(number, 1), number)])

    def attend(self, worker: str) -> MachinePresence | None:
        """Announce a worker of this process on this machine; None if there is no private folder for that."""
        try:
            return MachinePresence(self.name, worker)
        except OSError as error:
            _log.warning("workers_of_this_machine_unknown", why=str(error))
            return None

    def _drop_idle(self) -> None:
        self.writers.drop_idle()
        self.readers.drop_idle()

    async def close(self) -> None:
        """Wait for the transactions in progress, then close all connections."""
        await self.writers.close()
        await self.readers.close()
