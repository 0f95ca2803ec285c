"""Bring messages up to date: after a backup of the database was restored, or the bot returned to a server.

After a restore, messages posted after the backup show positions that no longer exist and ask obsolete questions. A
database restored by a command is marked (`bot.maintenance.backups`). One copied by hand isn't, but the first press on
a newer message reveals it: its revision token is unknown.

Announcements are written for a portion of matches at a time, each in a short transaction, when the outbox is nearly
empty, so that players wait for one portion at most. The progress survives a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
import structlog
from msgspec.structs import replace

from bot.delivery.announcements import of_renewal
from bot.store import Store, Writing, about
from engine.kernel.decoder import json_reader

UNDER_WAY = "renewal"
"""The fact with the progress of a renewal; empty if none is in progress."""
PORTION = 25
"""Matches whose notes are added to the outbox in one transaction."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.renewal")


class _Progress(msgspec.Struct, frozen=True):
    """The progress of a renewal. `after` is the last match done; `cause` is unique to the renewal.

    `asks`: people are notified of their questions again.
    """

    cause: str
    after: int = 0
    asks: bool = False


async def show_all_again(tx: Writing, cause: str, *, asks: bool = False) -> None:
    """Schedule an update of all messages of open challenges and matches, and do the first portion now.

    `cause` is unique to this renewal. With `asks`, players are notified of their questions again.
    """
    await _do_portion(tx, _Progress(cause, asks=asks))


async def _do_portion(tx: Writing, progress: _Progress) -> bool:
    """Add the notes about the next portion of matches to the outbox. Return whether there were any."""
    portion = await tx.matches.open(progress.after, PORTION)
    await _show_again(tx, portion, progress.cause, asks=progress.asks)
    after = msgspec.json.encode(replace(progress, after=portion[-1])).decode() if portion else ""
    await tx.key_values.store(UNDER_WAY, after)
    return bool(portion)


async def _show_again(tx: Writing, matches: Collection[int], cause: str, *, asks: bool) -> None:
    await tx.hold(*map(about.AboutMatch, matches))
    for match_id in matches:
        row = await tx.matches.match(match_id)
        if row is not None:
            await tx.notes.add(of_renewal(row, cause, asks=asks))


_progress = json_reader(_Progress)


class Renewal:
    """Updates all messages, once per process, when the database turns out to be an earlier backup.

    `wake` is called when there is something to announce, `now` returns the time in milliseconds since 1970.
    """

    def __init__(self, store: Store, now: Callable[[], int], *, wake: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._wake = wake
        self._is_done = False
        self.is_under_way = True
        """Whether a renewal may be in progress. True until the database was checked."""

    async def of_server(self, guild_id: int) -> int:
        """Update all open matches of a server on which nothing could be shown for a while. Return their number."""
        async with self._store.read() as reading:
            match_ids = await reading.matches.open_on(guild_id)
        await self.of_matches(match_ids)
        return len(match_ids)

    async def of_matches(self, matches: Sequence[int]) -> None:
        """Update matches that could not be shown for a while."""
        cause = f"back:{self._now()}"
        for first in range(0, len(matches), PORTION):
            async with self._store.write() as tx:
                await _show_again(tx, matches[first : first + PORTION], cause, asks=True)
            self._wake()

    async def renew(self) -> None:
        """Start a renewal, unless this process has done so."""
        if self._is_done:
            return
        self._is_done = True
        try:
            async with self._store.write(about.AboutKey(UNDER_WAY)) as tx:
                await show_all_again(tx, f"found:{self._now()}")
        except BaseException:
            self._is_done = False
            raise
        self.is_under_way = True
        log.warning("the database was restored from a backup")
        self._wake()

    async def go_on(self, tx: Writing) -> bool:
        """Add the notes about the next portion of matches to the outbox. Return whether there were any."""
        if not self.is_under_way:
            return False
        stored = await tx.key_values.of(UNDER_WAY)
        if not stored:
            self.is_under_way = False
            return False
        return await _do_portion(tx, _progress.read(stored))
