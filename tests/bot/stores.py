"""The databases of tests: in files, or in PostgreSQL under the names of these files."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.settings import PostgresAddress
from bot.store import Store, open_store
from bot.store.connection import Row, Value
from bot.store.personal_data import PERSONAL_DATA
from bot.store.postgres import factory
from tests.postgres import Server


class Stores:
    """The store that the current test uses."""

    def __init__(self) -> None:
        self.server: Server | None = None
        self._known: dict[Path, PostgresAddress] = {}

    def at(self, path: Path) -> Path | PostgresAddress:
        """Return the database for a path: the file, or a PostgreSQL database that belongs to it."""
        if self.server is None:
            return path
        if path not in self._known:
            self._known[path] = self.server.laid_out()
        return self._known[path]

    def forget(self) -> None:
        """Delete the created databases."""
        for address in self._known.values():
            assert self.server is not None
            self.server.give_back(address)
        self._known.clear()
        self.server = None


STORES = Stores()


def patient(patch: pytest.MonkeyPatch) -> None:
    """Make PostgreSQL wait longer.

    Tests must not fail on a busy machine: a process paused for seconds inside a transaction would lose it.
    """
    patch.setattr(factory, "_PATIENCE", 30)
    patch.setattr(factory, "_LONGEST", 60)
    patch.setattr(factory, "_SESSION", re.sub(r"'\d+m?s'", "'60s'", factory._SESSION))


@asynccontextmanager
async def stored(path: Path) -> AsyncGenerator[Store]:
    """Yield the store of a path. No bot may be running on it."""
    store = await open_store(STORES.at(path))
    try:
        yield store
    finally:
        await store.close()


async def rows(store: Store, sql: str, *values: Value) -> Sequence[Row]:
    """Return the rows of a query."""
    async with store.database.read() as connection:
        [result] = await connection.fetch((sql, values))
    return result


async def content(path: Path) -> Mapping[str, Sequence[Row]]:
    """Return all stored rows of a path. No bot may be running on it."""
    async with stored(path) as store:
        columns = {table: ", ".join(sorted(personal.columns)) for table, personal in PERSONAL_DATA.items()}
        return {
            table: await rows(store, f"SELECT {named} FROM {table} ORDER BY {named}")
            for table, named in columns.items()
        }


async def change(store: Store, sql: str, *values: Value) -> None:
    """Run a statement without declared subjects."""
    async with store.database.change() as connection:
        await connection.fetch((sql, values))
