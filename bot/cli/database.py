"""`voidream backup`, `restore`, `migrate` and `check`: copy, replace, move and verify the database."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.output import CHECK_FAILED, fail, progress, say

if TYPE_CHECKING:
    from bot.settings import PostgresAddress

_FILE = click.Path(path_type=Path, dir_okay=False)


def _settings_database() -> Path | PostgresAddress:
    from bot.errors import StartError
    from bot.settings import read_settings

    try:
        return read_settings().database
    except StartError as error:
        fail(str(error))


def _check_address(address: PostgresAddress) -> None:
    """Check every match in a PostgreSQL database. Its server already guarantees that the stored rows are intact."""
    from bot.errors import StartError, Unwritable
    from bot.games.registry import games
    from bot.maintenance.check_database import check_store
    from bot.store import open_store

    async def checked() -> tuple[int, int]:
        count = unreadable = 0
        store = await open_store(address)
        try:
            async for flaw in check_store(store, games()):
                count += 1
                if flaw is not None:
                    unreadable += 1
                    say(f"Match {flaw.match_id} ({flaw.status}) can't be read: {flaw.problem}", "red")
        finally:
            await store.close()
        return count, unreadable

    try:
        count, unreadable = asyncio.run(checked())
    except (StartError, Unwritable) as error:
        fail(str(error))
    if unreadable:
        sys.exit(CHECK_FAILED)
    say(f"All of the {count:,} matches in {address} can be read.")


def _database(instead: str) -> Path:
    """Return the database's file. For PostgreSQL, exits with the advice `instead`."""
    database = _settings_database()
    if not isinstance(database, Path):
        fail(f"{database} isn't a file. {instead}")
    return database


@click.command()
@click.argument("file", type=_FILE)
def backup(file: Path) -> None:
    """Back up the database to FILE. Safe while the bot is running.

    The copy is verified before it gets its final name, and only you can read it.
    """
    from bot.store.sqlite.copies import CopyError, make_copy

    database = _database("For PostgreSQL: pg_dump --format=custom --file=FILE.")
    try:
        make_copy(database, file)
    except CopyError as error:
        fail(str(error))
    say(f"{file} contains every decision in {database}, {file.stat().st_size // 1024:,} KB.")


@click.command()
@click.argument("file", type=_FILE)
def restore(file: Path) -> None:
    """Replace the database with the backup FILE. The old database is kept under another name.

    Stop the bot first. When it starts again, it posts every open match again, and older buttons stop working.
    """
    from bot.errors import StartError
    from bot.maintenance.backups import restore as restore_backup

    database = _database("For PostgreSQL: pg_restore into an empty database, then set DATABASE to it.")
    try:
        old_database = asyncio.run(restore_backup(file, database, time.time_ns() // 1_000_000))
    except StartError as error:
        fail(str(error))
    say(
        f"{database} is restored from {file}."
        + (f" What was there is {old_database} now." if old_database else "")
    )


@click.command()
@click.option(
    "--to",
    "target",
    required=True,
    metavar="DATABASE",
    help="A new file, or the address of an empty database.",
)
def migrate(target: str) -> None:
    """Move the database to another store: from a file to PostgreSQL, or back.

    Stop the bot first. Every row is copied, read again and compared by value. If anything differs, nothing is kept.
    The old database doesn't change. Exit codes: 1 a row differs, 2 a database can't be used.

    Don't put the password into the address, because other programs on this machine can read it. Use PGPASSWORD or the
        file ~/.pgpass.
    """
    from bot.errors import StartError
    from bot.maintenance.migrate import CopiedTable, RowDifference
    from bot.maintenance.migrate import migrate as move
    from bot.settings import PostgresAddress, read_settings

    def on_table(copied: CopiedTable) -> None:
        say(f"{copied.digest}  {copied.rows:>9,}  {copied.name}")

    try:
        source, destination = read_settings().database, read_settings(database=target).database
        if isinstance(destination, PostgresAddress) and destination.has_password:
            fail(
                "Don't put the password into the command, because other programs can read "
                "it. Use PGPASSWORD or ~/.pgpass."
            )
        asyncio.run(move(source, destination, on_table))
    except RowDifference as error:
        say(str(error), "red")
        sys.exit(CHECK_FAILED)
    except StartError as error:
        fail(str(error))
    say(f"{destination} contains every row of {source}. Set DATABASE to it and start the bot.")


@click.command()
@click.argument("file", type=_FILE, required=False)
@click.option(
    "--reports",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write a file to this folder for each unreadable match, with all its data including secrets.",
)
@click.option("--quiet", is_flag=True, help="Show no progress.")
def check(file: Path | None, reports: Path | None, quiet: bool) -> None:
    """Verify the database, or the backup FILE: the file itself and every match in it.

    Exit codes: 0 no problems, 1 problems found, 2 not readable.
    """
    from rich.progress import TimeRemainingColumn

    from bot.games.registry import games
    from bot.maintenance.check_database import Flaw, check_matches, count_matches, write_report
    from bot.settings import PostgresAddress
    from bot.store.sqlite.copies import CopyError, check_is_ours, flaws, left_unfinished

    database = file or _settings_database()
    if isinstance(database, PostgresAddress):
        if reports is not None:
            fail("Reports only work for database files. Migrate the database to a file first.")
        _check_address(database)
        return
    unreadable: list[Flaw] = []
    try:
        with progress("", TimeRemainingColumn(), quiet=quiet) as bar:
            check_is_ours(database)
            database_task = bar.add_task("database", total=1)
            problems = flaws(database)
            bar.advance(database_task)
            count = 0
            if not problems:
                count = count_matches(database)
                matches = bar.add_task("matches", total=count)
                for flaw in check_matches(database, games()):
                    unreadable += [] if flaw is None else [flaw]
                    bar.advance(matches)
        if reports is not None:
            for flaw in unreadable:
                say(f"{write_report(database, flaw, reports)} describes match {flaw.match_id}.")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        fail(f"{database} can't be read: {error}.")
    except (CopyError, OSError) as error:
        fail(str(error))
    for copy in left_unfinished(database.absolute().parent):
        say(f"{copy} is an unfinished copy, left by a command that was killed. Delete it.", "yellow")
    for problem in problems:
        say(f"{database}: {problem}.", "red")
    for flaw in unreadable:
        say(f"Match {flaw.match_id} ({flaw.status}) can't be read: {flaw.problem}", "red")
    if problems or unreadable:
        sys.exit(CHECK_FAILED)
    say(f"{database} is intact, and all of its {count:,} matches can be read.")
