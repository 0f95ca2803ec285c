"""A connection's transactions: all or nothing, despite cancellations, late failures, and locks."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.errors import Busy, ConcurrentUpdate, DiskFull
from bot.store.sqlite.connection import SqliteConnection


@pytest.fixture
async def writer(tmp_path: Path) -> AsyncGenerator[SqliteConnection]:
    opened = await SqliteConnection.opened(tmp_path / "birds.sqlite3", "BEGIN IMMEDIATE")
    await opened.fetch(("PRAGMA journal_mode = WAL", ()))
    await opened.fetch(("CREATE TABLE birds (name TEXT PRIMARY KEY)", ()))
    yield opened
    await opened.close()


def birds(tmp_path: Path) -> list[str]:
    with closing(sqlite3.connect(tmp_path / "birds.sqlite3")) as database:
        return [name for (name,) in database.execute("SELECT name FROM birds ORDER BY name")]


async def add(writer: SqliteConnection, *names: str) -> None:
    await writer.execute("INSERT INTO birds VALUES (?)", [(name,) for name in names])


async def test_a_deferred_statement_fails_at_the_commit_and_rolls_everything_back(
    writer: SqliteConnection, tmp_path: Path
) -> None:
    with pytest.raises(ConcurrentUpdate):
        async with writer.transaction():
            await add(writer, "crow")
            await writer.execute(
                "UPDATE birds SET name = name WHERE name = 'owl' RETURNING name", [()], ConcurrentUpdate
            )
            await add(writer, "dove")
    with pytest.raises(sqlite3.IntegrityError):
        async with writer.transaction():
            await add(writer, "crow")
            await writer.fetch(("SELECT 1", ()))
            await add(writer, "crow")
    assert birds(tmp_path) == []
    async with writer.transaction():
        await add(writer, "heron")
    assert birds(tmp_path) == ["heron"]


async def test_cancellation_during_the_commit_stores_all_or_nothing(
    writer: SqliteConnection, tmp_path: Path
) -> None:
    """The connection stays usable: nothing of the next transaction is mixed with it."""
    entered, real = asyncio.Event(), writer._do

    async def slowly(fn: Any, *args: Any, **kwargs: Any) -> Any:
        if any("commit" in getattr(arg, "__name__", "") for arg in args):
            doing = asyncio.ensure_future(real(fn, *args, **kwargs))
            entered.set()
            return await doing
        return await real(fn, *args, **kwargs)

    writer._do = slowly  # type: ignore[method-assign]

    async def write() -> None:
        async with writer.transaction():
            await add(writer, "crow")
            await writer.fetch(("SELECT 1", ()))
            await add(writer, "dove")

    writing = asyncio.create_task(write())
    await entered.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    async with writer.transaction():
        await add(writer, "heron")
    assert birds(tmp_path) in (["heron"], ["crow", "dove", "heron"])


async def test_cancellation_before_the_commit_stores_nothing(
    writer: SqliteConnection, tmp_path: Path
) -> None:
    inside = asyncio.Event()

    async def write() -> None:
        async with writer.transaction():
            await add(writer, "crow")
            await writer.fetch(("SELECT 1", ()))
            inside.set()
            await asyncio.Event().wait()

    writing = asyncio.create_task(write())
    await inside.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    async with writer.transaction():
        await add(writer, "heron")
    assert birds(tmp_path) == ["heron"]


async def test_an_aborted_transaction_is_not_restarted_in_the_middle(
    writer: SqliteConnection, tmp_path: Path
) -> None:
    """A full disk ends a transaction by itself: an act that caught the error and continued would only store the second half."""
    with pytest.raises(sqlite3.OperationalError, match="given up by the database"):
        async with writer.transaction():
            await add(writer, "crow")
            await writer.fetch(("SELECT 1", ()))
            await writer.fetch(("ROLLBACK", ()))
            await add(writer, "dove")
    assert birds(tmp_path) == []


async def test_another_program_locks_the_database(writer: SqliteConnection, tmp_path: Path) -> None:
    writer.patience = 10
    with closing(sqlite3.connect(tmp_path / "birds.sqlite3", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            with pytest.raises(Busy):
                async with writer.transaction():
                    await add(writer, "crow")
        connection.execute("ROLLBACK")
    async with writer.transaction():
        await add(writer, "heron")
    assert birds(tmp_path) == ["heron"]


async def test_a_full_disk_is_reported_and_nothing_is_stored(
    writer: SqliteConnection, tmp_path: Path
) -> None:
    """It is reported in a sentence, like a lock of another program; later the store continues."""
    async with writer.transaction():
        await add(writer, "crow")
    [[(pages,)]] = await writer.fetch(("PRAGMA page_count", ()))
    await writer.fetch((f"PRAGMA max_page_count = {pages}", ()))
    with pytest.raises(DiskFull, match="my disk is full"):
        async with writer.transaction():
            await add(writer, "dove")
            await add(writer, *(f"{'x' * 1000} {n}" for n in range(200)))
    assert birds(tmp_path) == ["crow"]
    await writer.fetch(("PRAGMA max_page_count = 100000", ()))
    async with writer.transaction():
        await add(writer, "heron")
    assert birds(tmp_path) == ["crow", "heron"]


async def test_a_cancelled_close_leaves_no_thread(tmp_path: Path) -> None:
    opened = await SqliteConnection.opened(tmp_path / "birds.sqlite3", "BEGIN")
    closing_it = asyncio.create_task(opened.close())
    await asyncio.sleep(0)
    closing_it.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing_it
    opened._thread.join(timeout=10)
    assert not opened._thread.is_alive()


def test_an_unclosed_connection_does_not_block_the_programs_end(tmp_path: Path) -> None:
    forgotten = (
        "import asyncio, pathlib\n"
        "from bot.store.sqlite.connection import SqliteConnection\n"
        f"asyncio.run(SqliteConnection.opened(pathlib.Path({str(tmp_path / 'birds.sqlite3')!r}), 'BEGIN'))"
    )
    subprocess.run([sys.executable, "-c", forgotten], check=True, timeout=60)
