"""Presence of other workers on a database: each holds a lock on a file beside it, which ends with its process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class FilePresence:
    """A living worker, until `leave`.

    Neither host name nor process id tells whether a worker lives: containers share the one, and all begin with the same
    of the other. A lock does, for all who can use the database at all.
    """

    def __init__(self, database: Path) -> None:
        """Begin to live. Raises OSError if the file can't be made."""
        self._file = os.open(database.with_name(f"{database.name}.workers"), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_SH)

    def is_alone(self) -> bool:
        """Return whether no other worker lives on this database."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            alone = False
        else:
            alone = True
        # Failing to get the one lock may have cost the other. Nobody holds the exclusive one for longer than this line.
        fcntl.flock(self._file, fcntl.LOCK_SH)
        return alone

    def ended(self) -> tuple[str, ...]:
        """Return nobody: who is alone knows that all others have ended."""
        return ()

    def end(self) -> None:
        """End without a word, as a process does that is killed."""
        os.close(self._file)

    def leave(self) -> None:
        """End: the file is everyone's."""
        self.end()
