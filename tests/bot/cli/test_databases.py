"""The database commands with PostgreSQL. None of them prints a password."""

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
    result = voidream(address.reveal(), "check")
    # The tests' small game isn't one of the bot's games.
    assert (result.exit_code, "Match 1 (playing) can't be read: There is no game" in result.output) == (
        1,
        True,
    ), result.output

    async def empty() -> None:
        store = await open_store(address)
        await change(store, "UPDATE matches SET data = NULL")
        await store.close()

    asyncio.run(empty())
    assert "All of the 0 matches" in voidream(address.reveal(), "check").output


def test_commands_for_files_name_the_alternative(postgres: Server) -> None:
    address = postgres.empty().reveal()
    for command, alternative in (("backup", "pg_dump"), ("restore", "pg_restore")):
        result = voidream(address, command, "copy.sqlite3")
        assert (result.exit_code, alternative in result.output) == (2, True), result.output


@pytest.mark.parametrize(
    ("database", "sentence"),
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
def test_an_invalid_address_is_reported_without_the_password(database: str, sentence: str) -> None:
    result = voidream(database, "check")
    assert result.exit_code == 2
    assert sentence in " ".join(result.output.split())
    assert "s3cr3t" not in result.output


def test_migrate_refuses_a_password_in_the_address(tmp_path: Path, postgres: Server) -> None:
    file = tmp_path / "bot.sqlite3"
    result = voidream(str(file), "migrate", "--to", "postgresql://ada:s3cr3t@host/birds")
    assert (result.exit_code, "PGPASSWORD" in result.output) == (2, True), result.output
    result = voidream(str(file), "migrate", "--to", postgres.empty().reveal())
    assert (result.exit_code, "There is no file" in result.output) == (2, True), result.output
