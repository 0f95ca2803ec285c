"""The store on SQLite: opening and migrations."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bot.errors import Busy, StartError, Unwritable
from bot.store import schema
from bot.store.random_values import Draw
from bot.store.sqlite.connection import SqliteConnection, SqliteDatabase
from bot.store.sqlite.private import make_private
from bot.store.sqlite.schema import statements
from bot.store.store import Store

_OLDEST_SQLITE = (3, 35, 0)
"""The first version with RETURNING."""

_READERS = 3
"""Connections for reading: the maximum number of concurrent reads."""
_AT_THE_START = 5000
"""Milliseconds that a migration waits for another program's lock. No player waits at this point."""
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 1500",
)


async def open_store(path: Path, *, migrations: Sequence[str] | None = None, draw: Draw) -> Store:
    """Open the database, creating or migrating it if needed.

    `migrations` are scripts in order; by default those of this package. `draw` returns random numbers. Raises
    StartError for a file that can't be opened, isn't ours, or was made by a newer version.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StartError(f"SQLite {sqlite3.sqlite_version} is too old; 3.35 or newer is needed.")
    scripts = schema.scripts() if migrations is None else migrations
    opened: list[SqliteConnection] = []
    try:
        with suppress(OSError):  # If the file can't be created, SQLite reports it.
            make_private(path)
        # An unusable file must fail here, not in a connection's thread, which would survive the failure.
        sqlite3.connect(path).close()
        writer = await SqliteConnection.opened(path, "BEGIN IMMEDIATE")
        opened.append(writer)
        await _prepare(writer)
        writer.patience = _AT_THE_START
        await _migrate(writer, scripts, path)
        readers = [await SqliteConnection.opened(path, "BEGIN") for _ in range(_READERS)]
        opened += readers
        for reader in readers:
            await _prepare(reader)
        store = Store(SqliteDatabase(path, writer, readers), draw)
        if migrations is None:
            await store.load_absences()
        return store
    except BaseException as error:
        for connection in opened:
            await connection.close()
        if isinstance(error, sqlite3.Error | Unwritable):
            why = "another program has locked it" if isinstance(error, Busy) else error
            raise StartError(f"The database {path} can't be used: {why}.") from None
        raise


async def _prepare(connection: SqliteConnection) -> None:
    for pragma in _PRAGMAS:
        await connection.fetch((pragma, ()))


async def _migrate(connection: SqliteConnection, scripts: Sequence[str], path: Path) -> None:
    """Apply the scripts that are new to the database, all or none."""
    async with connection.transaction():
        version = await _version(connection, path)
        if version > len(scripts):
            raise StartError(
                f"The database {path} was made by a newer version of Voidream (its schema is {version}, this program "
                f"knows {len(scripts)}). Install that version, or name another file in DATABASE."
            )
        for script in scripts[version:]:
            for statement in statements(script):
                await connection.fetch((statement, ()))
        await connection.fetch(("UPDATE schema_version SET version = ?", (len(scripts),)))


async def _version(connection: SqliteConnection, path: Path) -> int:
    """Return the schema version, 0 for a new database."""
    [names] = await connection.fetch(("SELECT name FROM sqlite_master", ()))
    tables = {str(name) for (name,) in names}
    if "schema_version" in tables:
        [versions] = await connection.fetch(("SELECT version FROM schema_version", ()))
        version = schema.version_of(versions)
        if version is None:
            raise StartError(f"The database {path} is damaged: the version of its schema can't be read.")
        return version
    if tables:
        raise StartError(f"{path} is a database of some other program. Name another file in DATABASE.")
    await connection.fetch(
        ("CREATE TABLE schema_version (version INTEGER NOT NULL)", ()),
        ("INSERT INTO schema_version VALUES (0)", ()),
    )
    return 0
