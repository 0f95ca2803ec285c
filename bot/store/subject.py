"""The base class of all subjects' statements, and rows as records.

Every query is one trip to the database. The fields of a record have the names of their columns and determine
which ones are selected, so a new column is a migration and one field.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import EnumType
from functools import cache
from inspect import signature
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from bot.store.connection import Connection, Row, Value
from engine.kernel.decoder import json_reader

Reader = Callable[[Any], object]
"""Converts a column's value to a field's."""
T = TypeVar("T")


class Columns(Generic[T]):
    """The columns of a record, which is constructed from a row.

    A field is read from the column with its name in `table`. `read` are converters by field. Other fields are
    given as an expression, or as the columns of a nested record, which gets the field's default if all of
    them are NULL. None: no column; the field is passed to `record`.
    """

    def __init__(
        self,
        record: type[T],
        table: str = "",
        read: Mapping[str, Reader] | None = None,
        /,
        **fields: str | Columns[Any] | None,
    ) -> None:
        self._type = record
        self._fields: list[str] = []
        self._names: list[str] = []
        """The names of the fields' columns in their table."""
        self._readers: list[Reader | None] = []
        self._inside: list[tuple[str, Columns[Any], object]] = []
        """Nested records: field, columns, and the default if all their columns are NULL."""
        self.expressions: list[str] = []
        hints = get_type_hints(record)
        if fields.keys() - hints.keys():
            raise TypeError(f"{record.__name__} has no fields {fields.keys() - hints.keys()}")
        for field, hint in hints.items():
            where = fields.get(field, f"{table}.{field}" if table else field)
            if isinstance(where, Columns):
                default = signature(record).parameters[field].default
                self._inside.append((field, where, default))
            elif where is not None:
                self._fields.append(field)
                self._names.append(where.rpartition(".")[2])
                self._readers.append((read or {}).get(field) or _reader(hint))
                self.expressions.append(where if where == field else f'{where} AS "{field}"')
        for _, columns, _ in self._inside:
            self.expressions += columns.expressions
        names: dict[str, object] = {}
        call = self._call(0, names)
        # A generated function, because a loop over the fields takes three times as long per row.
        self.record: Callable[..., T] = eval(f"lambda row, **more: {call}", names)  # noqa: S307
        """Returns the record of a row with these columns, and the fields `more` without columns."""

    def _call(self, first: int, names: dict[str, object], more: str = ", **more") -> str:
        """Return the constructor call for a row whose columns begin at `first`. Its references are added to `names`."""

        def named(what: object) -> str:
            name = f"_{len(names)}"
            names[name] = what
            return name

        arguments: list[str] = []
        at = first
        for field, reader in zip(self._fields, self._readers, strict=True):
            arguments.append(f"{field}={f'{named(reader)}(row[{at}])' if reader else f'row[{at}]'}")
            at += 1
        for field, columns, default in self._inside:
            end = at + len(columns.expressions)
            inside = columns._call(at, names, "")
            arguments.append(
                f"{field}={inside} if row[{at}:{end}].count(None) < {end - at} else {named(default)}"
            )
            at = end
        return f"{named(self._type)}({', '.join(arguments)}{more})"

    def __str__(self) -> str:
        """Return the columns for a SELECT or RETURNING clause."""
        return ", ".join(self.expressions)

    def select(self, rest: str) -> str:
        """Return a SELECT of these columns; `rest` is the statement from FROM on."""
        return f"SELECT {', '.join(self.expressions)} {rest}"

    def values(self, record: T) -> dict[str, Value]:
        """Return the values of a record's columns by name, for fields stored directly."""
        return {name: getattr(record, field) for name, field in zip(self._names, self._fields, strict=True)}

    def records(self, rows: Iterable[Row]) -> list[T]:
        """Return the records of rows with these columns."""
        return [self.record(row) for row in rows]


