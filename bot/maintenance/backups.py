"""Backups: made by the running bot on a schedule, and put back by hand."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import structlog

from bot.delivery.renewal import show_all_again
from bot.errors import StartError
from bot.platform import logs
from bot.platform.clock import Clock
from bot.store import about, open_store
from bot.store.marks import Draw, draw
from bot.store.sqlite.copies import CopyError, check_unused, exchange, make_copy, put_back, unfinished_beside

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.backups")

HOUR = 3600_000
AGAIN = HOUR // 4
"""Milliseconds until a backup that failed is tried again."""
_NAME = re.compile(r"voidream-(\d{8}T\d{6}Z)\.sqlite3")


class Schedule(msgspec.Struct, frozen=True):
    """The folder of backups, the milliseconds between them, and how many are kept."""

    folder: Path
    every: int
    max_copies: int


def backup_name(at: int) -> str:
    """Return the name of a backup that is made at a time."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("voidream-%Y%m%dT%H%M%SZ.sqlite3")


def made_at(file: Path) -> int | None:
    """Return when one of this bot's backups was made, by its name; None for any other file."""
    named = _NAME.fullmatch(file.name)
    if named is None:
        return None
    try:
        made = datetime.strptime(named[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(made.timestamp()) * 1000


class Backups:
    """Makes backups while the bot runs, off the event loop, and takes the oldest of its own away.

    When one was made last is told by the files themselves, so that a restart makes none too many and none too few.
    """

    def __init__(self, database: Path, schedule: Schedule, clock: Clock) -> None:
        self._database = database
        self._schedule = schedule
        self._clock = clock
        self._problem = ""

    @property
    def problem(self) -> str:
        """The problem with the backups: the last one that was due failed, or some are dated in the future; else ""."""
        return self._problem

    async def run(self, stop: asyncio.Event) -> None:
        """Make backups when they are due, until `stop` is set."""
        while not stop.is_set():
            await self._clock.wait(stop, await self.round())

    async def round(self) -> int:
        """Make a backup if one is due; return when the next one is."""
        now = self._clock.now()
        try:
            due = await asyncio.to_thread(self._due, now)
            if due > now:
                return due
            made = await asyncio.to_thread(self._make, now)
        except Exception as error:
            self._problem = f"the last backup failed: {error}"
            if isinstance(error, CopyError | OSError):
                log.error("backup_failed", why=str(error), again_in_minutes=AGAIN // 60_000)
            else:
                logs.failure(log, "backup_failed", error)
            return now + AGAIN
        log.info("backup_made", file=str(made))
        return now + self._schedule.every

    def _own(self, now: int) -> list[Path]:
        """Return the backups that were made here up to now, the oldest first.

        Those dated in the future were made while the clock was wrong. They count for nothing: they don't delay a backup, and
        delete none made since. They stay until the operator moves them, and are reported.
        """
        dated = sorted(
            (at, file)
            for file in self._schedule.folder.iterdir()
            if file.is_file() and (at := made_at(file)) is not None
        )
        future = [file for at, file in dated if at > now]
        self._problem = (
            f"backups are dated in the future, the first is {future[0].name}: the clock was wrong when they were made, or is "
            "now; set the clock, or move them out of BACKUP_FOLDER"
            if future
            else ""
        )
        return [file for at, file in dated if at <= now]

    def _due(self, now: int) -> int:
        self._schedule.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = self._own(now)
        last = made_at(own[-1]) if own else None
        return now if last is None else last + self._schedule.every

    def _make(self, now: int) -> Path:
        target = self._schedule.folder / backup_name(now)
        make_copy(self._database, target)
        for old in self._own(now)[: -self._schedule.max_copies]:
            if old != target:
                old.unlink(missing_ok=True)
        return target


async def restore(copy: Path, database: Path, now: int, draw: Draw = draw) -> Path | None:
    """Put a copy in the place of the database; return where the one that was there lies now, None if there was none.

    The copy is checked and made ready beside the database first: whatever goes wrong, the database stays as it is. Every
    message of every open match will be made current, and no control that was made before decides anything any more.
    Raises StartError.
    """
    await asyncio.to_thread(check_unused, database)
    stamp = datetime.fromtimestamp(now // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    aside = database.with_name(f"{database.name}.before-{stamp}")
    with unfinished_beside(database) as unfinished:
        await asyncio.to_thread(put_back, copy, unfinished)
        try:
            await _make_current(unfinished, stamp, draw)
        except StartError:
            raise
        except Exception as error:
            # Rows can hold anything: words of another version, numbers that don't fit, what is no JSON.
            raise CopyError(f"{copy} can't be used: what it holds can't be read ({error}).") from error
        was_there = await asyncio.to_thread(exchange, database, unfinished, aside)
    return aside if was_there else None


async def _make_current(database: Path, stamp: str, draw: Draw) -> None:
    """Bring a database up to date, let all open matches be shown again, and let no older control decide anything."""
    store = await open_store(database, draw=draw)
    try:
        async with store.write(about.Everything()) as tx:
            await tx.matches.renew_marks()
            await tx.decks.renew_ids()
            await show_all_again(tx, f"restored:{stamp}:{draw()}")
    finally:
        await store.close()
