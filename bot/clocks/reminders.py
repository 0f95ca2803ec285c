"""Reminders: when a player is reminded of an open decision.

Everything here depends on public facts (whose decision it is, since when, the time left) and on the person's
settings, never on their options.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from bot.clocks.calendar import Calendar, moment_after
from bot.clocks.control import DAY, HOUR
from bot.clocks.seat import SeatClock, due_at

MOST = 3
"""Maximum reminders of one decision."""
SOONEST = HOUR
"""Minimum milliseconds between a question and its first reminder."""
DAY_OF_MINUTES = 24 * 60


class QuietHours(msgspec.Struct, frozen=True):
    """The hours of the day in which a person wants no reminders, as minutes since midnight in their zone."""

    start: int
    end: int


class ReminderSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's reminder settings.

    With a clock: at half of the time left, and `before` milliseconds ahead of the deadline, in time that
    counts. Without one: `after` milliseconds since the question. `thread`: in the match's thread instead of
    directly.
    """

    on: bool = True
    half: bool = True
    before: tuple[int, ...] = (DAY, 4 * HOUR, HOUR)
    after: tuple[int, ...] = (DAY, 3 * DAY)
    thread: bool = False
    quiet: QuietHours | None = None


USUAL = ReminderSettings()


class ReminderState(msgspec.Struct, frozen=True):
    """The question that a player is reminded of. `question` is None if there is none.

    `at` is when it was asked, `total` the time left then. `marked` is the last mark that was reminded of: the
    time left or, without a clock, the time since the question. `sent` is the number of reminders without a
    reaction. `turn` is when a quick player would answer, and `called`: they were mentioned in the thread for
    this question or the one before (see `bot.match.prompts`).
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
    state: ReminderState, reminder_settings: ReminderSettings, clock: SeatClock | None, calendar: Calendar
) -> list[tuple[int, int]]:
    """Return the future moments as (mark, moment), earliest first; none for a stopped clock."""
    if clock is None:
        marks = sorted(
            {mark for mark in reminder_settings.after if state.marked is None or mark > state.marked}
        )
        return [(mark, state.at + mark) for mark in marks]
    if clock.since is None:
        return []
    marks = {mark for mark in reminder_settings.before if mark <= state.total - SOONEST}
    if reminder_settings.half:
        marks.add(state.total // 2)
    return [
        (mark, moment_after(calendar, clock.since, clock.left - mark))
        for mark in sorted(marks, reverse=True)
        if state.marked is None or mark < state.marked
    ]


def next_reminder(
    state: ReminderState,
    reminder_settings: ReminderSettings,
    clock: SeatClock | None,
    calendar: Calendar,
    away_until: int | None = None,
) -> int | None:
    """Return the time of the next reminder, None for never.

    One within quiet hours is postponed to their end, unless the time is up by then.
    """
    if state.question is None or state.off or not reminder_settings.on or state.sent >= MOST:
        return None
    if clock is not None and clock.since is None:
        return None
    deadline = None if clock is None else due_at(clock, calendar)
    if state.snoozed is not None and (deadline is None or state.snoozed < deadline):
        at = state.snoozed
    else:
        to_come = moments(state, reminder_settings, clock, calendar)
        if not to_come:
            return None
        at = to_come[0][1]
    if away_until is not None:
        at = max(at, away_until)
    awake = after_quiet(reminder_settings.quiet, calendar.zone, at)
    return at if deadline is not None and deadline <= awake else awake


def reminded(
    state: ReminderState,
    reminder_settings: ReminderSettings,
    clock: SeatClock | None,
    calendar: Calendar,
    now: int,
) -> ReminderState:
    """Return the pending reminders after one at `now`, which covers all past moments."""
    passed = [mark for mark, moment in moments(state, reminder_settings, clock, calendar) if moment <= now]
    marked = passed[-1] if passed else state.marked
    return msgspec.structs.replace(state, marked=marked, sent=state.sent + 1, snoozed=None)


def after_quiet(quiet: QuietHours | None, zone: str, at: int) -> int:
    """Return `at`, or the end of the quiet hours that contain it."""
    if quiet is None or quiet.start == quiet.end:
        return at
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if (minute - quiet.start) % DAY_OF_MINUTES >= (quiet.end - quiet.start) % DAY_OF_MINUTES:
        return at
    day = local.date() + timedelta(days=1 if minute >= quiet.end else 0)
    ends = datetime.combine(day, time(quiet.end // 60, quiet.end % 60), ZoneInfo(zone))
    # When daylight saving time ends, the hour occurs twice, and the first one may be over.
    candidates = (
        int(moment_of_end.astimezone(UTC).timestamp()) * 1000
        for moment_of_end in (ends, ends.replace(fold=1))
    )
    return next((moment for moment in candidates if moment >= at), at)
