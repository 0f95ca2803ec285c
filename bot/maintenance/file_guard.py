"""A guard that notices when the database's file is replaced under a running bot.

Later writes would go to an unlinked file, or into the middle of another one. So the bot stops.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store import Store
from bot.store.about import AboutFact

EVERY = 10_000
"""Milliseconds between two looks."""
_FACT = "opened by"
_MAX_MARKS = 31
"""Marks of earlier processes that are kept: more than run at once on one file."""


class FileGuard:
    """Knows the file by its inode, and by a mark of this run in it: a copy onto the same file keeps the inode.

    It is made as soon as the database is open.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._mark = secrets.token_hex(16)
        found = os.stat(database)
        self._inode = (found.st_dev, found.st_ino)
        self._was_seen = False
        self._misses = 0

    async def mark(self, store: Store) -> None:
        """Mark the file that the store has open, beside the marks of other processes. Raises Unwritable."""
        async with store.write(AboutFact(_FACT)) as tx:
            others = (await tx.facts.of(_FACT) or "").split()
            await tx.facts.store(_FACT, " ".join([*others[-_MAX_MARKS:], self._mark]))

    def look(self) -> str:
        """Return in a sentence for the operator what has become of the file; "" as long as it is the same. Blocks."""
        try:
            found = os.stat(self._database)
        except FileNotFoundError:
            return (
                f"The database {self._database} was moved away or deleted while the bot ran on it. Put it back before you "
                "start the bot again: it would begin with an empty one."
            )
        except OSError:
            return ""  # A disk that does not answer: writing fails as well, and says so.
        if (found.st_dev, found.st_ino) != self._inode:
            return self._replaced()
        # The main file alone: the log beside it is this run's, whatever lies under it. Pages that are being written at this
        # moment can be torn, and the mark comes into the main file some time after the start.
        is_there = self._is_marked()
        self._was_seen |= is_there
        self._misses = 0 if is_there or not self._was_seen else self._misses + 1
        return self._replaced() if self._misses > 1 else ""

    def _is_marked(self) -> bool:
        uri = f"{self._database.absolute().as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(uri, uri=True)) as opened:
                found = opened.execute("SELECT value FROM facts WHERE name = ?", (_FACT,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return False
        return found is not None and self._mark in str(found[0]).split()

    def _replaced(self) -> str:
        return (
            f"The database {self._database} was replaced while the bot ran on it. The bot stops, so that it writes nothing "
            "into the wrong file. Stop the bot before you replace its database, for instance with “voidream restore”. "
            "When it starts again, it goes on with the file that is there now."
        )
