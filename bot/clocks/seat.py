"""The clock of one seat: how much time is left, and since when it has been running."""

from __future__ import annotations

import msgspec

from bot.clocks.calendar import Calendar, reached, worked
from bot.clocks.control import TimeControl


class SeatClock(msgspec.Struct, frozen=True):
    """`left` milliseconds at the moment `since`; it stands still if `since` is None.

    `question` is what the time is for, None if nothing is asked. A clock that stands still although something is asked
    is *held*: by a vacation, or by a pause that all agreed on.
    """

    left: int
    since: int | None = None
    question: int | None = None


def left_at(clock: SeatClock, calendar: Calendar, now: int) -> int:
    """Return how many milliseconds are left; negative after the deadline."""
    return clock.left if clock.since is None else clock.left - worked(calendar, clock.since, now)


def due_at(clock: SeatClock, calendar: Calendar) -> int | None:
    """Return when the time will be up; None for a clock that stands still."""
    return None if clock.since is None else reached(calendar, clock.since, clock.left)


def settled(clock: SeatClock, calendar: Calendar, now: int) -> SeatClock:
    """Return the same clock, with what is left now, or where that is later, when it began to run.

    What the calendar says may change after this.
    """
    if clock.since is None:
        return clock
    return msgspec.structs.replace(clock, left=left_at(clock, calendar, now), since=max(now, clock.since))


def held(clock: SeatClock, calendar: Calendar, now: int, *, hold: bool) -> SeatClock:
    """Return the clock held, or let go again; one that nothing is asked of stands still either way."""
    at_rest = msgspec.structs.replace(settled(clock, calendar, now), since=None)
    since = max(now, clock.since or now)
    return at_rest if hold or clock.question is None else msgspec.structs.replace(at_rest, since=since)


def moved_on(
    control: TimeControl, clock: SeatClock, calendar: Calendar, now: int, question: int | None, *, hold: bool
) -> SeatClock:
    """Return the clock after `question` (None: nothing) became what the seat is asked.

    It runs on through several decisions in a row; where each decision has its own time, it restarts. With a bank
    the increment is due when the player has decided everything.
    """
    if control.kind == "none" or question == clock.question:
        return clock
    left = left_at(clock, calendar, now)
    if control.kind == "each":
        left = control.time
    elif question is None:
        left = min(control.cap, max(left, 0) + control.increment)
    since = max(now, clock.since or now)
    return SeatClock(left, None if question is None or hold else since, question)


def begun(control: TimeControl) -> SeatClock:
    """Return the clock of a seat before anything was asked."""
    return SeatClock(control.time)
