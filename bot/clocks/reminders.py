"""Reminders: when a player is reminded of an open decision.

Everything here depends on public facts (whose decision it is, since when, the time left) and on the person's
settings, never on their options.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from bot.clocks.calendar import Calendar, reached
from bot.clocks.control import DAY, HOUR
from bot.clocks.seat import SeatClock, due_at

MOST = 3
"""The maximum number of reminders for one decision; after that the player is left alone."""
SOONEST = HOUR
"""The least time between a question and the first reminder of it, in milliseconds."""
DAY_OF_MINUTES = 24 * 60


class QuietHours(msgspec.Struct, frozen=True):
    """Hours of the day in which a person wants no reminders, as minutes since midnight where they live."""

    start: int
    end: int


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's reminder settings.

    With a clock: at half of the time left, and `before` milliseconds ahead of the deadline, in time that counts.
    Without one: `after` milliseconds since the question. `thread`: in the match's thread, not by direct message.
    """

    on: bool = True
    half: bool = True
    before: tuple[int, ...] = (DAY, 4 * HOUR, HOUR)
    after: tuple[int, ...] = (DAY, 3 * DAY)
    thread: bool = False
    quiet: QuietHours | None = None


USUAL = Wishes()


class ReminderState(msgspec.Struct, frozen=True):
    """The decision that a player is reminded of; `question` is None while they have none.

    `at` is when they were asked, `total` the time that they had left then. `marked` is the last moment that a reminder
    was for: time left, or without a clock the time since. `sent` counts the reminders that were not heeded. `turn` is when
    a quick player would answer, and `called`: they were mentioned in the thread, for this decision or the one before it
    (see `bot.match.prompts`).
    """

    question: int | None = None
    at: int = 0
    total: int = 0
    marked: int | None = None
    sent: int = 0
    snoozed: int | None = None
    off: bool = False
    turn: int | None = None
    called: bool = False


NOTHING = ReminderState()


def moments(
    asked: ReminderState, wishes: Wishes, clock: SeatClock | None, calendar: Calendar
) -> list[tuple[int, int]]:
    """Return the moments that are still to come, as (mark, moment), the first one first; none for a held clock."""
    if clock is None:
        marks = sorted({mark for mark in wishes.after if asked.marked is None or mark > asked.marked})
        return [(mark, asked.at + mark) for mark in marks]
    if clock.since is None:
        return []
    marks = {mark for mark in wishes.before if mark <= asked.total - SOONEST}
    if wishes.half:
        marks.add(asked.total // 2)
    return [
        (mark, reached(calendar, clock.since, clock.left - mark))
        for mark in sorted(marks, reverse=True)
        if asked.marked is None or mark < asked.marked
    ]


def next_reminder(
    asked: ReminderState,
    wishes: Wishes,
    clock: SeatClock | None,
    calendar: Calendar,
    away_until: int | None = None,
) -> int | None:
    """Return when the next reminder is due, None for never.

    One that falls into quiet hours comes when these end, unless the time is up by then.
    """
    if asked.question is None or asked.off or not wishes.on or asked.sent >= MOST:
        return None
    if clock is not None and clock.since is None:
        return None
    deadline = None if clock is None else due_at(clock, calendar)
    if asked.snoozed is not None and (deadline is None or asked.snoozed < deadline):
        at = asked.snoozed
    else:
        to_come = moments(asked, wishes, clock, calendar)
        if not to_come:
            return None
        at = to_come[0][1]
    if away_until is not None:
        at = max(at, away_until)
    awake = after_quiet(wishes.quiet, calendar.zone, at)
    return at if deadline is not None and deadline <= awake else awake


def reminded(
    asked: ReminderState, wishes: Wishes, clock: SeatClock | None, calendar: Calendar, now: int
) -> ReminderState:
    """Return the pending reminders after one at `now`, which covers all past moments."""
    passed = [mark for mark, moment in moments(asked, wishes, clock, calendar) if moment <= now]
    marked = passed[-1] if passed else asked.marked
    return msgspec.structs.replace(asked, marked=marked, sent=asked.sent + 1, snoozed=None)


def after_quiet(quiet: QuietHours | None, zone: str, at: int) -> int:
    """Return `at`, or if it lies in quiet hours the moment at which these end."""
    if quiet is None or quiet.start == quiet.end:
        return at
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if (minute - quiet.start) % DAY_OF_MINUTES >= (quiet.end - quiet.start) % DAY_OF_MINUTES:
        return at
    day = local.date() + timedelta(days=1 if minute >= quiet.end else 0)
    ends = datetime.combine(day, time(quiet.end // 60, quiet.end % 60), ZoneInfo(zone))
    # Where clocks are put back, the hour is there twice, and the first one may be over.
    known = (int(one.astimezone(UTC).timestamp()) * 1000 for one in (ends, ends.replace(fold=1)))
    return next((moment for moment in known if moment >= at), at)
