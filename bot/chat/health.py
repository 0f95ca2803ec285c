"""A sign of life: a file that is touched as long as the bot is connected and its outbox works.

`python -m bot.chat.health FILE` ends with 0 if the file is fresh, else with 1: for a container's health check.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from bot.clock import Clock

EVERY = 10_000
"""Milliseconds between two signs."""
FRESH = 45_000
"""Milliseconds after which a sign is too old."""


class Pulse:
    """Writes the time into a file again and again, as long as `is_well` says so."""

    def __init__(self, file: Path, clock: Clock, is_well: Callable[[], bool]) -> None:
        self._file = file
        self._clock = clock
        self._is_well = is_well

    def beat(self) -> int:
        """Give a sign of life, if there is one to give; return when the next is due."""
        now = self._clock.now()
        if self._is_well():
            self._file.write_text(f"{now}\n")
        return now + EVERY

    def end(self) -> None:
        """Take the sign away: the bot was stopped on purpose."""
        self._file.unlink(missing_ok=True)


def is_fresh(file: Path, now: int) -> bool:
    """Return whether the file holds a sign of life that is not too old at `now` (milliseconds since 1970)."""
    try:
        written = file.read_text().strip()
    except OSError:
        return False
    return written.isdecimal() and now - int(written) <= FRESH


if __name__ == "__main__":
    sys.exit(0 if len(sys.argv) == 2 and is_fresh(Path(sys.argv[1]), time.time_ns() // 1_000_000) else 1)
