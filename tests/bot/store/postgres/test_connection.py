"""A connection to PostgreSQL: few trips, all or nothing, and usable or reported as lost after failures."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncGenerator

import psycopg
import pytest

from bot.errors import Busy, Collision, ConcurrentUpdate, DiskFull, Uncertain
from bot.settings import PostgresAddress
from bot.store.about import AboutPerson
from bot.store.connection import Row
from bot.store.postgres.connection import PostgresConnection, lock
from bot.store.postgres.pipeline import Lost, Pipeline, encoded, numbered
from bot.store.postgres.pool import ConnectionPool
from tests.postgres import Server

CREATE = "CREATE TABLE birds (id BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE, egg BYTEA, weight DOUBLE PRECISION)"
ADD = "INSERT INTO birds (id, name) VALUES (?, ?)"


async def connect(address: PostgresAddress) -> PostgresConnection:
    return PostgresConnection(await Pipeline.opened(address.reveal(), patience=20))


@pytest.fixture
def address(postgres: Server) -> PostgresAddress:
    return postgres.empty()


@pytest.fixture
async def first_connection(address: PostgresAddress) -> AsyncGenerator[PostgresConnection]:
    opened = await connect(address)
    await opened.fetch((CREATE, ()))
    yield opened
    await opened.close()


@pytest.fixture
async def second_connection(
    first_connection: PostgresConnection, address: PostgresAddress
) -> AsyncGenerator[PostgresConnection]:
    opened = await connect(address)
    yield opened
    await opened.close()


async def birds(connection: PostgresConnection) -> list[Row]:
    return (await connection.fetch(("SELECT name FROM birds ORDER BY id", ())))[0]


async def test_values_come_back_as_they_were(first_connection: PostgresConnection) -> None:
    sql = "INSERT INTO birds VALUES (?, ?, ?, ?) RETURNING id, name, egg, weight, id > 0, NULL"
    for values in (
        (1, "Zaunkönig ✨ ?", b"\0\xff", 0.1),
        (-(1 << 63), "%s $1", None, None),
        (True, "b", b"", -3.0),
    ):
        if values[0] is True:
            await first_connection.fetch(("DELETE FROM birds WHERE id = ?", (1,)))
        [[row]] = await first_connection.fetch((sql, values))
        assert row == (*values, values[0] > 0, None)
    assert encoded(("a\0b",)) == ([b"ab"], None)
    assert numbered("a ? b ?") == "a $1 b $2"


async def test_a_transaction_takes_a_trip_per_query_and_one_for_the_commit(
    first_connection: PostgresConnection,
) -> None:
    before = first_connection.trips
    async with first_connection.transaction():
        await first_connection.hold([AboutPerson(2)])
        await first_connection.execute(ADD, [(1, "wren"), (2, "owl")])
        await first_connection.fetch(("SELECT 1", ()), ("SELECT 2", ()))
        await first_connection.execute(ADD, [(3, "crow")])
    assert first_connection.trips - before == 2
    async with first_connection.transaction():
        pass
    assert first_connection.trips - before == 2
    assert await birds(first_connection) == [("wren",), ("owl",), ("crow",)]


async def test_a_deferred_statement_fails_at_the_commit_and_rolls_everything_back(
    first_connection: PostgresConnection,
) -> None:
    with pytest.raises(ConcurrentUpdate):
        async with first_connection.transaction():
            await first_connection.execute(ADD, [(1, "crow")])
            await first_connection.execute(
                "UPDATE birds SET id = 9 WHERE id = 8 RETURNING id", [()], ConcurrentUpdate
            )
    with pytest.raises(psycopg.errors.UniqueViolation):
        async with first_connection.transaction():
            await first_connection.execute(ADD, [(1, "crow")])
            await first_connection.fetch(("SELECT 1", ()))
            await first_connection.execute(ADD, [(1, "crow")])
    assert await birds(first_connection) == []


async def test_the_prepared_statements_are_known_after_an_error(
    first_connection: PostgresConnection,
) -> None:
    """Statements after the failed one were not prepared, and are prepared at their next use."""
    for _ in range(3):
        with pytest.raises(psycopg.errors.NotNullViolation):
            async with first_connection.transaction():
                await first_connection.fetch(("SELECT 40", ()), (ADD, (1, None)), ("SELECT 41", ()))
        assert await first_connection.fetch(("SELECT 41", ()), ("SELECT 40", ())) == [[(41,)], [(40,)]]


async def test_a_failed_transaction_cannot_be_committed(first_connection: PostgresConnection) -> None:
    """PostgreSQL responds to such a commit with a rollback, and without an error."""
    with pytest.raises(Collision):
        async with first_connection.transaction():
            with pytest.raises(psycopg.errors.DivisionByZero):
                await first_connection.fetch(("SELECT 1 / 0", ()))
    assert await birds(first_connection) == []


async def test_cancellation_leaves_all_or_nothing_and_a_usable_connection(
    first_connection: PostgresConnection,
) -> None:
    async def write(n: int) -> None:
        async with first_connection.transaction():
            await first_connection.execute(ADD, [(2 * n, f"a{n}")])
            await first_connection.fetch(("SELECT 1", ()))
            await first_connection.execute(ADD, [(2 * n + 1, f"b{n}")])

    for n in range(12):
        writing = asyncio.create_task(write(n))
        for _ in range(n):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await first_connection.fetch(("SELECT 1", ()))
    await write(99)
    names = [str(name) for (name,) in await birds(first_connection)]
    assert {"a99", "b99"} <= set(names)
    assert sorted(name[1:] for name in names if name[0] == "a") == sorted(
        name[1:] for name in names if name[0] == "b"
    )


async def test_a_lock_held_too_long_raises_busy(
    first_connection: PostgresConnection, second_connection: PostgresConnection
) -> None:
    await second_connection.fetch(("SELECT set_config('lock_timeout', '20ms', false)", ()))
    async with first_connection.transaction():
        await first_connection.hold([AboutPerson(5)])
        await first_connection.fetch(("SELECT 1", ()))
        with pytest.raises(Busy) as refusal:
            async with second_connection.transaction():
                await second_connection.hold([AboutPerson(5)])
        assert not isinstance(refusal.value, Collision)
        async with second_connection.transaction():
            await second_connection.hold([AboutPerson(6)])


async def test_a_deadlock_raises_collision(
    first_connection: PostgresConnection, second_connection: PostgresConnection
) -> None:
    for connection in (first_connection, second_connection):
        await connection.fetch(("SELECT set_config('deadlock_timeout', '10ms', false)", ()))
    both = asyncio.Barrier(2)

    async def crossing(connection: PostgresConnection, first: int, second: int) -> None:
        async with connection.transaction():
            await connection.fetch(*((sql, values) for sql, [values] in [lock(AboutPerson(first))]))
            await both.wait()
            await connection.fetch(*((sql, values) for sql, [values] in [lock(AboutPerson(second))]))

    ended = await asyncio.gather(
        crossing(first_connection, 1, 2), crossing(second_connection, 2, 1), return_exceptions=True
    )
    assert {type(first_connection) for first_connection in ended} == {Collision, type(None)}


async def test_a_broken_connection_is_replaced_by_the_pool(
    first_connection: PostgresConnection, address: PostgresAddress, postgres: Server
) -> None:
    pool = ConnectionPool(lambda: connect(address), 1, 5)
    name = str(address).rpartition("/")[2]
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    with pytest.raises(Lost):
        async with pool.connection() as connection, connection.transaction():
            await connection.execute(ADD, [(1, "crow")])
            await connection.fetch(("SELECT 1", ()))
            await asyncio.to_thread(postgres.execute, cut)
            await connection.fetch((ADD, (2, "dove")))
    with pytest.raises((Lost, Uncertain)):
        async with pool.connection() as connection, connection.transaction():
            await connection.fetch(("SELECT 1", ()))
            await asyncio.to_thread(postgres.execute, cut)
            await connection.execute(ADD, [(2, "dove")])
    async with pool.connection() as connection:
        assert await birds(connection) == []
    await pool.close()


async def test_connections_to_a_former_primary_are_dropped(
    address: PostgresAddress, first_connection: PostgresConnection, postgres: Server
) -> None:
    """A new connection to the same address leads to the new primary, so none of the old ones is used again."""
    pool = ConnectionPool(lambda: connect(address), 2, 5)
    async with pool.connection() as first, pool.connection() as second:
        for old in (first, second):
            await old.fetch(("SET default_transaction_read_only = on", ()))
    with pytest.raises(Lost):
        async with pool.connection() as connection, connection.transaction():
            await connection.execute(ADD, [(1, "crow")])
    async with pool.connection() as connection, connection.transaction():
        await connection.execute(ADD, [(1, "crow")])
    assert first.is_broken and second.is_broken and await birds(first_connection) == [("crow",)]
    await pool.close()


async def test_a_wait_for_a_connection_times_out_as_busy(address: PostgresAddress) -> None:
    pool = ConnectionPool(lambda: connect(address), 1, 0.01)
    elsewhere = ConnectionPool(
        lambda: connect(PostgresAddress("postgresql://nobody@/nowhere?host=/dev/null")), 1, 5
    )
    async with ConnectionPool(lambda: connect(address), 1, 5).connection() as held_connection:
        await held_connection.close()
    pool._idle.append(await connect(address))
    async with pool.connection():
        with pytest.raises(Busy):
            async with pool.connection():
                raise AssertionError
    with pytest.raises(Busy):
        async with elsewhere.connection():
            raise AssertionError
    await pool.close()


async def test_a_silent_server_times_out(address: PostgresAddress) -> None:
    connection = PostgresConnection(await Pipeline.opened(address.reveal(), patience=0.05))
    with pytest.raises(Lost):
        await connection.fetch(("SELECT pg_sleep(30)", ()))
    assert connection.is_broken
    with pytest.raises(Lost):
        await connection.fetch(("SELECT 1", ()))


async def test_evicted_statements_are_prepared_again(
    first_connection: PostgresConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.postgres.pipeline._MOST_PREPARED", 3)
    for n in (*range(8), *range(8)):
        assert await first_connection.fetch((f"SELECT {n}", ())) == [[(n,)]]
    [[(prepared,)]] = await first_connection.fetch(("SELECT COUNT(*) FROM pg_prepared_statements", ()))
    assert prepared <= 4


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("53100", DiskFull),
        ("53300", Busy),
        ("57014", Busy),
        ("55P03", Busy),
        ("40001", Collision),
        ("40P01", Collision),
    ],
)
async def test_server_errors_become_the_stores_errors(
    first_connection: PostgresConnection, state: str, expected: type[Exception]
) -> None:
    """A full disk, too many connections, a slow statement, a held lock, a deadlock."""
    with pytest.raises(expected) as refused:
        async with first_connection.transaction():
            await first_connection.fetch(
                (f"DO $$ BEGIN RAISE EXCEPTION 'secret' USING ERRCODE = '{state}'; END $$", ())
            )
    assert type(refused.value) is expected and "secret" not in str(refused.value)
    [[(works,)]] = await first_connection.fetch(("SELECT 1", ()))
    assert works == 1


async def test_errors_contain_no_row_data(first_connection: PostgresConnection) -> None:
    with pytest.raises(psycopg.errors.NotNullViolation, match="violates not-null constraint") as refusal:
        async with first_connection.transaction():
            await first_connection.fetch((ADD, (None, "7" * 9)))
    assert "7" * 9 not in "".join(traceback.format_exception(refusal.value))
