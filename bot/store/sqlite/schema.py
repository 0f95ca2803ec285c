"""The schema of an SQLite file: its statements, and deviations from it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import lru_cache
from graphlib import TopologicalSorter
from typing import NamedTuple

from bot.errors import StartError
from bot.store.schema import scripts, version_of

_KINDS = {
    "INTEGER": ("integer",),
    "BIGINT": ("integer",),
    "TEXT": ("text",),
    "BLOB": ("blob",),
    "DOUBLE PRECISION": ("real", "integer"),
}
"""The value types allowed in a column, by SQLite's names. SQLite stores unconvertible values in any column."""
_MOST_TOLD = 5
"""Maximum wrong rows reported per table."""


def statements(script: str) -> list[str]:
    """Split a script into statements, because `executescript` would commit first.

    Raises StartError for an incomplete statement.
    """
    complete: list[str] = []
    current = ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            complete.append(current)
            current = ""
    if current.strip():
        raise StartError("A migration ends in the middle of a statement.")
    return complete


def schema_flaws(database: sqlite3.Connection) -> Iterator[str]:
    """Return the defects in the tables of one of this bot's databases, and in the types of its values.

    Tables and columns added by others are ignored. A later version isn't checked, because its schema is unknown here.
    """
    version = version_of(database.execute("SELECT * FROM schema_version").fetchall())
    if version is None:
        yield "the version of its schema can't be read"
        return
    known_scripts = scripts()
    if version > len(known_scripts):
        return
    existing_tables = _tables(database)
    for table, columns in _expected(tuple(known_scripts[:version])).items():
        existing_columns = existing_tables.get(table)
        if existing_columns is None:
            yield f"the table {table} is missing"
        elif missing := columns.keys() - existing_columns.keys():
            yield f"columns of {table} are missing: {', '.join(sorted(missing))}"
        else:
            yield from _wrong_types(database, table, columns)


def _wrong_types(database: sqlite3.Connection, table: str, columns: Mapping[str, str]) -> Iterator[str]:
    wrong = [
        f"typeof({column}) NOT IN ({', '.join(repr(kind) for kind in (*_KINDS[kind], 'null'))})"
        for column, kind in columns.items()
    ]
    rows = database.execute(
        f"SELECT rowid, {', '.join(wrong)} FROM {table} WHERE {' OR '.join(wrong)} LIMIT {_MOST_TOLD}"  # noqa: S608
    )
    for row, *is_wrong in rows:
        named = [column for column, wrong_here in zip(columns, is_wrong, strict=True) if wrong_here]
        yield f"row {row} of {table} contains a value of a wrong type: {', '.join(named)}"


def _tables(database: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """Return the column types, by table and column."""
    names = [str(name) for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {
        name: {
            str(row[1]): str(row[2])
            for row in database.execute("SELECT * FROM pragma_table_info(?)", (name,))
        }
        for name in names
        if not name.startswith("sqlite_")
    }


@lru_cache(maxsize=2)
def _expected(known: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """Return the column types that these scripts create, by table and column."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        for script in known:
            for statement in statements(script):
                empty.execute(statement)
        return _tables(empty)


class TableShape(NamedTuple):
    """A table: its columns, and those of its primary key, in order. `counts`: the database assigns its ids."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    counts: bool


def shapes() -> list[TableShape]:
    """Return the tables of the newest schema, except the one with the version, in order of their references."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        for script in scripts():
            for statement in statements(script):
                empty.execute(statement)
        sources = empty.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        sql_by_table = {str(name): str(sql) for name, sql in sources}
        refers = {
            name: {str(row[2]) for row in empty.execute("SELECT * FROM pragma_foreign_key_list(?)", (name,))}
            - {name}
            for name in sql_by_table
        }
        return [_shape(empty, name, sql_by_table[name]) for name in TopologicalSorter(refers).static_order()]


def _shape(database: sqlite3.Connection, table: str, sql: str) -> TableShape:
    columns = database.execute("SELECT * FROM pragma_table_info(?)", (table,)).fetchall()
    key = sorted((row for row in columns if row[5]), key=lambda row: int(row[5]))
    return TableShape(
        table,
        tuple(str(row[1]) for row in columns),
        tuple(str(row[1]) for row in key),
        "AUTOINCREMENT" in sql,
    )
