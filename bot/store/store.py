"""The store: transactions of one database, and looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.errors import Busy
from bot.store.absences import AbsenceLog
from bot.store.connection import Connection
from bot.store.marks import Draw
from bot.store.presence import Presence
from bot.store.subjects import Reading, Writing

_PATIENCE = 1500
"""Milliseconds that a transaction waits for another program that holds the database: Discord waits three seconds."""
_IMPATIENCE = 20
"""The same as long as it is known to hold it."""


class Store:
    """A database. One connection writes, one transaction at a time; some read, and none waits for another.

    A lock of its own makes transactions of this process queue up fairly; the database does the same for other
    processes.
    """

    def __init__(self, path: Path, writer: Connection, readers: Sequence[Connection], draw: Draw) -> None:
        self._path = path
        self._writer = writer
        self._readers = readers
        self.absences = AbsenceLog()
        self._inside = Writing.inside(writer, self.absences, draw)
        self._looks = {id(reader): Reading.on(reader, self.absences) for reader in readers}
        self._is_held = False
        """Whether another program held the database when it was last tried to write."""
        self._writing = asyncio.Lock()
        self._free = list(readers)
        self._reading = asyncio.Semaphore(len(readers))

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reading]:
        """Look at one committed state."""
        async with self._reading:
            reader = self._free.pop()
            reader.patience = _PATIENCE
            reader.begin()
            try:
                yield self._looks[id(reader)]
            finally:
                reader.forget()
                self._free.append(reader)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Writing]:
        """Begin a transaction; it is committed when the block ends without an exception.

        Raises Busy as long as another program holds the database, and DiskFull. The first to find that out waits a while;
        who comes after them hardly does, so that everybody hears of it in time, however many wait. New absences of the bot
        are written down with it, so that whatever it writes of clocks is without them.
        """
        async with self._writing:
            self._writer.patience = _IMPATIENCE if self._is_held else _PATIENCE
            written = 0
            try:
                async with self._writer.transaction():
                    if self.absences.new:
                        written = await self._inside.absences.write()
                    yield self._inside
            except BaseException as error:
                self.absences.take_back(written)
                self._is_held = isinstance(error, Busy) or self._is_held
                raise
            self._is_held = False
        if written:
            self.absences.on_written()

    async def load_absences(self) -> None:
        """Read when the bot was out of reach, as the database knows it."""
        async with self.read() as reading:
            await reading.absences.load()

    def attend(self) -> Presence:
        """Announce this worker to the other workers on this database. Raises OSError."""
        return Presence(self._path)

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the database."""
        async with self._writing:
            for reader in self._readers:
                await self._reading.acquire()
                await reader.close()
            await self._writer.close()
