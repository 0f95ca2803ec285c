"""The clock of one seat: how much time is left, and since when it has been running."""

from __future__ import annotations

import msgspec

from bot.clocks.calendar import Calendar, counted_time, moment_after
from bot.clocks.control import TimeControl


class SeatClock(msgspec.Struct, frozen=True):
    """A clock with `left` milliseconds at the moment `since`; it is stopped if `since` is None.

    `question` is the question that uses the time, None for no question. A clock that is stopped despite a
    question is *held*: by a vacation, or by an agreed pause.
    """

    left: int
    since: int | None = None
    question: int | None = None


def left_at(clock: SeatClock, calendar: Calendar, now: int) -> int:
    """Return the milliseconds left; negative after the deadline."""
    return clock.left if clock.since is None else clock.left - counted_time(calendar, clock.since, now)


def due_at(clock: SeatClock, calendar: Calendar) -> int | None:
    """Return the deadline; None for a stopped clock."""
    return None if clock.since is None else moment_after(calendar, clock.since, clock.left)


def clock_at(clock: SeatClock, calendar: Calendar, now: int) -> SeatClock:
    """Return the same clock, computed up to now, or up to the moment it began to run if that is later.

    After this, the calendar may change.
    """
    if clock.since is None:
        return clock
    return msgspec.structs.replace(clock, left=left_at(clock, calendar, now), since=max(now, clock.since))


def with_hold(clock: SeatClock, calendar: Calendar, now: int, *, hold: bool) -> SeatClock:
    """Return the clock held or released. Without a question it stays stopped."""
    at_rest = msgspec.structs.replace(clock_at(clock, calendar, now), since=None)
    since = max(now, clock.since or now)
    return at_rest if hold or clock.question is None else msgspec.structs.replace(at_rest, since=since)


def after_question_change(
    control: TimeControl, clock: SeatClock, calendar: Calendar, now: int, question: int | None, *, hold: bool
) -> SeatClock:
    """Return the clock after the seat's question became `question` (None for none).

    It continues through consecutive questions; with a time per decision, it restarts. With a bank, the
    increment is added once the player has made all decisions.
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


def initial_clock(control: TimeControl) -> SeatClock:
    """Return the clock of a seat before its first question."""
    return SeatClock(control.time)