def _reader(hint: Any) -> Reader | None:
    """Return the reader of a column with that field type; None for values stored directly. Others are JSON."""
    kinds = get_args(hint) if get_origin(hint) in (types.UnionType, None) else ()
    if types.NoneType in kinds:
        (kind,) = set(kinds) - {types.NoneType}
        reader = _reader(kind)
        return reader and (lambda held: None if held is None else reader(held))
    if hint in (int, float, str, bytes):
        return None
    if hint is bool or isinstance(hint, EnumType):
        return hint
    return json_reader(hint).read


ALL = (1 << 63) - 1
"""A limit that means no limit."""


class Subject:
    """Statements about one subject, for one committed state or inside a transaction.

    Their SQL must work on SQLite and PostgreSQL; `tests/bot/store/test_statements.py` prepares each on both.
    A boolean is 0 or 1, and a value that may be NULL and is compared with nothing else needs a type (`CAST(?
    AS BIGINT)`).
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def _all(self, sql: str, *values: Value) -> list[Row]:
        """Return the rows of a query."""
        self._connection.scope.check_statement(sql, values)
        (rows,) = await self._connection.fetch((sql, values))
        return rows

    async def _one(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query."""
        rows = await self._all(sql, *values)
        return rows[0] if rows else None

    async def _is_there(self, sql: str, *values: Value) -> bool:
        """Return whether a query has any rows."""
        return await self._one(sql, *values) is not None

    async def _number(self, sql: str, *values: Value) -> int:
        """Return the number that a query always returns."""
        ((number,),) = await self._all(sql, *values)
        return int(number)

    async def _number_if_any(self, sql: str, *values: Value) -> int | None:
        """Return the first number of a query; None if there is none, or it is NULL."""
        row = await self._one(sql, *values)
        return None if row is None or row[0] is None else int(row[0])

    async def _numbers(self, sql: str, *values: Value) -> list[int]:
        """Return the numbers of a query."""
        return [int(number) for (number,) in await self._all(sql, *values)]

    async def _records(self, columns: Columns[T], rest: str, *values: Value) -> list[T]:
        """Return the records of a query; `rest` is the statement from FROM on."""
        return columns.records(await self._all(columns.select(rest), *values))

    async def _record(self, columns: Columns[T], rest: str, *values: Value) -> T | None:
        """Return the first record of a query."""
        row = await self._one(columns.select(rest), *values)
        return None if row is None else columns.record(row)

    async def _execute(self, sql: str, *values: Value, or_else: type[Exception] | None = None) -> None:
        """Run a statement without a result: before the next query, or with the commit."""
        self._connection.scope.check_statement(sql, values)
        await self._connection.execute(sql, [values], or_else)

    async def _execute_unchecked(self, sql: str, *values: Value) -> None:
        """Run a statement on rows of several subjects, without checking the scope.

        For rows that are not read before they are changed, or when the caller has checked the scope.
        """
        await self._connection.execute(sql, [values])

    async def _many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement for each of these rows of values."""
        listed = list(rows)
        for values in listed:
            self._connection.scope.check_statement(sql, values)
        await self._connection.execute(sql, listed)

    async def _add(self, table: str, **columns: Value) -> None:
        """Add a row."""
        await self._execute(insert(table, tuple(columns)), *columns.values())

    async def _put(self, table: str, keys: Mapping[str, Value], **columns: Value) -> None:
        """Add a row, or change these columns of the existing row with these keys."""
        await self._execute(upsert(table, tuple(keys), tuple(columns)), *keys.values(), *columns.values())


def placeholders(values: Iterable[object]) -> str:
    """Return a placeholder for each value, for a statement."""
    return ", ".join("?" for _ in values)


@cache
def insert(table: str, columns: tuple[str, ...]) -> str:
    """Return the statement that adds a row of these columns."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({placeholders(columns)})"  # noqa: S608


@cache
def upsert(table: str, keys: tuple[str, ...], columns: tuple[str, ...]) -> str:
    """Return the statement that adds a row, or changes the one with the same keys."""
    changed = ", ".join(f"{column} = excluded.{column}" for column in columns)
    done = f"UPDATE SET {changed}" if columns else "NOTHING"
    return f"{insert(table, keys + columns)} ON CONFLICT ({', '.join(keys)}) DO {done}"
