"""Rows as records: the names of their columns are the names of the record's fields.

A record's fields say which columns are selected, so a new column is a migration and one field.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from enum import EnumType
from inspect import signature
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from engine.kernel.decoder import json_reader

Value = str | int | float | bytes | None
"""A value of a column."""
Row = tuple[Any, ...]
"""A row as SQLite returns it."""
Reader = Callable[[Any], object]
"""Makes the value of a field of what its column holds."""
T = TypeVar("T")


class Columns(Generic[T]):
    """The columns that make a record, which is made by its constructor from the values of its fields.

    A field is read from the column of its name in `table`; `read` says, by field, how to read it, and other fields say
    where they stand: an expression, or the columns of a record inside the record, which is left to the field's default
    where all of them are NULL. None: no column; the field is given with the row.
    """

    def __init__(
        self,
        record: type[T],
        table: str = "",
        read: Mapping[str, Reader] | None = None,
        /,
        **said: str | Columns[Any] | None,
    ) -> None:
        self._type = record
        self._fields: list[str] = []
        self._names: list[str] = []
        """The names of the fields' columns in their table."""
        self._readers: list[Reader | None] = []
        self._inside: list[tuple[str, Columns[Any], object]] = []
        """Records inside the record, and what is there where all their columns are NULL."""
        self.expressions: list[str] = []
        hints = get_type_hints(record)
        if said.keys() - hints.keys():
            raise TypeError(f"{record.__name__} has no fields {said.keys() - hints.keys()}")
        for field, hint in hints.items():
            where = said.get(field, f"{table}.{field}" if table else field)
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
        # A function that is written out: a loop over the fields takes three times as long, for every row.
        self._make: Callable[[Row, Mapping[str, object]], T] = eval(f"lambda row, more: {call}", names)  # noqa: S307

    def _call(self, first: int, names: dict[str, object], more: str = ", **more") -> str:
        """Return the call of the constructor for a row whose columns begin at `first`; what it calls goes into `names`."""

        def named(what: object) -> str:
            name = f"_{len(names)}"
            names[name] = what
            return name

        given: list[str] = []
        at = first
        for field, reader in zip(self._fields, self._readers, strict=True):
            given.append(f"{field}={f'{named(reader)}(row[{at}])' if reader else f'row[{at}]'}")
            at += 1
        for field, columns, default in self._inside:
            end = at + len(columns.expressions)
            inside = columns._call(at, names, "")
            given.append(
                f"{field}={inside} if row[{at}:{end}].count(None) < {end - at} else {named(default)}"
            )
            at = end
        return f"{named(self._type)}({', '.join(given)}{more})"

    def __str__(self) -> str:
        """The columns that a statement selects or returns."""
        return ", ".join(self.expressions)

    def select(self, rest: str) -> str:
        """Return a statement that selects these columns; `rest` says from where, and which rows."""
        return f"SELECT {self} {rest}"

    def record(self, row: Row, **more: object) -> T:
        """Return the record of a row that has these columns, with the fields `more` that have none."""
        return self._make(row, more)

    def values(self, record: T) -> dict[str, Value]:
        """Return the values of a record's columns by name, for fields stored directly."""
        return {name: getattr(record, field) for name, field in zip(self._names, self._fields, strict=True)}

    def records(self, rows: Iterable[Row]) -> list[T]:
        """Return the records of rows that have these columns."""
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
