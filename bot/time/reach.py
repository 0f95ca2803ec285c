"""Reachability of the bot: it is running and connected to Discord, which answers its requests.

While it is unreachable, clocks are stopped. With each heartbeat the bot stores a mark in the database; a process that
starts has been absent since the last mark. A moment with unknown state counts as reachable only up to the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import structlog

from bot.clocks.absence import Absence
from bot.platform.clock import Clock
from bot.store import Store
from bot.store.clocks import ALIVE, UNMARKED, AbsenceLog, last_mark

FAILURES = 2
"""Requests that must fail one after the other before Discord counts as out of reach: one failure says nothing."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.reach")


async def follow_marks(reach: Reach, store: Store, now: int) -> None:
    """Take over whether the bot is in reach from the processes that answer people, as their marks in the store say it."""
    async with store.read() as reading:
        marked = last_mark(await reading.facts.of(ALIVE) or "")
    if now - marked < UNMARKED:
        # First what they have written about it.
        await store.load_absences()
        reach.connected()
    else:
        reach.disconnected(silent_for=now - marked)


class Reach:
    """Knows since when the bot is out of reach, by shard, and writes every absence into the store's log.

    `mark` is what the last process left in the database, "" for a new one. One that answers nobody doesn't record absences
    (`records`): it follows those that do.
    """

    def __init__(self, absences: AbsenceLog, clock: Clock, mark: str = "", *, records: bool = True) -> None:
        self._absences = absences
        self._records = records
        self._clock = clock
        now = clock.now()
        marks = [int(one) for one in mark.split(",") if one]
        self._away: list[int | None] = [*(marks or [now])]
        """Since when the bot is out of reach, by shard, in ms since 1970; None while it is in reach."""
        self._connected = [False] * len(self._away)
        self._failures = 0
        self._failed_at = 0
        self.on_change: Callable[[], None] = lambda: None
        """Called when the bot has come into reach or got out of it."""
        absences.mark, absences.lasting = self.mark, self.lasting

    def count(self, shards: int) -> None:
        """Take into account how many shards there are. Where they have become others, all are away since the first mark."""
        if shards != len(self._away):
            since = min(self._clock.now() if one is None else one for one in self._away)
            self._away[:], self._connected = [since] * shards, [False] * shards

    def connected(self, shard: int = 0) -> None:
        """Discord sends events to a shard from now on."""
        self._connected[shard] = True
        self._look(self._clock.now())

    def disconnected(self, shard: int = 0, silent_for: int = 0) -> None:
        """Discord sends a shard nothing any more; it was silent for that many milliseconds before that was noticed."""
        self._connected[shard] = False
        self._look(self._clock.now() - silent_for)

    def answered(self) -> None:
        """Discord has answered a request."""
        if self._failures:
            self._failures = 0
            self._look(self._clock.now())

    def failed(self) -> None:
        """Discord could not be asked, or failed itself."""
        self._failures += 1
        if self._failures == 1:
            self._failed_at = self._clock.now()
        elif self._failures == FAILURES:
            self._look(self._failed_at)

    @property
    def is_answered(self) -> bool:
        """Whether Discord answers requests, as far as is known."""
        return self._failures < FAILURES

    def _look(self, at: int) -> None:
        """Begin or end the absence of every shard, at a moment in ms since 1970."""
        is_new = False
        for shard, since in enumerate(self._away):
            is_in_reach = self._connected[shard] and self.is_answered
            if is_in_reach == (since is None):
                continue
            is_new = True
            if since is None:
                self._away[shard] = at
            else:
                self._away[shard] = None
                self._add(Absence(since, at, shard, len(self._away)))
        if is_new:
            self.on_change()

    def jumped(self, expected: int, now: int) -> None:
        """The machine's clock says `now` where it should say `expected`: nothing of the time between has passed."""
        shards = len(self._away)
        for shard, since in enumerate(self._away):
            if since is not None:
                self._add(Absence(since, expected, shard, shards))
                self._away[shard] = now
        self._add(Absence(expected, now))
        self._failed_at += now - expected
        self.on_change()

    def _add(self, absence: Absence) -> None:
        is_short = self._absences.is_shared and 0 <= absence.back - absence.gone < UNMARKED
        if is_short or not self._records:
            return
        if absence.gone != absence.back:
            log.info("an absence is over", seconds=(absence.back - absence.gone) // 1000, shard=absence.shard)
            self._absences.new.append(absence)

    def lasting(self) -> Sequence[Absence]:
        """Return the absences that last until now."""
        if not any(since is not None for since in self._away):
            return ()
        now, shards = self._clock.now(), len(self._away)
        return [
            Absence(since, now, shard, shards) for shard, since in enumerate(self._away) if since is not None
        ]

    def mark(self) -> str:
        """Return until when the bot was in reach, by shard, as it is kept in the database."""
        now = self._clock.now()
        return ",".join(str(now if since is None else since) for since in self._away)
