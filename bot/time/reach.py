"""Reachability of the bot: it is running and connected to Discord, which answers its requests.

While it is unreachable, clocks are stopped. With each heartbeat the bot stores a mark in the database; a
process that starts has been absent since the last mark. Time with an unknown state doesn't count as
reachable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import structlog

from bot.clocks.absence import Absence
from bot.platform.clock import Clock
from bot.store import Store
from bot.store.clocks import ALIVE, UNMARKED, AbsenceLog, last_mark

FAILURES = 2
"""Consecutive failed requests after which Discord counts as unreachable. A single failure means nothing."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.reach")


async def follow_marks(reach: Reach, store: Store, now: int) -> None:
    """Update the reachability from the marks in the store, which answering processes write."""
    async with store.read() as reading:
        marked = last_mark(await reading.key_values.of(ALIVE) or "")
    if now - marked < UNMARKED:
        # First load the absences that they have stored.
        await store.load_absences()
        reach.connected()
    else:
        reach.disconnected(silent_for=now - marked)


class Reach:
    """Tracks since when the bot is unreachable, by shard, and adds every absence to the log.

    `mark` is the previous process's mark in the database, "" for a new one. A process that answers no one
    doesn't record absences (`records`): it follows those that do.
    """

    def __init__(self, absences: AbsenceLog, clock: Clock, mark: str = "", *, records: bool = True) -> None:
        self._absences = absences
        self._records = records
        self._clock = clock
        now = clock.now()
        marks = [int(mark_of_shard) for mark_of_shard in mark.split(",") if mark_of_shard]
        self._away: list[int | None] = [*(marks or [now])]
        """The beginning of the absence by shard, in ms since 1970; None while reachable."""
        self._connected = [False] * len(self._away)
        self._failures = 0
        self._failed_at = 0
        self.on_change: Callable[[], None] = lambda: None
        """Called when the bot becomes reachable or unreachable."""
        absences.mark, absences.lasting = self.mark, self.lasting

    def count(self, shards: int) -> None:
        """Set the number of shards. If it changes, all count as absent since the earliest mark."""
        if shards != len(self._away):
            since = min(
                self._clock.now() if absent_since is None else absent_since for absent_since in self._away
            )
            self._away[:], self._connected = [since] * shards, [False] * shards

    def connected(self, shard: int = 0) -> None:
        """Record that a shard receives events."""
        self._connected[shard] = True
        self._note(self._clock.now())

    def disconnected(self, shard: int = 0, silent_for: int = 0) -> None:
        """Record that a shard receives no events. It was silent for that many milliseconds before."""
        self._connected[shard] = False
        self._note(self._clock.now() - silent_for)

    def answered(self) -> None:
        """Record that Discord answered a request."""
        if self._failures:
            self._failures = 0
            self._note(self._clock.now())

    def failed(self) -> None:
        """Record that a request to Discord failed."""
        self._failures += 1
        if self._failures == 1:
            self._failed_at = self._clock.now()
        elif self._failures == FAILURES:
            self._note(self._failed_at)

    @property
    def is_answered(self) -> bool:
        """Whether Discord answers requests, as far as known."""
        return self._failures < FAILURES

    def _note(self, at: int) -> None:
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
        """Handle a clock jump from `expected` to `now`: none of the time between has passed."""
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
        """Return the absences in progress."""
        if not any(since is not None for since in self._away):
            return ()
        now, shards = self._clock.now(), len(self._away)
        return [
            Absence(since, now, shard, shards) for shard, since in enumerate(self._away) if since is not None
        ]

    def mark(self) -> str:
        """Return the last time the bot was reachable, by shard, in stored form."""
        now = self._clock.now()
        return ",".join(str(now if since is None else since) for since in self._away)
