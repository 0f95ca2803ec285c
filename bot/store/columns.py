"""How rows become records: by the names of their columns, which are the names of the record's fields.

A record's fields say which columns are selected, so a new column is a migration and one field.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from enum import EnumType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec

Value = str | int | float | bytes | None
"""What a column holds."""
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
        self._record = record
        self._fields: list[str] = []
        self._names: list[str] = []
        """What the columns of the fields are called in their table."""
        self._readers: list[tuple[str, Reader]] = []
        self._inside: list[tuple[str, Columns[Any], slice]] = []
        inside: list[tuple[str, Columns[Any]]] = []
        self.expressions: list[str] = []
        hints = get_type_hints(record)
        if said.keys() - hints.keys():
            raise TypeError(f"{record.__name__} has no fields {said.keys() - hints.keys()}")
        for field, hint in hints.items():
            where = said.get(field, f"{table}.{field}" if table else field)
            if isinstance(where, Columns):
                inside.append((field, where))
            elif where is not None:
                self._fields.append(field)
                self.expressions.append(where if where == field else f'{where} AS "{field}"')
                self._names.append(where.rpartition(".")[2])
                reader = (read or {}).get(field) or _reader(hint)
                if reader is not None:
                    self._readers.append((field, reader))
        for field, columns in inside:
            first = len(self.expressions)
            self.expressions += columns.expressions
            self._inside.append((field, columns, slice(first, len(self.expressions))))

    def __str__(self) -> str:
        """What a statement selects or returns."""
        return ", ".join(self.expressions)

    def select(self, rest: str) -> str:
        """Return a statement that selects these columns; `rest` says from where, and which rows."""
        return f"SELECT {self} {rest}"

    def record(self, row: Row, **more: object) -> T:
        """Return the record of a row that has these columns, with the fields `more` that have none."""
        values: dict[str, Any] = dict(zip(self._fields, row, strict=False))
        for field, reader in self._readers:
            values[field] = reader(values[field])
        for field, columns, where in self._inside:
            part = row[where]
            if part.count(None) < len(part):
                values[field] = columns.record(part)
        return self._record(**values, **more)

    def values(self, record: T) -> dict[str, Value]:
        """Return what a record's columns hold, by their names in their table; of fields that a column holds as they are."""
        return {name: getattr(record, field) for name, field in zip(self._names, self._fields, strict=True)}

    def records(self, rows: Iterable[Row]) -> list[T]:
        """Return the records of rows that have these columns."""
        return [self.record(row) for row in rows]


def _reader(hint: Any) -> Reader | None:
    """Return how a column is read whose field has that type; None for what a column holds itself. The rest is JSON."""
    kinds = get_args(hint) if get_origin(hint) in (types.UnionType, None) else ()
    if types.NoneType in kinds:
        (kind,) = set(kinds) - {types.NoneType}
        reader = _reader(kind)
        return reader and (lambda held: None if held is None else reader(held))
    if hint in (int, float, str, bytes):
        return None
    if hint is bool or isinstance(hint, EnumType):
        return hint
    return msgspec.json.Decoder[object](hint).decode
