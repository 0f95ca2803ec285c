"""A guard that notices when the database's file is replaced under a running bot.

Later writes would go to an unlinked file, or into the middle of another. So the bot stops.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from bot.store.about import AboutKey

EVERY = 10_000
"""Milliseconds between two checks."""
_FACT = "opened by"
_MAX_MARKS = 31
"""Marks of earlier processes that are kept: more than ever run at once on one file."""


class FileGuard:
    """Identifies the file by its inode, and by a mark of this run in it: a copy onto the file keeps the inode.

    It must be created as soon as the database is open.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._mark = secrets.token_hex(16)
        file_stat = os.stat(database)
        self._inode = (file_stat.st_dev, file_stat.st_ino)
        self._was_seen = False
        self._misses = 0

    async def mark(self, store: Store) -> None:
        """Add this run's mark to the open file, beside those of other processes. Raises Unwritable."""
        async with store.write(AboutKey(_FACT)) as tx:
            other_marks = (await tx.key_values.of(_FACT) or "").split()
            await tx.key_values.store(_FACT, " ".join([*other_marks[-_MAX_MARKS:], self._mark]))

    def check(self) -> str:
        """Return a sentence for the operator if the file was moved or replaced, else "". Blocks."""
        try:
            file_stat = os.stat(self._database)
        except FileNotFoundError:
            return (
                f"The database {self._database} was moved away or deleted while the bot ran on it. Put it back before you "
                "start the bot again: it would begin with an empty one."
            )
        except OSError:
            return ""  # The disk doesn't respond. Writes fail as well, and are reported.
        if (file_stat.st_dev, file_stat.st_ino) != self._inode:
            return self._replaced()
        # The main file alone: the log beside it is this run's, whatever lies under it. Pages that are being written at this
        # moment can be torn, and the mark comes into the main file some time after the start.
        is_marked = self._is_marked()
        self._was_seen |= is_marked
        self._misses = 0 if is_marked or not self._was_seen else self._misses + 1
        return self._replaced() if self._misses > 1 else ""

    def _is_marked(self) -> bool:
        uri = f"{self._database.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(uri, uri=True)) as opened:
                row = opened.execute("SELECT value FROM facts WHERE name = ?", (_FACT,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return False
        return row is not None and self._mark in str(row[0]).split()

    def _replaced(self) -> str:
        return (
            f"The database {self._database} was replaced while the bot ran on it. The bot stops, so that it writes nothing "
            "into the wrong file. Stop the bot before you replace its database, for instance with “voidream restore”. "
            "When it starts again, it goes on with the file that is there now."
        )
