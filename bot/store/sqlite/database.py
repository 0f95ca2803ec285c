"""SQLite as the store's database: one connection writes, one transaction at a time; some read, and none waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.errors import Busy
from bot.store.connection import Connection
from bot.store.sqlite.connection import SqliteConnection
from bot.store.sqlite.presence import FilePresence

_PATIENCE = 1500
"""Milliseconds that a transaction waits for another program that holds the database: Discord waits three seconds."""
_IMPATIENCE = 20
"""The same as long as it is known to hold it."""


class SqliteDatabase:
    """A lock of its own makes transactions of this process queue up fairly; SQLite does the same for other processes."""

    def __init__(self, path: Path, writer: SqliteConnection, readers: Sequence[SqliteConnection]) -> None:
        self.path = path
        self.writer = writer
        self.readers = readers
        self._is_held = False
        """Whether another program held the database when it was last tried to write."""
        self._writing = asyncio.Lock()
        self._free = list(readers)
        self._reading = asyncio.Semaphore(len(readers))

    @asynccontextmanager
    async def look(self, *, once: bool = False) -> AsyncGenerator[SqliteConnection]:
        """Give a connection that sees one committed state; `once`, for a single statement."""
        async with self._reading:
            reader = self._free.pop()
            reader.patience = _PATIENCE
            if not once:
                reader.begin()
            try:
                yield reader
            finally:
                if not once:
                    reader.forget()
                self._free.append(reader)

    @asynccontextmanager
    async def change(self) -> AsyncGenerator[SqliteConnection]:
        """Give the connection that writes, inside a transaction.

        Raises Busy as long as another program holds the database, and DiskFull. The first to find that out waits a while;
        who comes after them hardly does, so that everybody hears of it in time, however many wait.
        """
        async with self._writing:
            self.writer.patience = _IMPATIENCE if self._is_held else _PATIENCE
            try:
                async with self.writer.transaction():
                    yield self.writer
            except BaseException as error:
                self._is_held = isinstance(error, Busy) or self._is_held
                raise
            self._is_held = False

    async def last_number(self, connection: Connection, table: str) -> int:
        """Return the last number that the database has given to a row of a table, 0 for none."""
        [rows] = await connection.ask(("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)))
        return int(rows[0][0]) if rows else 0

    async def set_last_number(self, connection: Connection, table: str, number: int) -> None:
        """Number the next row of a table behind this one."""
        await connection.tell("DELETE FROM sqlite_sequence WHERE name = ?", [(table,)])
        if number:
            await connection.tell("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [(table, number)])

    def attend(self, worker: str) -> FilePresence:
        """Announce a worker of this process to the other workers on this file. Raises OSError."""
        return FilePresence(self.path)

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the file."""
        async with self._writing:
            for reader in self.readers:
                await self._reading.acquire()
                await reader.close()
            await self.writer.close()
