"""Migration of a database between SQLite and PostgreSQL: every row is copied and compared, or nothing is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from bot.errors import StartError, Uncertain, Unwritable
from bot.settings import PostgresAddress
from bot.store import Store, open_store
from bot.store.connection import Connection, Row, Value
from bot.store.sqlite.copies import check_is_ours, check_unused, put_in_place, unfinished_beside
from bot.store.sqlite.schema import TableShape, shapes
from bot.store.subject import insert, placeholders

Place = Path | PostgresAddress
"""A database: a file, or an address."""
_PORTION = 200
"""Rows read and written at a time."""
_BEGUN = ("budgets",)
"""Tables that have rows in a new database."""
_FRESH = 30_000
"""Milliseconds since its last heartbeat for which a worker counts as alive."""
_ALIVE = (
    "SELECT COUNT(*) FROM workers "
    "WHERE seen_at > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - CAST(? AS BIGINT)"
)


class MigrationError(StartError):
    """The database can't be migrated. Nothing is kept in the new place."""


class RowDifference(MigrationError):
    """A row differs between the two databases."""


class CopiedTable(msgspec.Struct, frozen=True):
    """A table that is equal in both databases: its number of rows, and their digest."""

    name: str
    rows: int
    digest: str


async def migrate(source: Place, target: Place, on_table: Callable[[CopiedTable], None]) -> None:
    """Copy a database into an empty one, or a new file, and compare every row before anything is kept.

    The source is migrated to the current schema first, and is otherwise unchanged. Raises MigrationError,
    StartError.
    """
    if isinstance(source, Path):
        check_is_ours(source)
        await asyncio.to_thread(check_unused, source)
    if isinstance(target, PostgresAddress):
        await _copied(source, target, on_table)
        return
    if target.exists():
        raise MigrationError(f"{target} is there already. Name another file, or move that one away.")
    with unfinished_beside(target) as unfinished:
        await _copied(source, unfinished, on_table)
        await asyncio.to_thread(put_in_place, unfinished, target)


async def _copied(source: Place, target: Place, on_table: Callable[[CopiedTable], None]) -> None:
    old = await open_store(source)
    try:
        if isinstance(source, PostgresAddress):
            await _check_unused(old, source)
        new = await open_store(target)
        try:
            await _copy(old, new, target, on_table)
        finally:
            await new.close()
    finally:
        await old.close()


async def _check_unused(store: Store, address: PostgresAddress) -> None:
    """Raise MigrationError if a bot shows heartbeats in a database. One that was killed does so for a while.

    Heartbeats use the database's clock, from which this machine's may differ by minutes.
    """
    async with store.database.read() as connection:
        [[(alive,)]] = await connection.fetch((_ALIVE, (_FRESH,)))
    if alive:
        raise MigrationError(f"A bot runs on {address}. Stop it, wait half a minute, then try again.")


async def _copy(old: Store, new: Store, target: Place, on_table: Callable[[CopiedTable], None]) -> None:
    tables = [table for table in await asyncio.to_thread(shapes) if table.name != "schema_version"]
    try:
        async with new.database.change() as into:
            await into.fetch(*((f"DELETE FROM {table}", ()) for table in _BEGUN))  # noqa: S608
            for table in tables:
                if (await into.fetch(_page(table, None)))[0]:
                    raise MigrationError(f"{target} isn't empty: it has rows in {table.name}.")
            async with old.database.read() as out:
                for table in tables:
                    async for rows in _pages(out, table):
                        await into.execute(insert(table.name, table.columns), rows)
                counts = [await old.database.last_number(out, table.name) for table in tables if table.counts]
            for table, last in zip(
                (table_shape for table_shape in tables if table_shape.counts), counts, strict=True
            ):
                await new.database.set_last_number(into, table.name, last)
            # A new read transaction finds rows that were changed during the copy.
            async with old.database.read() as out:
                for table in tables:
                    on_table(await _compared(out, into, table))
    except Uncertain:
        raise MigrationError(
            f"The connection to {target} broke at the very end: it may contain everything. Check it, and start over if it is empty."
        ) from None
    except Unwritable as error:
        raise MigrationError(f"{target} can't be written: {error}") from None


async def _pages(connection: Connection, table: TableShape) -> AsyncIterator[list[Row]]:
    last: Row | None = None
    while True:
        [rows] = await connection.fetch(_page(table, last))
        if not rows:
            return
        yield rows
        last = rows[-1]


async def _compared(out: Connection, into: Connection, table: TableShape) -> CopiedTable:
    """Return the summary of a table that is equal in both databases. Raises RowDifference."""
    digest, count = blake2b(digest_size=16), 0
    copied_pages = _pages(into, table)
    async for rows in _pages(out, table):
        copies = await anext(copied_pages, list[Row]())
        for row, copy in zip(rows, copies, strict=False):
            if _plain(row) != _plain(copy):
                raise RowDifference(f"A row of {table.name} has changed: {table.key} = {_key(table, row)}.")
        if len(rows) != len(copies):
            raise RowDifference(f"The rows of {table.name} have changed.")
        count += len(rows)
        digest.update(repr([_plain(row) for row in rows]).encode())
    if await anext(copied_pages, None) is not None:
        raise RowDifference(f"{table.name} has more rows than before.")
    return CopiedTable(table.name, count, digest.hexdigest())


def _plain(row: Row) -> tuple[tuple[str, object], ...]:
    """Return values with their types, because 1 and 1.0 must differ."""
    return tuple((type(value).__name__, value) for value in row)


def _key(table: TableShape, row: Row) -> tuple[Value, ...]:
    return tuple(row[table.columns.index(column)] for column in table.key)


def _page(table: TableShape, after: Row | None) -> tuple[str, Sequence[Value]]:
    """Return the statement for the rows after one, in the order of the key."""
    keys, places = ", ".join(table.key), placeholders(table.key)
    where = "" if after is None else f"WHERE ({keys}) > ({places}) "
    sql = f"SELECT {', '.join(table.columns)} FROM {table.name} {where}ORDER BY {keys} LIMIT {_PORTION}"  # noqa: S608
    return sql, () if after is None else _key(table, after)
