"""The store on SQLite: opening, migrations and transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiosqlite

from bot.errors import Busy, StartError, Unwritable
from bot.store import schema
from bot.store.absences import AbsenceLog
from bot.store.connection import Connection
from bot.store.interface import Reading, Writing
from bot.store.marks import Draw, draw
from bot.store.presence import Presence
from bot.store.private import make_private
from bot.store.subjects import SqliteSubjects

_OLDEST_SQLITE = (3, 35, 0)
"""The first with RETURNING."""

_READERS = 3
"""Connections that look: as many looks can be under way at once."""
_PATIENCE = 1500
"""Milliseconds that a transaction waits for another program that holds the database: Discord waits three seconds."""
_AT_THE_START = 5000
"""The same for bringing a database up to date: nobody waits for an answer yet."""
_IMPATIENCE = 20
"""The same as long as it is known to hold it."""
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 1500",
)


class SqliteStore:
    """One connection writes, some read: in WAL mode none waits for another.

    A lock of its own makes transactions of this process queue up fairly; `BEGIN IMMEDIATE` and the busy timeout do
    the same for other processes on the same file.
    """

    def __init__(self, path: Path, writer: Connection, readers: Sequence[Connection], draw: Draw) -> None:
        self._path = path
        self._writer = writer
        self._readers = readers
        self.absences = AbsenceLog()
        self._inside = SqliteSubjects(writer, draw, self.absences)
        self._looks = {reader: SqliteSubjects(reader, draw, self.absences) for reader in readers}
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
                yield self._looks[reader]
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
            assert isinstance(reading, SqliteSubjects)
            await reading.absences.load()

    def attend(self) -> Presence:
        """Let other workers on this database know that one lives here. Raises OSError."""
        return Presence(self._path)

    async def close(self) -> None:
        """Let transactions in progress end, and close the database."""
        async with self._writing:
            for reader in self._readers:
                await self._reading.acquire()
                await reader.close()
            await self._writer.close()


async def open_store(
    path: Path, *, migrations: Sequence[str] | None = None, draw: Draw = draw
) -> SqliteStore:
    """Open the database, making it or bringing it up to date where needed.

    `migrations` are scripts in order; by default those of this package. `draw` draws what must never come twice. Raises StartError for a file that can't be
    opened, is something else, or was made by a newer version.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StartError(f"SQLite {sqlite3.sqlite_version} is too old; 3.35 or newer is needed.")
    scripts = schema.scripts() if migrations is None else migrations
    opened: list[aiosqlite.Connection] = []
    try:
        with suppress(OSError):  # Where there can't be a file, SQLite says so.
            make_private(path)
        # A file that can't be opened fails here, and not in a thread that would outlive us.
        sqlite3.connect(path).close()
        writer = Connection(path, "BEGIN IMMEDIATE")
        opened.append(await writer)
        await _prepare(writer)
        writer.patience = _AT_THE_START
        await _migrate(writer, scripts, path)
        readers = [Connection(path, "BEGIN") for _ in range(_READERS)]
        for reader in readers:
            opened.append(await reader)
            await _prepare(reader)
        store = SqliteStore(path, writer, readers, draw)
        if migrations is None:
            await store.load_absences()
        return store
    except BaseException as error:
        for connection in opened:
            await connection.close()
        if isinstance(error, sqlite3.Error | Unwritable):
            why = "another program holds it" if isinstance(error, Busy) else error
            raise StartError(f"The database {path} can't be used: {why}.") from None
        raise


async def _prepare(connection: aiosqlite.Connection) -> None:
    for pragma in _PRAGMAS:
        await connection.execute_fetchall(pragma)


async def _migrate(connection: Connection, scripts: Sequence[str], path: Path) -> None:
    """Apply the scripts that the database has not seen, all of them or none."""
    async with connection.transaction():
        version = await _version(connection, path)
        if version > len(scripts):
            raise StartError(
                f"The database {path} was made by a newer version of Voidream (its schema is {version}, this program "
                f"knows {len(scripts)}). Install that version, or name another file in DATABASE."
            )
        for script in scripts[version:]:
            for statement in schema.statements(script):
                await connection.execute_fetchall(statement)
        await connection.execute_fetchall("UPDATE schema_version SET version = ?", (len(scripts),))


async def _version(connection: aiosqlite.Connection, path: Path) -> int:
    """Return the schema version, 0 for a new database."""
    tables = {str(name) for (name,) in await connection.execute_fetchall("SELECT name FROM sqlite_master")}
    if "schema_version" in tables:
        version = schema.version_of(
            [*await connection.execute_fetchall("SELECT version FROM schema_version")]
        )
        if version is None:
            raise StartError(f"The database {path} is damaged: the version of its schema can't be read.")
        return version
    if tables:
        raise StartError(f"{path} is a database of some other program. Name another file in DATABASE.")
    await connection.execute_fetchall("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    await connection.execute_fetchall("INSERT INTO schema_version VALUES (0)")
    return 0
