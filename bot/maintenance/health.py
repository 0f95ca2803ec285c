"""Health: a heartbeat file with all current problems, which are also logged when they change.

The bot is healthy if it is connected to Discord, delivers announcements, handles due alarms, and can write to the
database. `python -m bot.maintenance.health` exits with 0 if the heartbeat is fresh and there are no problems,
otherwise with 1 and a list of them, for a container's health check. It looks beside the configured database, or at a
given FILE. Problems never stop the bot: everything is retried, and it recovers by itself.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

import structlog

from bot.errors import StartError
from bot.platform.clock import Clock
from bot.settings import PostgresAddress, read_settings

_log = structlog.stdlib.get_logger(__name__)

EVERY = 10_000
"""Milliseconds between two heartbeats."""
FRESH = 45_000
"""Milliseconds after which a heartbeat is too old."""
LONGEST = 300
"""Maximum characters of a reported problem."""


class Heartbeat:
    """Writes the time and the current `problems` to a file periodically. Without a file, problems are only logged."""

    def __init__(
        self, file: Path | None, clock: Clock, problems: Callable[[], Awaitable[Sequence[str]]]
    ) -> None:
        self._file = file
        self._clock = clock
        self._problems = problems
        self._known: Sequence[str] = ()
        self._is_mute = False

    async def beat(self) -> int:
        """Write a heartbeat. Return the time of the next one. Never raises: failures are reported as problems."""
        try:
            wrong = [" ".join(problem.split())[:LONGEST] for problem in await self._problems()]
        except Exception as error:
            _log.error("health unknown", exc_info=error)
            wrong = [f"the health check failed: {type(error).__name__}"]
        now = self._clock.now()
        if self._file is not None:
            self._write(self._file, now, wrong)
        if wrong and list(wrong) != list(self._known):
            _log.error("unhealthy", problems=list(wrong))
        elif self._known and not wrong:
            _log.info("healthy again")
        self._known = wrong
        return now + EVERY

    def _write(self, file: Path, now: int, wrong: Sequence[str]) -> None:
        try:
            file.write_text("\n".join([str(now), *wrong, ""]), encoding="utf-8")
        except OSError as error:
            if not self._is_mute:
                _log.error("no sign of life can be given", file=str(file), why=str(error))
            self._is_mute = True
        else:
            if self._is_mute:
                _log.info("signs of life can be given again", file=str(file))
            self._is_mute = False

    def end(self) -> None:
        """Remove the file, because the bot was stopped on purpose."""
        if self._file is None:
            return
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


def what_is_wrong(file: Path, now: int) -> list[str]:
    """Return the problems in a heartbeat at `now` (milliseconds since 1970); none for a healthy bot."""
    try:
        written_at, *wrong = file.read_text(encoding="utf-8").splitlines()
        age = now - int(written_at)
    except FileNotFoundError:
        return ["There is no sign of life: the bot does not run, or has not begun."]
    except (OSError, ValueError):
        return ["The sign of life can't be read."]
    if age > FRESH:
        return [f"The last sign of life is {age // 1000} seconds old.", *wrong]
    return wrong


def sign_of_life(database: Path | PostgresAddress) -> Path:
    """Return a bot's heartbeat file: beside its database, or in the working folder for PostgreSQL."""
    file = database if isinstance(database, Path) else Path("voidream")
    return file.with_name(file.name + ".alive")


def main(arguments: Sequence[str]) -> int:
    """Print the problems in the given file, or in that of the configured database. Return the exit code."""
    if len(arguments) > 1:
        sys.stderr.write("usage: python -m bot.maintenance.health [FILE]\n")
        return 2
    try:
        file = Path(arguments[0]) if arguments else sign_of_life(read_settings().database)
    except StartError as error:
        sys.stdout.write(f"{error}\n")
        return 1
    wrong = what_is_wrong(file, time.time_ns() // 1_000_000)
    sys.stdout.writelines(f"{problem}\n" for problem in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
