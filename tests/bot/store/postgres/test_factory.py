"""Opening a PostgreSQL database: created once, migrated, and left alone if it isn't the bot's."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import StartError
from bot.settings import PostgresAddress
from bot.store import open_store, schema
from tests.postgres import Server

NEWEST = len(schema.scripts())


def tables(server: Server, address: PostgresAddress) -> set[str]:
    name = str(address).rpartition("/")[2]
    names = server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", database=name)
    return {str(table) for (table,) in names}


async def refused(address: PostgresAddress) -> str:
    with pytest.raises(StartError) as refusal:
        await open_store(address)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


async def test_processes_starting_together_create_it_once(postgres: Server) -> None:
    address = postgres.empty()
    stores = await asyncio.gather(*(open_store(address) for _ in range(4)))
    for store in stores:
        await store.close()
    name = str(address).rpartition("/")[2]
    assert postgres.execute("SELECT version FROM schema_version", database=name) == [(NEWEST,)]
    assert len(tables(postgres, address)) > 40


async def test_later_migrations_are_applied_in_order_all_or_none(postgres: Server) -> None:
    address = postgres.empty()
    first = "CREATE TABLE birds (name TEXT); INSERT INTO birds VALUES ('wren')"
    second = "ALTER TABLE birds ADD COLUMN eggs BIGINT NOT NULL DEFAULT 2"
    await (await open_store(address, migrations=[first])).close()
    for bad in ("CREATE TABLE eggs (size BIGINT); CREATE TABLE birds (name TEXT)", "CREATE TABLE eggs (size"):
        with pytest.raises(StartError):
            await open_store(address, migrations=[first, bad])
    assert tables(postgres, address) == {"birds", "schema_version"}
    await (await open_store(address, migrations=[first, second])).close()
    name = str(address).rpartition("/")[2]
    assert postgres.execute("SELECT * FROM birds", database=name) == [("wren", 2)]


async def test_foreign_databases_are_refused_and_left_alone(postgres: Server) -> None:
    address = postgres.empty()
    name = str(address).rpartition("/")[2]
    postgres.execute("CREATE TABLE recipes (name TEXT)", database=name)
    assert "tables of some other program" in await refused(address)
    assert tables(postgres, address) == {"recipes"}

    newer = postgres.laid_out()
    name = str(newer).rpartition("/")[2]
    postgres.execute("UPDATE schema_version SET version = 999", database=name)
    assert (
        f"made by a newer version of Voidream (its schema is 999, this program knows {NEWEST})"
        in await refused(newer)
    )
    postgres.execute("DELETE FROM schema_version", database=name)
    assert "the version of its schema can't be read" in await refused(newer)


async def test_errors_name_the_database_without_the_password(postgres: Server) -> None:
    folder, secret = postgres.folder, "s3cr3t"
    away = PostgresAddress(f"postgresql://ada:{secret}@127.0.0.1:9/birds")
    messages = [
        await refused(away),
        await refused(PostgresAddress(f"postgresql://voidream:{secret}@/nowhere?host={folder}")),
        await refused(PostgresAddress(f"postgresql://nobody:{secret}@/postgres?host={folder}")),
    ]
    assert "postgresql://ada@127.0.0.1:9/birds can't be used" in messages[0]
    assert 'database "nowhere" does not exist' in messages[1]
    assert 'role "nobody" does not exist' in messages[2]
    assert secret not in "".join([*messages, str(away), repr(away)])


async def test_a_missing_permission_to_create_tables_is_reported(postgres: Server) -> None:
    address = postgres.empty()
    name = str(address).rpartition("/")[2]
    postgres.execute("CREATE ROLE guest LOGIN", "REVOKE CREATE ON SCHEMA public FROM PUBLIC", database=name)
    assert "no right to make tables" in await refused(postgres.address(name, "guest"))
    assert tables(postgres, address) == set()


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_a_database_without_utf8_is_refused(postgres: Server, encoding: str) -> None:
    postgres.execute(
        f"CREATE DATABASE {encoding} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    )
    assert f"is in {encoding};" in await refused(postgres.address(encoding.lower()))


async def test_too_old_a_server_is_refused(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.postgres.factory._OLDEST_POSTGRES", 990000)
    assert "is too old" in await refused(postgres.empty())
