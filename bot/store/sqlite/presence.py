"""Detection of other workers on a database: each holds a lock on a file beside it, which ends with its process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class FilePresence:
    """A running worker, until `leave`.

    A host name and a process id don't identify a worker: containers can share a host name, and each starts with the
    same process ids. A file lock works for all programs that can open the database.
    """

    def __init__(self, database: Path) -> None:
        """Announce a worker. Raises OSError if the file can't be created."""
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
        # A failed upgrade may have lost the shared lock. No one holds the exclusive lock for longer than this
        # line.
        fcntl.flock(self._file, fcntl.LOCK_SH)
        return alone

    def ended(self) -> tuple[str, ...]:
        """Return nothing: a worker that is alone knows that all others have ended."""
        return ()

    def end(self) -> None:
        """Release the lock, like a killed process."""
        os.close(self._file)

    def leave(self) -> None:
        """Release the lock. The file stays, because it is shared."""
        self.end()
