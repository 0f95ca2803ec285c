"""The times of reminders, for every clock, time zone and daylight saving change."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.clocks import (
    Calendar,
    QuietHours,
    ReminderSettings,
    ReminderState,
    SeatClock,
    after_quiet,
    due_at,
    left_at,
    next_reminder,
    reminded,
)
from bot.clocks.control import DAY, HOUR, MINUTE
from bot.clocks.reminders import MOST

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Cairo")
zones = st.sampled_from(ZONES)
moments = st.integers(1_700_000_000_000, 1_900_000_000_000)
lengths = st.integers(5 * MINUTE, 60 * DAY)
quiets = st.builds(QuietHours, st.integers(0, 1439), st.integers(0, 1439))
reminder_settings = st.builds(
    ReminderSettings,
    half=st.booleans(),
    before=st.lists(st.sampled_from((2 * DAY, DAY, 4 * HOUR, HOUR)), unique=True).map(tuple),
    after=st.lists(st.sampled_from((HOUR, DAY, 3 * DAY)), unique=True).map(tuple),
    quiet=st.none() | quiets,
)


def is_quiet(quiet: QuietHours, zone: str, at: int) -> bool:
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if quiet.start <= quiet.end:
        return quiet.start <= minute < quiet.end
    return minute >= quiet.start or minute < quiet.end


@given(quiets, zones, moments)
def test_reminders_in_quiet_hours_come_at_their_end(quiet: QuietHours, zone: str, at: int) -> None:
    awake = after_quiet(quiet, zone, at)
    assert at <= awake <= at + 25 * HOUR
    assert not is_quiet(quiet, zone, awake)
    if not is_quiet(quiet, zone, at):
        assert awake == at
    else:
        assert is_quiet(quiet, zone, awake - 1), "exactly at their end"


@given(reminder_settings, zones, st.booleans(), moments, lengths)
def test_reminders_of_a_clock(
    wished: ReminderSettings, zone: str, weekends: bool, at: int, time: int
) -> None:
    clock, calendar = SeatClock(time, at, 1), Calendar(zone, weekends)
    deadline = due_at(clock, calendar)
    assert deadline is not None
    state, reminder_times = ReminderState(1, at, time), list[int]()
    while (due := next_reminder(state, wished, clock, calendar)) is not None:
        reminder_times.append(due)
        state = reminded(state, wished, clock, calendar, due)
    assert len(reminder_times) <= MOST
    assert reminder_times == sorted(set(reminder_times)), "never twice at the same time"
    assert all(at <= due < deadline for due in reminder_times)
    marks = {time // 2} if wished.half else set[int]()
    marks |= {mark for mark in wished.before if mark <= time - HOUR}
    if wished.quiet is None:
        assert [left_at(clock, calendar, due) for due in reminder_times] == sorted(marks, reverse=True)[:MOST]
    assert bool(reminder_times) == bool(marks)


@given(reminder_settings, zones, moments)
def test_reminders_without_a_clock(wished: ReminderSettings, zone: str, at: int) -> None:
    state, calendar, reminder_times = ReminderState(1, at), Calendar(zone), list[int]()
    while (due := next_reminder(state, wished, None, calendar)) is not None:
        reminder_times.append(due)
        state = reminded(state, wished, None, calendar, due)
    assert reminder_times == sorted(set(reminder_times))
    assert len(reminder_times) <= MOST
    if wished.quiet is None:
        assert reminder_times == [at + mark for mark in sorted(wished.after)]
    else:
        assert not any(is_quiet(wished.quiet, zone, due) for due in reminder_times)
