"""Backups: made by the running bot on a schedule, and restored by command."""

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
from bot.store.random_values import Draw, draw
from bot.store.sqlite.copies import CopyError, check_unused, exchange, make_copy, put_back, unfinished_beside

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.backups")

HOUR = 3600_000
AGAIN = HOUR // 4
"""Milliseconds until a failed backup is retried."""
_NAME = re.compile(r"voidream-(\d{8}T\d{6}Z)\.sqlite3")


class Schedule(msgspec.Struct, frozen=True):
    """The folder of backups, the milliseconds between them, and the number kept."""

    folder: Path
    every: int
    max_copies: int


def backup_name(at: int) -> str:
    """Return the name of a backup made at a time."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("voidream-%Y%m%dT%H%M%SZ.sqlite3")


def made_at(file: Path) -> int | None:
    """Return the time of one of this bot's backups, from its name; None for other files."""
    name_match = _NAME.fullmatch(file.name)
    if name_match is None:
        return None
    try:
        parsed = datetime.strptime(name_match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(parsed.timestamp()) * 1000


class Backups:
    """Makes backups while the bot runs, off the event loop, and deletes the oldest ones.

    The files themselves show when the last one was made, so a restart changes nothing.
    """

    def __init__(self, database: Path, schedule: Schedule, clock: Clock) -> None:
        self._database = database
        self._schedule = schedule
        self._clock = clock
        self._problem = ""

    @property
    def problem(self) -> str:
        """The problem with the backups: the last one failed, or some are dated in the future; else ""."""
        return self._problem

    async def run(self, stop: asyncio.Event) -> None:
        """Make the due backups, until `stop` is set."""
        while not stop.is_set():
            await self._clock.wait(stop, await self.round())

    async def round(self) -> int:
        """Make a backup if one is due. Return the time of the next one."""
        now = self._clock.now()
        try:
            due = await asyncio.to_thread(self._due, now)
            if due > now:
                return due
            file = await asyncio.to_thread(self._make, now)
        except Exception as error:
            self._problem = f"the last backup failed: {error}"
            if isinstance(error, CopyError | OSError):
                log.error("backup_failed", why=str(error), again_in_minutes=AGAIN // 60_000)
            else:
                logs.failure(log, "backup_failed", error)
            return now + AGAIN
        log.info("backup_made", file=str(file))
        return now + self._schedule.every

    def _own(self, now: int) -> list[Path]:
        """Return the backups made here up to now, oldest first.

        Backups dated in the future were made while the clock was wrong. They are ignored: they don't delay a
        backup, and don't cause a newer one to be deleted. They stay until the operator moves them, and are
        reported.
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
        backups = self._own(now)
        newest_at = made_at(backups[-1]) if backups else None
        return now if newest_at is None else newest_at + self._schedule.every

    def _make(self, now: int) -> Path:
        target = self._schedule.folder / backup_name(now)
        make_copy(self._database, target)
        for old in self._own(now)[: -self._schedule.max_copies]:
            if old != target:
                old.unlink(missing_ok=True)
        return target


async def restore(copy: Path, database: Path, now: int, draw: Draw = draw) -> Path | None:
    """Put a backup in the place of the database. Return the new path of the old database, None if there was none.

    The backup is checked and prepared beside the database first: if anything fails, the database stays
    unchanged. All messages of open matches will be updated, and no control made before decides anything.
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
            # Rows can contain anything: another version's values, numbers out of range, invalid JSON.
            raise CopyError(f"{copy} can't be used: its content can't be read ({error}).") from error
        was_there = await asyncio.to_thread(exchange, database, unfinished, aside)
    return aside if was_there else None


async def _make_current(database: Path, stamp: str, draw: Draw) -> None:
    """Migrate a database, schedule the update of all open matches, and invalidate all older controls."""
    store = await open_store(database, draw=draw)
    try:
        async with store.write(about.Everything()) as tx:
            await tx.matches.renew_marks()
            await tx.decks.renew_ids()
            await show_all_again(tx, f"restored:{stamp}:{draw()}")
    finally:
        await store.close()
