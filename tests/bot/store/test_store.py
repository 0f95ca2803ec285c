"""The store: opening, migrations, transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest

from bot.clocks import NO_CLOCK
from bot.errors import Busy, ConcurrentUpdate, StartError
from bot.store import Store, open_store
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.store.offers import Request
from bot.store.rows import ActRow, NewMatch

MIGRATIONS = {
    file.name: file.read_text("utf-8")
    for file in sorted(resources.files("bot.store.migrations.sqlite").iterdir(), key=lambda one: one.name)
    if file.name.endswith(".sql")
}
NEWEST = len(MIGRATIONS)


def tables(path: Path) -> set[str]:
    database = sqlite3.connect(path)
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    database.close()
    return names


def version(path: Path) -> int:
    database = sqlite3.connect(path)
    (number,) = database.execute("SELECT version FROM schema_version").fetchone()
    database.close()
    return number


async def everything(store: Store) -> list[list[object]]:
    return [
        (await store.database.readers[0].fetch((f"SELECT * FROM {table}", ())))[0]
        for table in ("matches", "seats", "acts", "events", "outbox")
    ]


async def test_a_new_database_is_durable(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "new.sqlite3")
    pragmas = {
        name: (await store.database.writer.fetch((f"PRAGMA {name}", ())))[0][0][0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    }
    await store.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    assert version(tmp_path / "new.sqlite3") == NEWEST


async def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    for _ in range(2):
        store = await open_store(path)
        async with store.write(Everything()) as tx:
            await tx.key_values.store("commands", "abc")
        await store.close()
    store = await open_store(path)
    async with store.read() as reading:
        assert await reading.key_values.of("commands") == "abc"
        assert await reading.key_values.of("other") is None
    await store.close()


async def test_later_migrations_are_applied_in_order_and_keep_the_data(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    first = (
        "CREATE TABLE birds (name TEXT);\n-- a comment; with a semicolon\nINSERT INTO birds VALUES ('wren');"
    )
    second = "ALTER TABLE birds ADD COLUMN eggs INTEGER NOT NULL DEFAULT 2;"
    third = "CREATE TRIGGER more AFTER INSERT ON birds BEGIN UPDATE birds SET eggs = eggs + 1; END;"
    await (await open_store(path, migrations=[first])).close()
    await (await open_store(path, migrations=[first, second, third])).close()
    database = sqlite3.connect(path)
    database.execute("INSERT INTO birds VALUES ('owl', 4)")
    assert database.execute("SELECT * FROM birds").fetchall() == [("wren", 3), ("owl", 5)]
    database.close()
    assert version(path) == 3


async def test_results_of_two_seats_become_places(tmp_path: Path) -> None:
    """The stored winners of two-seat matches: won, drawn, ended without a result, and active."""
    path = tmp_path / "two.sqlite3"
    before = [script for name, script in MIGRATIONS.items() if name < "0028"]
    await (await open_store(path, migrations=before)).close()
    matches = [
        (1, "0", "time"),
        (2, "", "agreement"),
        (3, "", "aborted"),
        (4, None, ""),
        (5, "1", "resignation"),
    ]
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany("INSERT INTO people (id, name) VALUES (?, ?)", [(7, "Ada"), (8, "Bo")])
        for match_id, winners, reason in matches:
            database.execute(
                "INSERT INTO matches (id, game, standing, rev, channel_id, made_at, changed_at, winners, reason) "
                "VALUES (?, 'lanterns', ?, 1, 5, 0, 0, ?, ?)",
                (match_id, "playing" if winners is None else "over", winners, reason),
            )
            for seat, person in enumerate((7, 8)):
                database.execute(
                    "INSERT INTO seats (match_id, seat, person_id) VALUES (?, ?, ?)", (match_id, seat, person)
                )
        for match_id, winner, why_not in ((1, 0, ""), (2, None, ""), (5, 1, "left")):
            database.execute(
                "INSERT INTO rated (match_id, guild_id, at, why_not, first_person, second_person, first_before, "
                "first_after, second_before, second_after, number, game, winner) "
                "VALUES (?, 1, 0, ?, 7, 8, 1500, 1510, 1490, 1480, ?, 'lanterns', ?)",
                (match_id, why_not, match_id, winner),
            )
        database.execute(
            "INSERT INTO offers (match_id, draw_by, draw_until, undo_by, undo_stay, undo_refused, undo_late) "
            "VALUES (4, 1, 99, 0, 3, 2, 1)"
        )
        database.execute("UPDATE matches SET pause_asked = 0 WHERE id = 4")
    store = await open_store(path)
    async with store.read() as reading:
        offers = await reading.offers.of(4)
        rows = [await reading.matches.match(match_id) for match_id, _, _ in matches]
        history = await reading.ratings.history(1, "lanterns")
    await store.close()
    assert (offers.draw, offers.undo) == (Request(1, until=99), Request(0, stay=3, late=True))
    assert (offers.pause, offers.abort, offers.undo_refused) == (Request(0), None, 2)
    assert rows[3] is not None and (rows[3].pause_asked, rows[3].offered) == (0, True)
    assert [row and row.places for row in rows] == [((0,), (1,)), ((0, 1),), (), (), ((1,), (0,))]
    assert [[(seat.person_id, seat.place, seat.left_early) for seat in row.seats] for row in history] == [
        [(7, 1, False), (8, 2, False)],
        [(7, 1, False), (8, 1, False)],
        [(7, 2, True), (8, 1, False)],
    ]
    assert {(seat.before, seat.after) for row in history for seat in row.seats} == {
        (1500, 1510),
        (1490, 1480),
    }


async def test_a_failed_migration_is_rolled_back_completely(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    await (await open_store(path, migrations=["CREATE TABLE birds (name TEXT);"])).close()
    for bad in (
        "CREATE TABLE eggs (size INTEGER);\nCREATE TABLE birds (name TEXT);",
        "CREATE TABLE eggs (size",
    ):
        with pytest.raises(StartError):
            await open_store(path, migrations=["CREATE TABLE birds (name TEXT);", bad])
    assert tables(path) == {"schema_version", "birds"}
    assert version(path) == 1


async def test_a_newer_versions_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    await (await open_store(path)).close()
    database = sqlite3.connect(path)
    with database:
        database.execute("UPDATE schema_version SET version = 99")
    database.close()
    with pytest.raises(StartError) as refusal:
        await open_store(path)
    assert f"made by a newer version of Voidream (its schema is 99, this program knows {NEWEST})" in str(
        refusal.value
    )
    assert "DATABASE" in str(refusal.value)
    assert version(path) == 99


async def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Milk, bread, lanterns. " * 100)
    with pytest.raises(StartError, match=r"notes\.txt can't be used: file is not a database"):
        await open_store(path)
    assert path.read_text().startswith("Milk")


async def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipes (name TEXT)")
    database.commit()
    database.close()
    with pytest.raises(StartError, match="some other program"):
        await open_store(path)
    assert tables(path) == {"recipes"}


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"nowhere/bot\.sqlite3 can't be used: unable to open"):
        await open_store(tmp_path / "nowhere" / "bot.sqlite3")


async def test_two_processes_starting_together_migrate_once(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    await (await open_store(path, migrations=[])).close()
    stores = await asyncio.gather(*(open_store(path) for _ in range(4)))
    for store in stores:
        await store.close()
    assert version(path) == NEWEST


async def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bot.sqlite3")
    with pytest.raises(ZeroDivisionError):
        async with store.write(Everything()) as tx:
            await tx.key_values.store("half", "done")
            raise ZeroDivisionError
    async with store.write(Everything()) as tx:
        await tx.key_values.store("whole", "done")
    async with store.read() as reading:
        assert await reading.key_values.of("half") is None
        assert await reading.key_values.of("whole") == "done"
    await store.close()


async def facts(store: Store) -> list[str | None]:
    async with store.read() as reading:
        return [await reading.key_values.of(name) for name in ("one", "two", "three")]


async def test_a_transaction_that_could_not_begin_leaves_nothing(tmp_path: Path) -> None:
    """Another process writes for too long: none of several statements given at once is stored."""
    path = tmp_path / "busy.sqlite3"
    store = await open_store(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="my database is busy"):
        async with store.write(Everything()) as tx:
            await asyncio.gather(tx.key_values.store("one", "1"), tx.key_values.store("two", "2"))
    connection.rollback()
    connection.close()
    async with store.write(Everything()) as tx:
        await tx.key_values.store("three", "3")
    assert await facts(store) == [None, None, "3"]
    await store.close()


async def test_a_failed_commit_leaves_nothing(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bad.sqlite3")
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write(Everything()) as tx:
            await tx.key_values.store("one", "1")
            await store.database.writer.fetch(("PRAGMA defer_foreign_keys = ON", ()))
            await tx.decks.set_last(404, "lanterns", "Harbour")
    assert not store.database.writer._conn.in_transaction
    async with store.write(Everything()) as tx:
        await tx.key_values.store("two", "2")
    assert await facts(store) == [None, "2", None]
    await store.close()


async def test_an_empty_transaction_costs_nothing(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "idle.sqlite3")
    changes = store.database.writer._conn.total_changes
    async with store.write(Everything()), store.read():
        assert not store.database.writer._conn.in_transaction
    assert store.database.writer._conn.total_changes == changes
    await store.close()


async def test_a_task_cancelled_at_any_await_leaves_all_or_nothing_and_a_usable_store(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bot.sqlite3")

    async def write(n: int) -> None:
        async with store.write(Everything()) as tx:
            await tx.key_values.store(f"one {n}", "x")
            await tx.key_values.store(f"two {n}", "x")

    for n in range(12):
        task = asyncio.create_task(write(n))
        for _ in range(n):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with store.read() as reading:
            await reading.key_values.of("flush")
    await write(99)
    async with store.read() as reading:
        for n in range(12):
            assert await reading.key_values.of(f"one {n}") == await reading.key_values.of(f"two {n}")
        assert await reading.key_values.of("two 99") == "x"
    await store.close()


async def test_readers_see_a_snapshot_and_never_wait(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bot.sqlite3")
    async with store.write(Everything()) as tx:
        await tx.key_values.store("colour", "amber")
    async with store.read() as reading:
        assert await reading.key_values.of("colour") == "amber"
        async with store.write(Everything()) as tx:
            await tx.key_values.store("colour", "blue")
        assert await reading.key_values.of("colour") == "amber"
    async with store.read() as reading:
        assert await reading.key_values.of("colour") == "blue"
    await store.close()


async def test_a_match_advances_only_from_the_read_revision(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bot.sqlite3")
    async with store.write(Everything()) as tx:
        for person in (1, 2):
            await tx.people.store(person, str(person))
        match_id = await tx.matches.add(NewMatch("lanterns", None, 5, (1, 2), "Harbour", 10, NO_CLOCK))
        row = await tx.matches.match(match_id)
        assert row is not None
        assert row.status is MatchStatus.CHALLENGED
        assert [seat.deck for seat in row.seats] == ["Harbour", ""]
        await tx.matches.advance(
            row,
            status=MatchStatus.PLAYING,
            awaited=(0, 1),
            data=b"one",
            act=ActRow(match_id, 1, 70, "accept", 2, 1, 11),
            events="[]",
            notes=[],
        )
    before = await everything(store)
    with pytest.raises(ConcurrentUpdate, match="changed while you were deciding"):
        async with store.write(Everything()) as tx:
            await tx.matches.advance(
                row,
                status=MatchStatus.OVER,
                awaited=(),
                data=b"two",
                act=ActRow(match_id, 2, 71, "resign", 2, 1, 12),
                events="[]",
                notes=[],
            )
    assert await everything(store) == before
    async with store.read() as reading:
        now = await reading.matches.match(match_id, data=True)
        assert now is not None
        assert (now.rev, now.status, now.awaited, now.data) == (1, MatchStatus.PLAYING, (0, 1), b"one")
        bare = await reading.matches.match(match_id)
        assert bare is not None
        assert bare.data is None
        assert await reading.matches.match(match_id + 1) is None
    await store.close()


async def test_an_interaction_can_be_stored_once(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "bot.sqlite3")
    async with store.write(Everything()) as tx:
        for person in (1, 2):
            await tx.people.store(person, str(person))
        match_id = await tx.matches.add(NewMatch("lanterns", None, 5, (1, 2), "Harbour", 10, NO_CLOCK))
        act = ActRow(match_id, 0, 77, "challenge", 1, 0, 10)
        await tx.acts.add(act)
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write(Everything()) as tx:
            await tx.acts.add(ActRow(match_id, 1, 77, "answer", 1, 0, 11))
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write(Everything()) as tx:
            await tx.acts.add(ActRow(match_id, 0, 78, "answer", 1, 0, 11))
    async with store.read() as reading:
        assert await reading.acts.of(match_id) == [act]
    await store.close()
