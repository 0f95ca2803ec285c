"""Files with players' secrets: readable only by the account that runs the bot."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import structlog

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.store")

OWN = stat.S_IRUSR | stat.S_IWUSR
"""Read and write permission for the owner only (0600)."""
BESIDE = ("-wal", "-shm", "-journal")
"""The suffixes of SQLite's files beside a database, which get the database's permissions."""


def make_private(path: Path) -> None:
    """Create a file that only its owner can read, or restrict an existing one.

    The same for SQLite's files beside it. A file that can't be restricted, because it belongs to another
    account or the file system has no permissions, is logged. Raises OSError if the file can't be created.
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
    """Remove the permissions of all other accounts from a file, and log that."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if not path.is_file() or not mode & (stat.S_IRWXG | stat.S_IRWXO):
        return
    try:
        path.chmod(mode & ~(stat.S_IRWXG | stat.S_IRWXO))
        closed = not stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO)
    except OSError:
        closed = False
    if closed:
        _log.warning(
            "file was open to other accounts; its permissions are fixed now",
            file=str(path),
            mode=f"{mode:04o}",
        )
    else:
        _log.warning(
            "file is open to other accounts, and its permissions can't be changed",
            file=str(path),
            mode=f"{mode:04o}",
        )
