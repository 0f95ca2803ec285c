"""The workers of this machine on a possibly remote database: each holds a lock on its own file.

The system releases a lock when its process ends, however that happens, and not before. So the workers of one machine
detect dead ones immediately, and don't wait until missed heartbeats end their leases. A connection to the database
can't be used for that, because it can break while the worker lives.
"""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

_HIDDEN = "."


class MachinePresence:
    """A living worker on this machine, until `leave`."""

    def __init__(self, database: str, worker: str) -> None:
        """Announce a worker on the database of that name. Raises OSError if there is no private folder for that."""
        own_folder = Path(tempfile.gettempdir(), f"voidream-{os.getuid()}")
        self._folder = own_folder / sha256(database.encode()).hexdigest()[:16]
        self._worker = worker
        for folder in (own_folder, self._folder):
            with suppress(FileExistsError):
                folder.mkdir(0o700)
            folder_stat = folder.lstat()
            if not stat.S_ISDIR(folder_stat.st_mode) or folder_stat.st_uid != os.getuid():
                raise OSError(f"{folder} belongs to another account.")
        # The file must be locked before others can see it.
        hidden = self._folder / f"{_HIDDEN}{worker}"
        self._file = os.open(hidden, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        hidden.rename(self._folder / worker)

    def is_alone(self) -> bool:
        """Return False: other machines may have workers on this database."""
        return False

    def ended(self) -> list[str]:
        """Return the workers of this machine that have ended, each once."""
        return [
            path.name
            for path in sorted(self._folder.iterdir())
            if not path.name.startswith(_HIDDEN) and path.name != self._worker and _remove_if_abandoned(path)
        ]

    def end(self) -> None:
        """Release the lock without removing the file, like a killed process."""
        os.close(self._file)

    def leave(self) -> None:
        """Remove the file, because this worker ends regularly."""
        with suppress(OSError):
            (self._folder / self._worker).unlink()
        self.end()


def _remove_if_abandoned(path: Path) -> bool:
    """Remove a file if no process holds its lock. Return whether it was removed."""
    try:
        file = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    except (BlockingIOError, FileNotFoundError):
        return False
    finally:
        os.close(file)
    return True
