"""Files with players' secrets: readable by the account that runs the bot, and by no other on the machine."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import structlog

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.store")

OWN = stat.S_IRUSR | stat.S_IWUSR
"""May be read and written by the account that they belong to (0600)."""
BESIDE = ("-wal", "-shm", "-journal")
"""The suffixes of SQLite's files beside a database; it gives them the permissions of the database."""


def make_private(path: Path) -> None:
    """Make the file, if there is none, so that nobody else can ever read it; close it to others if it is open to them.

    So it does with what SQLite has left beside it. What can't be closed, because it belongs to another account or lies
    where there are no permissions, is said in the log. Raises OSError if the file can't be made.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWN))
    except FileExistsError:
        close_to_others(path)
    for ending in BESIDE:
        beside = path.with_name(path.name + ending)
        if beside.exists():
            close_to_others(beside)


def close_to_others(path: Path) -> None:
    """Take everybody else's permissions from a file, and say in the log that they had them."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not path.is_file() or not mode & (stat.S_IRWXG | stat.S_IRWXO):
        return
    try:
        path.chmod(mode & ~(stat.S_IRWXG | stat.S_IRWXO))
        closed = not stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO)
    except OSError:
        closed = False
    if closed:
        _log.warning("file was open to other accounts, and is closed now", file=str(path), mode=f"{mode:04o}")
    else:
        _log.warning(
            "file is open to other accounts, and can't be closed", file=str(path), mode=f"{mode:04o}"
        )
