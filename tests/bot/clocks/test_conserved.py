"""Time is conserved: a clock loses exactly the time that counted, under any sequence of events.

The oracle doesn't compute weekends as intervals: it adds up the quarters of an hour of two years by their weekday.
"""

import os
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random
from zoneinfo import ZoneInfo

import msgspec
import pytest

from bot.clocks import (
    Calendar,
    Home,
    SeatClock,
    TimeControl,
    after_question_change,
    clock_at,
    counted_time,
    due_at,
    initial_clock,
    left_at,
    moment_after,
    with_hold,
    with_zone,
)

HISTORIES = int(os.environ.get("VOIDREAM_CLOCKS", "400"))
QUARTER = 15 * 60_000
DAY = 96 * QUARTER
FIRST = int(datetime(2025, 1, 1, tzinfo=UTC).timestamp()) * 1000
QUARTERS = 2 * 365 * 96
ZONES = (
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "Asia/Beirut", "Africa/Cairo", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Asuncion",
)  # fmt: skip


@cache
def counted_quarters(zone: str) -> list[int]:
    """Return the number of quarters of an hour, from the first one on, that were not part of a weekend."""
    where = ZoneInfo(zone)
    sums = [0]
    for number in range(QUARTERS):
        day = datetime.fromtimestamp((FIRST + number * QUARTER) // 1000, where).weekday()
        sums.append(sums[-1] + (day < 5))
    return sums


def oracle(calendar: Calendar, start: int, end: int) -> int:
    first, last = (start - FIRST) // QUARTER, (end - FIRST) // QUARTER
    if not calendar.weekends_off:
        return (last - first) * QUARTER
    sums = counted_quarters(calendar.zone)
    return (sums[last] - sums[first]) * QUARTER


@pytest.mark.parametrize("zone", ZONES)
def test_counted_time_agrees_with_the_weekdays(zone: str) -> None:
    dice = Random(zone)
    calendar = Calendar(zone, weekends_off=True)
    for _ in range(300):
        start = FIRST + dice.randrange(QUARTERS) * QUARTER
        end = min(start + dice.randrange(40 * 96) * QUARTER, FIRST + QUARTERS * QUARTER)
        assert counted_time(calendar, start, end) == oracle(calendar, start, end)


@pytest.mark.parametrize("zone", ZONES)
def test_the_deadline_is_the_first_moment_without_time(zone: str) -> None:
    dice = Random(zone)
    for weekends_off in (False, True):
        calendar = Calendar(zone, weekends_off)
        for _ in range(150):
            start = FIRST + dice.randrange(QUARTERS // 2 * QUARTER)
            amount = dice.randrange(1, 20 * DAY)
            moment = moment_after(calendar, start, amount)
            assert counted_time(calendar, start, moment) == amount
            assert counted_time(calendar, start, moment - 1) == amount - 1


def test_an_empty_clock_expires_at_once() -> None:
    assert moment_after(Calendar(weekends_off=True), FIRST, 0) == FIRST
    assert due_at(SeatClock(-5, FIRST, 1), Calendar()) == FIRST


@pytest.mark.parametrize("part", range(10))
def test_time_is_conserved(part: int) -> None:
    """Answers, several in a row, holds, weekends, changed time zones, restarts: no time is lost or won."""
    for number in range(HISTORIES // 10):
        live_through(Random(f"conserved {part} {number}"))


def live_through(dice: Random) -> None:
    control = dice.choice((
        TimeControl("each", dice.randrange(1, 200) * QUARTER),
        TimeControl("bank", 3 * DAY, DAY // 2, 7 * DAY),
        TimeControl("bank", 400 * DAY, 0, 400 * DAY),
    ))  # fmt: skip
    calendar = Calendar(dice.choice(ZONES), dice.random() < 0.7)
    clock, now = initial_clock(control), FIRST + dice.randrange(QUARTERS // 3) * QUARTER
    remaining, running, question, held_now = control.time, False, 0, False
    for _ in range(dice.randrange(5, 60)):
        later = now + dice.choice((0, 1, 3, 40, 96, 300)) * dice.randrange(4) * QUARTER
        if running:
            remaining -= oracle(calendar, now, later)
        now = later
        assert left_at(clock, calendar, now) == remaining
        match dice.randrange(6):
            case 0 | 1:
                asked_seats = (
                    None if clock.question is not None and dice.random() < 0.6 else (question := question + 1)
                )
                was_asked = clock.question is not None
                clock = after_question_change(control, clock, calendar, now, asked_seats, hold=held_now)
                if control.kind == "each":
                    remaining = control.time
                elif asked_seats is None and was_asked:
                    remaining = min(control.cap, max(remaining, 0) + control.increment)
                running = asked_seats is not None and not held_now
            case 2:
                held_now = not held_now
                clock = with_hold(clock, calendar, now, hold=held_now)
                running = clock.question is not None and not held_now
            case 3:
                clock = clock_at(clock, calendar, now)
                calendar = Calendar(dice.choice(ZONES), dice.random() < 0.7)
            case 4:
                clock = msgspec.json.decode(msgspec.json.encode(clock), type=SeatClock)
            case _:
                clock = clock_at(clock, calendar, now)
        assert left_at(clock, calendar, now) == remaining
        assert (clock.since is not None) == running
        if clock.since is not None and remaining > 0:
            due = due_at(clock, calendar)
            assert due is not None
            assert left_at(clock, calendar, due) == 0


def test_without_a_clock_nothing_runs() -> None:
    control = TimeControl()
    clock = after_question_change(control, initial_clock(control), Calendar(), FIRST, 1, hold=False)
    assert clock == initial_clock(control)
    assert due_at(clock, Calendar()) is None


@pytest.mark.parametrize("part", range(4))
def test_changing_zones_gains_no_time(part: int) -> None:
    """Every weekend counts once as free time, in one of a person's zones, however often they change it."""
    for number in range(10):
        dice = Random(f"moves {part} {number}")
        zones, home = dice.sample(ZONES, 3), Home(dice.choice(ZONES))
        # Includes the changes to and from summer time on both hemispheres.
        now = FIRST + dice.randrange(600) * DAY
        lasted = dict[date, int]()
        for _ in range(8 * 7 * 8):
            later = now + 12 * QUARTER
            free = later - now - counted_time(TimeControl(weekends_off=True).calendar(home), now, later)
            if free:
                # Two days earlier it is the same week in every time zone.
                day = datetime.fromtimestamp(now // 1000, UTC).date() - timedelta(days=2)
                week = day - timedelta(days=day.weekday())
                lasted[week] = lasted.get(week, 0) + free
            now = later
            if dice.random() < 0.1:
                home = with_zone(home, dice.choice(zones), now)
        assert max(lasted.values()) <= 49 * 4 * QUARTER
        assert sum(lasted.values()) <= len(lasted) * 48 * 4 * QUARTER + 4 * QUARTER * 3


def test_changing_zones_twice_does_not_extend_a_weekend() -> None:
    """Saturday begins on Kiritimati 25 hours earlier than in Pago Pago."""
    control, east, west = TimeControl(weekends_off=True), "Pacific/Kiritimati", "Pacific/Pago_Pago"
    saturday = int(datetime(2026, 2, 7, tzinfo=ZoneInfo(east)).timestamp()) * 1000
    home = with_zone(Home(east), west, saturday + 2 * DAY - 1)
    assert counted_time(control.calendar(home), saturday - DAY, saturday + 4 * DAY) == 3 * DAY
    again = with_zone(home, east, saturday + 2 * DAY + QUARTER)
    assert again == Home(east), "the weekends of someone who stays in one zone"
    assert home.since == saturday + 3 * DAY + 4 * QUARTER, "when it ends in Pago Pago"
    week_later = home.since + 4 * DAY + 4 * 24 * QUARTER
    assert counted_time(control.calendar(home), home.since, week_later) == week_later - home.since
    assert with_zone(home, east, home.since).before == west
