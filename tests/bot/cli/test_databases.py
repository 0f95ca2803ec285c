"""The commands about the database, where it is PostgreSQL: each says what it does, and none repeats a password."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.store import open_store
from tests.bot.kit import open_bot
from tests.bot.stores import STORES, change
from tests.postgres import Server


def voidream(database: str, *arguments: str) -> Result:
    return CliRunner(env={"DATABASE": database}).invoke(main, arguments)


@pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)
def test_check_reads_every_match(tmp_path: Path, postgres: Server) -> None:
    path = tmp_path / "bot.sqlite3"

    async def play() -> None:
        async with open_bot(path) as bot:
            await bot.begin()

    asyncio.run(play())
    address = STORES.at(path)
    assert not isinstance(address, Path)
    done = voidream(address.reveal(), "check")
    # The small game of these tests is none of those that are offered.
    assert (done.exit_code, "Match 1 (playing) can't be read: There is no game" in done.output) == (
        1,
        True,
    ), done.output

    async def empty() -> None:
        store = await open_store(address)
        await change(store, "UPDATE matches SET data = NULL")
        await store.close()

    asyncio.run(empty())
    assert "All of the 0 matches" in voidream(address.reveal(), "check").output


def test_what_is_for_files_alone_names_what_does_the_same(postgres: Server) -> None:
    address = postgres.empty().reveal()
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        done = voidream(address, command, "copy.sqlite3")
        assert (done.exit_code, instead in done.output) == (2, True), done.output


@pytest.mark.parametrize(
    ("database", "said"),
    [
        (
            "mysql://ada:s3cr3t@host/birds",
            "it is neither a file nor an address that begins with postgresql://",
        ),
        *(
            (address, "it can't be read as postgresql://")
            for address in (
                "postgresql://ada:s3cr3t%zz@host/birds",
                "postgresql://ada:p@s3cr3t@host/birds",
                "postgresql://ada:p@ss/s3cr3t@host/birds",
                "postgresql://ada:p/s3cr3t@host/birds",
                "postgresql://ada:p?s3cr3t/@host/birds",
                "postgresql://ada@bank.example:s3cr3t@host/birds",
                "postgresql://ada:s3cr3t/birds",
                "postgresql://ada:p#s3cr3t:@host:s3cr3t/birds",
            )
        ),
        *(
            (address, "it is neither a file nor an address that begins with postgresql://")
            for address in (
                "postgresql:/ada:s3cr3t@host/birds",
                "postgres:ada:s3cr3t@host/birds",
                "host=host user=ada password=s3cr3t dbname=birds",
                "password = s3cr3t",
            )
        ),
        (
            "postgresql://ada:s3%2Fcr%403t@127.0.0.1:9/birds?password=s3cr3t",
            "The database postgresql://ada@127.0.0.1:9/birds can't be used",
        ),
        (
            "postgresql://ada:s3cr3t@127.0.0.1:9/birds",
            "The database postgresql://ada@127.0.0.1:9/birds can't be used",
        ),
    ],
)
def test_an_address_that_can_not_be_used_is_a_sentence_without_the_password(database: str, said: str) -> None:
    done = voidream(database, "check")
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())
    assert "s3cr3t" not in done.output


def test_moving_asks_for_the_password_elsewhere_and_ends_with_2(tmp_path: Path, postgres: Server) -> None:
    file = tmp_path / "bot.sqlite3"
    done = voidream(str(file), "migrate", "--to", "postgresql://ada:s3cr3t@host/birds")
    assert (done.exit_code, "PGPASSWORD" in done.output) == (2, True), done.output
    done = voidream(str(file), "migrate", "--to", postgres.empty().reveal())
    assert (done.exit_code, "There is no file" in done.output) == (2, True), done.output
