"""Bringing every message up to date after an older copy of the database has come back.

What stands in Discord then is from a future that has not come: it shows positions that are not so, and asks what nobody
asks. A restored database (`bot.upkeep.backups`) says so itself. A copy that somebody has put in place by hand does not, but the
first press on what was made after it gives it away: its mark is nowhere.
"""

from __future__ import annotations

from collections.abc import Callable

import structlog

from bot.delivery.announcements import of_renewal
from bot.store import Store, Writing

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.renewal")


async def show_all_again(tx: Writing, cause: str) -> int:
    """Let every message of every open challenge and match be made current; return how many there are.

    `cause` is what no other renewal has.
    """
    found = await tx.matches.open()
    for match_id in found:
        row = await tx.matches.match(match_id)
        if row is not None:
            await tx.notes.add(of_renewal(row, cause))
    return len(found)


class Renewal:
    """Renews all messages once a process, when it turns out that the database was set back.

    `wake` is called when there is something to announce, `now` gives the time in milliseconds since 1970.
    """

    def __init__(self, store: Store, now: Callable[[], int], *, wake: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._wake = wake
        self._is_done = False

    async def renew(self) -> None:
        """Renew all messages, if that has not been done."""
        if self._is_done:
            return
        self._is_done = True
        try:
            async with self._store.write() as tx:
                count = await show_all_again(tx, f"found:{self._now()}")
        except BaseException:
            self._is_done = False
            raise
        log.warning("the database has been set back to an earlier copy", open_matches=count)
        self._wake()
