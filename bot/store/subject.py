"""The base of statements about every subject. Every query is one trip to the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from bot.store.columns import Columns, Row, Value
from bot.store.connection import Connection

T = TypeVar("T")
ALL = (1 << 63) - 1
"""A limit for as many rows as there are."""


class Subject:
    """Statements about one subject, while looking at one committed state or inside a transaction.

    They are in SQL that SQLite and PostgreSQL read alike; `tests/bot/store/test_statements.py` prepares each on both. A truth is a
    number, 0 or 1, and a value that may be NULL and is compared with nothing else says its type (`CAST(? AS BIGINT)`).
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def _all(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows that a statement finds."""
        self._connection.scope.check_statement(sql, values)
        (rows,) = await self._connection.ask((sql, values))
        return rows

    async def _one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row that a statement finds."""
        rows = await self._all(sql, *values)
        return rows[0] if rows else None

    async def _is_there(self, sql: str, *values: Value) -> bool:
        """Return whether a statement finds anything."""
        return await self._one(sql, *values) is not None

    async def _number(self, sql: str, *values: Value) -> int:
        """Return the number that a statement finds for certain."""
        ((number,),) = await self._all(sql, *values)
        return int(number)

    async def _number_if_any(self, sql: str, *values: Value) -> int | None:
        """Return the first number that a statement finds; None if it finds none, or NULL."""
        row = await self._one(sql, *values)
        return None if row is None or row[0] is None else int(row[0])

    async def _numbers(self, sql: str, *values: Value) -> list[int]:
        """Return the numbers that a statement finds."""
        return [int(number) for (number,) in await self._all(sql, *values)]

    async def _records(self, columns: Columns[T], rest: str, *values: Value) -> list[T]:
        """Return the records that a statement finds: `rest` says from where and which."""
        return columns.records(await self._all(columns.select(rest), *values))

    async def _record(self, columns: Columns[T], rest: str, *values: Value) -> T | None:
        """Return the first record that a statement finds."""
        row = await self._one(columns.select(rest), *values)
        return None if row is None else columns.record(row)

    async def _tell(self, sql: str, *values: Value, or_else: Exception | None = None) -> None:
        """Run a statement whose result nobody needs: before the next `ask`, or with the commit."""
        self._connection.scope.check_statement(sql, values)
        await self._connection.tell(sql, [values], or_else)

    async def _tell_of_all(self, sql: str, *values: Value) -> None:
        """Run a statement on rows of many, none of whom is read and then changed; or whose method has asked for what it names."""
        await self._connection.tell(sql, [values])

    async def _many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """The same for each of the rows."""
        listed = list(rows)
        for values in listed:
            self._connection.scope.check_statement(sql, values)
        await self._connection.tell(sql, listed)

    async def _add(self, table: str, **columns: Value) -> None:
        """Add a row."""
        await self._tell(insert(table, tuple(columns)), *columns.values())

    async def _put(self, table: str, keys: Mapping[str, Value], **columns: Value) -> None:
        """Add a row, or change these columns of the one that has these keys."""
        await self._tell(upsert(table, tuple(keys), tuple(columns)), *keys.values(), *columns.values())


def marks(values: Iterable[object]) -> str:
    """Return as many question marks, for a statement."""
    return ", ".join("?" for _ in values)


@cache
def insert(table: str, columns: tuple[str, ...]) -> str:
    """Return the statement that adds a row of these columns."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})"  # noqa: S608


@cache
def upsert(table: str, keys: tuple[str, ...], columns: tuple[str, ...]) -> str:
    """Return the statement that adds a row, or changes the one with the same keys."""
    changed = ", ".join(f"{column} = excluded.{column}" for column in columns)
    done = f"UPDATE SET {changed}" if columns else "NOTHING"
    return f"{insert(table, keys + columns)} ON CONFLICT ({', '.join(keys)}) DO {done}"
