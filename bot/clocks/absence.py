"""Absences: time that counts for no one, because the bot was unreachable or the machine's clock was wrong."""

from __future__ import annotations

import msgspec

from bot.clocks.calendar import Calendar
from bot.clocks.seat import SeatClock, left_at


class Absence(msgspec.Struct, frozen=True):
    """From `gone` to `back` (ms since 1970), the servers on `shard`, one of `shards`, couldn't reach the bot.

    `back` is before `gone` if the machine's clock was set back by the difference.
    """

    gone: int
    back: int
    shard: int = 0
    shards: int = 1

    def concerns(self, guild_id: int | None) -> bool:
        """Return whether a server was affected; None for direct messages. Discord's formula for shards."""
        return ((guild_id or 0) >> 22) % self.shards == self.shard


def without_absence(clock: SeatClock, calendar: Calendar, absence: Absence) -> SeatClock:
    """Return a clock that was running before an absence ended, with the time left at the absence's beginning."""
    is_later = clock.since is not None and absence.gone <= absence.back <= clock.since
    if clock.since is None or is_later:
        return clock
    return msgspec.structs.replace(clock, left=left_at(clock, calendar, absence.gone), since=absence.back)


def extended_deadline(until: int, since: int, absence: Absence) -> int:
    """Return a deadline set before an absence ended, extended by it. `since` is when it began to count."""
    counted_from = max(absence.gone, min(since, absence.back))
    return until if until <= counted_from else until + absence.back - counted_from
