"""The schemas of both stores: the same tables, columns, keys and constraints, after the newest migrations."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing

import pytest

from bot.store.schema import postgres_scripts, scripts
from bot.store.sqlite.schema import statements
from tests.postgres import Server

TYPES = {
    "INTEGER": "bigint",
    "BIGINT": "bigint",
    "TEXT": "text",
    "BLOB": "bytea",
    "DOUBLE PRECISION": "double precision",
}
Columns = Mapping[str, tuple[str, bool, str | None]]
"""By column: its type, whether it is NOT NULL, and its default."""


@pytest.fixture(scope="module")
def sqlite() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    for script in scripts():
        for statement in statements(script):
            database.execute(statement)
    return database


@pytest.fixture(scope="module")
def name(postgres: Server) -> str:
    return str(postgres.laid_out()).rpartition("/")[2]


def test_the_newest_migrations_have_the_same_version() -> None:
    assert max(postgres_scripts()) == len(scripts())


def of_sqlite(database: sqlite3.Connection) -> dict[str, Columns]:
    tables = [
        str(table)
        for (table,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
    ]
    return {
        table: {
            column: (TYPES[kind], bool(needed or key), default)
            for _, column, kind, needed, default, key in database.execute(
                "SELECT * FROM pragma_table_info(?)", (table,)
            )
        }
        for table in tables
    }


def test_tables_have_the_same_columns_in_the_same_order(
    sqlite: sqlite3.Connection, name: str, postgres: Server
) -> None:
    columns_by_table: dict[str, dict[str, tuple[str, bool, str | None]]] = {}
    for table, column, kind, nullable, default, collation in postgres.execute(
        "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name "
        "FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name) "
        "WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'schema_version' "
        "ORDER BY table_name, ordinal_position",
        database=name,
    ):
        assert kind != "text" or collation == "C", (
            f"{table}.{column} is compared as the locale of the database has it"
        )
        default_text = None if default is None else re.sub(r"::\w+$", "", str(default))
        columns_by_table.setdefault(str(table), {})[str(column)] = (str(kind), nullable == "NO", default_text)
    expected = of_sqlite(sqlite)
    assert columns_by_table.keys() == expected.keys()
    for table, columns in expected.items():
        assert list(columns_by_table[table].items()) == list(columns.items()), table


def test_keys_and_references_are_the_same(sqlite: sqlite3.Connection, name: str, postgres: Server) -> None:
    expected: set[tuple[str, str, tuple[str, ...], str]] = set()
    for table in of_sqlite(sqlite):
        info = sqlite.execute("SELECT * FROM pragma_table_info(?)", (table,)).fetchall()
        key = tuple(row[1] for row in sorted(info, key=lambda row: row[5]) if row[5])
        expected.add((table, "p", key, ""))
        for row in sqlite.execute("SELECT * FROM pragma_foreign_key_list(?)", (table,)):
            expected.add((table, "f", (row[3],), f"{row[2]}.{row[4]}"))
        for row in sqlite.execute("SELECT * FROM pragma_index_list(?)", (table,)):
            if row[3] == "u":
                columns = sqlite.execute("SELECT name FROM pragma_index_info(?)", (row[1],)).fetchall()
                expected.add((table, "u", tuple(column for (column,) in columns), ""))
    rows = postgres.execute(
        "SELECT c.conrelid::regclass::text, c.contype::text, ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY "
        "AS k (number, place) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number ORDER BY k.place), "
        "COALESCE(c.confrelid::regclass || '.' || (SELECT attname FROM pg_attribute WHERE attrelid = c.confrelid "
        "AND attnum = c.confkey[1]), '') FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid "
        "WHERE t.relnamespace = 'public'::regnamespace AND c.contype IN ('p', 'f', 'u')",
        database=name,
    )
    keys = {
        (str(table), str(kind), tuple(columns), str(referenced).replace("-.", ""))
        for table, kind, columns, referenced in rows
    }  # type: ignore[arg-type]
    assert keys == expected


def test_indexes_are_the_same(sqlite: sqlite3.Connection, name: str, postgres: Server) -> None:
    expected = {
        str(index): plain(str(sql))
        for index, sql in sqlite.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
    }
    indexes = {
        str(index): plain(str(sql))
        for index, sql in postgres.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'", database=name
        )
        if index in expected or not re.search(r"_(pkey|key)$", str(index))
    }
    assert indexes == expected


def plain(sql: str) -> str:
    """Return an index's columns and condition without additions specific to a database."""
    head, _, condition = re.sub(r"\s+", " ", sql).partition(" WHERE ")
    unique = "UNIQUE" in head
    columns = head[head.rindex("(") :].replace(" ", "")
    words = (
        re.sub(r"::\w+(\[\])?|[()\[\]]|ARRAY", "", condition).replace("= ANY ", "IN ").replace("<> ", "<>")
    )
    return f"{unique} {columns} {re.sub(r'[ ]+', ' ', words).replace('<>', '<> ').strip()}"


def test_triggers_have_the_same_names(sqlite: sqlite3.Connection, name: str, postgres: Server) -> None:
    with closing(
        sqlite.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
    ) as cursor:
        expected = {str(trigger) for (trigger,) in cursor}
    names = postgres.execute(
        "SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal UNION "
        "SELECT viewname::text FROM pg_views WHERE schemaname = 'public'",
        database=name,
    )
    assert {str(trigger) for (trigger,) in names} == expected
