"""Moving a database from SQLite to PostgreSQL and back: every row stays the same, or nothing is stored."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.errors import StartError
from bot.maintenance import migrate as moving
from bot.maintenance.migrate import CopiedTable, Place, RowDifference, migrate
from bot.settings import PostgresAddress
from bot.store import open_store
from bot.store.sqlite.copies import left_unfinished, unfinished_beside
from bot.store.sqlite.schema import shapes
from engine.kernel.chance import Chance
from tests.bot.kit import ADA, BO, CHANNEL, open_bot
from tests.bot.stores import rows
from tests.postgres import Server

pytestmark = pytest.mark.sqlite

TIME = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
"""The database's time, which may be minutes behind this machine's."""


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database with active and finished matches, and pending announcements."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as bot:
        for n in range(3):
            match_id = await bot.begin(channel_id=CHANNEL + n)
            dice = Chance(str(n))
            for _ in range(4 * n):
                await bot.answer_anything(match_id, dice)
        await bot.play.resign(bot.press(), 2, ADA.id)
        await bot.challenge(BO, channel_id=CHANNEL + 9)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM outbox WHERE id = (SELECT MAX(id) FROM outbox)")
        # Its clock was ahead of PostgreSQL's.
        database.execute("UPDATE workers SET seen_at = 1")
        database.execute("UPDATE people SET name = 'Ünï ✨ ''quoted''' WHERE id = ?", (ADA.id,))
    return path


def content(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as database:
        tables_ = {
            table.name: sorted(database.execute(f"SELECT * FROM {table.name}"), key=repr)
            for table in shapes()
        }
        tables_["numbers"] = sorted(database.execute("SELECT * FROM sqlite_sequence"))
        return tables_


async def test_every_row_survives_both_moves(played: Path, tmp_path: Path, postgres: Server) -> None:
    address, back = postgres.empty(), tmp_path / "back.sqlite3"
    copied: list[CopiedTable] = []
    again: list[CopiedTable] = []
    await migrate(played, address, copied.append)
    await migrate(address, back, again.append)
    assert copied == again
    assert {table.name for table in copied if table.rows} >= {
        "matches",
        "seats",
        "acts",
        "outbox",
        "alarms",
        "setups",
    }
    assert content(back) == content(played)
    assert back.stat().st_mode & 0o077 == 0
    async with open_bot(played, pressed=10_000) as bot:
        old = await bot.challenge(BO, channel_id=CHANNEL + 20)
    store = await open_store(address)
    async with store.database.change() as connection:
        [[(number,)]] = await connection.fetch(
            ("SELECT nextval(pg_get_serial_sequence('matches', 'id'))", ())
        )
    await store.close()
    assert number == old.match_id, "the next match has the same number in both"


async def nothing_in(address: PostgresAddress) -> bool:
    store = await open_store(address)
    try:
        return not any(
            [
                await rows(store, f"SELECT * FROM {shape.name} LIMIT 1")
                for shape in shapes()
                if shape.name != "schema_version" and shape.name != "budgets"
            ]
        )
    finally:
        await store.close()


async def test_concurrent_changes_are_found_and_nothing_is_stored(
    played: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same happens if the move is interrupted; run again it succeeds."""
    address, real = postgres.empty(), moving._compared

    async def changed(*args: Any) -> CopiedTable:
        with closing(sqlite3.connect(played)) as database, database:
            database.execute("UPDATE people SET name = 'Eve' WHERE id = ?", (ADA.id,))
        return await real(*args)

    async def killed(*args: Any) -> CopiedTable:
        raise KeyboardInterrupt

    for broken, error in ((changed, RowDifference), (killed, KeyboardInterrupt)):
        monkeypatch.setattr(moving, "_compared", broken)
        with pytest.raises(error):
            await migrate(played, address, lambda table: None)
        assert await nothing_in(address)
    monkeypatch.setattr(moving, "_compared", real)
    await migrate(played, address, lambda table: None)
    with pytest.raises(StartError, match="isn't empty"):
        await migrate(played, address, lambda table: None)


def killed_at_the_comparison(source: Place, target: Place) -> None:
    """Move a database in a process that is killed after copying everything."""

    async def kill(*args: Any) -> CopiedTable:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    def move() -> None:
        moving._compared = kill
        asyncio.run(migrate(source, target, lambda table: None))

    process = get_context("fork").Process(target=move)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def test_an_interrupted_move_stores_nothing_and_can_be_repeated(
    played: Path, tmp_path: Path, postgres: Server
) -> None:
    address, back = postgres.empty(), tmp_path / "back.sqlite3"
    killed_at_the_comparison(played, address)
    assert asyncio.run(nothing_in(address))
    asyncio.run(migrate(played, address, lambda table: None))
    killed_at_the_comparison(address, back)
    assert not back.exists()
    [unfinished] = left_unfinished(tmp_path)
    check_result = CliRunner().invoke(main, ["check", str(played)])
    assert f"{unfinished} is an unfinished copy" in check_result.output, check_result.output
    asyncio.run(migrate(address, back, lambda table: None))
    assert content(back) == content(played)
    assert not left_unfinished(tmp_path) and not unfinished.exists()


def test_a_running_commands_unfinished_file_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "a [copy].sqlite3"
    with unfinished_beside(target) as first, unfinished_beside(target) as second:
        assert first != second and first.exists() and second.exists()
        assert left_unfinished(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


async def test_a_running_bots_database_is_not_moved(played: Path, tmp_path: Path, postgres: Server) -> None:
    async with open_bot(played):
        with pytest.raises(StartError, match="in use"):
            await migrate(played, postgres.empty(), lambda table: None)
    address = postgres.laid_out()
    name = str(address).rpartition("/")[2]
    postgres.execute(f"INSERT INTO workers VALUES ('x', 'run', '1', {TIME} - 20000)", database=name)
    with pytest.raises(StartError, match="A bot runs on"):
        await migrate(address, tmp_path / "new.sqlite3", lambda table: None)
    postgres.execute(f"UPDATE workers SET seen_at = {TIME} - 40000", database=name)
    await migrate(address, tmp_path / "of-one-that-has-ended.sqlite3", lambda table: None)
    with pytest.raises(StartError, match="is there already"):
        await migrate(address, played, lambda table: None)
    assert not (tmp_path / "new.sqlite3").exists()
