"""Backups of the database: made while the bot runs, verified, and restored.

A copy of the file alone would lack the write-ahead log. A backup is one committed state in a single file. Everything
in this module blocks: it is for the command line, and for threads.
"""

from __future__ import annotations

import fcntl
import glob
import os
import secrets
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.errors import StartError
from bot.store.sqlite.schema import schema_flaws

PRIVATE = 0o600
"""The file mode of a backup, which contains everyone's hands."""
_LOGS = ("-wal", "-shm", "-journal")
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""The errors of a database that can't be read: SQLite's messages about damage can be damaged themselves."""


class CopyError(StartError):
    """A backup can't be made or used. `str(error)` is the reason."""


def make_copy(database: Path, target: Path) -> None:
    """Copy one committed state of a database to a file, which is complete and verified once it exists.

    The bot can keep writing meanwhile. Raises CopyError, and leaves nothing behind, if the database doesn't exist,
    the file already exists, or the verification fails.
    """
    check_is_ours(database)
    if target.exists():
        raise CopyError(f"{target} is there already. Name another file, or move that one away.")
    with unfinished_beside(target) as unfinished:
        try:
            with (
                closing(open_for_inspection(database)) as source,
                closing(sqlite3.connect(unfinished)) as copy,
            ):
                source.backup(copy)
                # A single file, without a log beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise CopyError(f"{database} can't be copied: {error}.") from None
        wrong = flaws(unfinished)
        if wrong:
            raise CopyError(f"The copy of {database} is damaged: {'; '.join(wrong)}.")
        try:
            put_in_place(unfinished, target)
        except OSError as error:
            raise CopyError(f"{target} can't be written: {error.strerror or error}.") from None


def put_back(copy: Path, unfinished: Path) -> None:
    """Write a backup to a new file after checking that it is an intact database of this bot. Raises CopyError."""
    check_is_ours(copy)
    wrong = flaws(copy)
    if wrong:
        raise CopyError(f"{copy} can't be used: {'; '.join(wrong)}.")
    try:
        with closing(open_for_inspection(copy)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise CopyError(f"{copy} can't be read: {error}.") from None


def exchange(database: Path, finished: Path, aside: Path) -> bool:
    """Move a database aside and a finished file into its place. Return whether there was a database.

    Raises CopyError.

    No one may have the database open: they would keep writing to the old file.
    """
    was_there = database.exists()
    if was_there:
        _only_mine(database)
        if aside.exists():
            raise CopyError(f"{aside} is there already.")
    try:
        if was_there:
            database.rename(aside)
            for end in _LOGS:
                log = database.with_name(database.name + end)
                if log.exists():
                    log.rename(aside.with_name(aside.name + end))
        finished.rename(database)
    except OSError as error:
        raise CopyError(f"{database} can't be replaced: {error.strerror or error}.") from None
    _sync(database.parent)
    return was_there


def check_unused(database: Path) -> None:
    """Raise CopyError if the database is open elsewhere: in a running bot, or another program."""
    if database.exists():
        _only_mine(database)


def check_is_ours(database: Path) -> None:
    """Raise CopyError unless the file exists and is a database of Voidream."""
    if not database.is_file():
        raise CopyError(f"There is no file {database}.")
    try:
        with closing(open_for_inspection(database)) as opened:
            row = opened.execute(
                "SELECT COUNT(*) FROM sqlite_master WHERE name = 'schema_version'"
            ).fetchone()
    except _UNREADABLE as error:
        raise CopyError(f"{database} can't be read as a database: {error}.") from None
    if not row[0]:
        raise CopyError(f"{database} is no database of Voidream.")


def flaws(database: Path) -> list[str]:
    """Return the defects of a database: damaged pages, orphaned rows, and unexpected tables or types.

    An empty list means it is intact. The content of rows isn't checked.
    """
    try:
        with closing(open_for_inspection(database)) as opened:
            defects = [str(line) for (line,) in opened.execute("PRAGMA integrity_check(20)") if line != "ok"]
            defects += [
                f"row {row} of {table} belongs to a row of {parent} that is not there"
                for table, row, parent, _ in opened.execute("PRAGMA foreign_key_check").fetchmany(20)
            ]
            defects += [] if defects else schema_flaws(opened)
    except _UNREADABLE as error:
        return [f"it can't be read: {error}"]
    return defects


@contextmanager
def unfinished_beside(target: Path) -> Generator[Path]:
    """Yield a new, private file in the same folder as `target`. Remove it at the end if it still exists.

    Those that killed commands have left for the same target are removed, too. A lock on the file shows that its
    process lives.
    """
    for left in left_unfinished(target.parent, target.name):
        _remove(left)
    unfinished = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        file = os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE)
    except OSError as error:
        raise CopyError(f"{target} can't be written: {error.strerror or error}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield unfinished
    finally:
        _remove(unfinished)
        # Not before: closing it would release SQLite's own locks on this file.
        os.close(file)


def left_unfinished(folder: Path, target: str | None = None) -> list[Path]:
    """Return the unfinished files that killed commands have left in a folder: of one target, or of all."""
    named = "*" if target is None else glob.escape(target)
    return [path for path in sorted(folder.glob(f".{named}.{'[0-9a-f]' * 8}.part")) if _is_left(path)]


def _is_left(unfinished: Path) -> bool:
    """Return whether no process works on an unfinished file."""
    try:
        file = os.open(unfinished, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(file)
    return True


def _remove(unfinished: Path) -> None:
    for end in ("", *_LOGS):
        unfinished.with_name(unfinished.name + end).unlink(missing_ok=True)


def put_in_place(unfinished: Path, target: Path) -> None:
    """Give a finished file its name atomically, and never replace another. Raises CopyError."""
    descriptor = os.open(unfinished, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    try:
        os.link(unfinished, target)
    except FileExistsError:
        raise CopyError(f"{target} is there already. Name another file, or move that one away.") from None
    except OSError:
        # A file system without links. No one else writes files of this name.
        unfinished.rename(target)
    _sync(target.parent)


def _sync(folder: Path) -> None:
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def open_for_inspection(database: Path) -> sqlite3.Connection:
    """Open a database for inspection. Not read-only, because reading its log needs the file beside it."""
    opened = sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, timeout=5.0)
    # A damaged page can contain anything instead of text, even in SQLite's messages about it.
    opened.text_factory = _text
    opened.execute("PRAGMA query_only = ON")
    return opened


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _only_mine(database: Path) -> None:
    """Merge a database into one file. Raises CopyError if anyone else has it open."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as opened:
            mode = opened.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
            if mode == "delete":
                # This mode needs a lock that is unavailable while anyone else has the database open.
                opened.execute("BEGIN EXCLUSIVE")
                opened.execute("ROLLBACK")
                return
    except sqlite3.OperationalError as error:
        if "locked" not in str(error) and "busy" not in str(error):
            return  # It can't be read at all, and is kept unchanged.
    except sqlite3.DatabaseError:
        return
    raise CopyError(
        f"{database} is in use: a bot runs on it, or another program has it open. Stop that first, then try again."
    )
