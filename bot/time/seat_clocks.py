"""The clocks of a match's seats: their state after an event, and the next deadline.

A clock runs while its seat has a question, unless its person is away, all have agreed on a pause, or the bot plays
for them: then it keeps its state until they are back.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs
from msgspec.structs import replace

from bot.clocks import SeatClock, after_question_change, clock_at, due_at, initial_clock, left_at, with_hold
from bot.clocks.control import HOUR, LONGEST
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow, SeatRow

TIME = "time"
"""The alarm for the end of a player's time."""


def is_held(row: MatchRow, seat: SeatRow) -> bool:
    """Return whether a seat's clock is stopped even if it has a question."""
    return row.paused or seat.away_until is not None or seat.taken_over


def after_act(row: MatchRow, questions: Mapping[int, int], now: int) -> tuple[SeatRow, ...]:
    """Return the seats after their open questions became `questions` (ids by seat), empty after a match."""
    if row.control.kind == "none":
        return row.seats
    seats_after: list[SeatRow] = []
    for number, seat in enumerate(row.seats):
        clock = seat.clock or initial_clock(row.control)
        if seat.taken_over:
            seats_after.append(replace(seat, clock=SeatClock(clock.left, None, questions.get(number))))
            continue
        hold = is_held(row, seat)
        after = after_question_change(
            row.control, clock, row.control.calendar(seat.home), now, questions.get(number), hold=hold
        )
        late = seat.flagged and after.since is not None and after.left <= 0
        seats_after.append(replace(seat, clock=after, flagged=late or (seat.flagged and after is clock)))
    return tuple(seats_after)


def settled_clocks(row: MatchRow, now: int) -> tuple[SeatRow, ...]:
    """Return the seats with their clocks computed up to now, before the calendar of one of them changes."""
    return tuple(
        seat
        if seat.clock is None
        else replace(seat, clock=clock_at(seat.clock, row.control.calendar(seat.home), now))
        for seat in row.seats
    )


def with_holds(row: MatchRow, now: int) -> tuple[SeatRow, ...]:
    """Return the seats with their clocks held or released, as the row now says."""
    return tuple(
        seat
        if seat.clock is None
        else replace(
            seat, clock=with_hold(seat.clock, row.control.calendar(seat.home), now, hold=is_held(row, seat))
        )
        for seat in row.seats
    )


def overdue(row: MatchRow, now: int) -> int | None:
    """Return the seat that ran out of time first, None if none has."""
    late = [
        (due, number)
        for number, seat in enumerate(row.seats)
        if seat.clock
        and (due := due_at(seat.clock, row.control.calendar(seat.home))) is not None
        and due <= now
    ]
    return min(late)[1] if late else None


def time_left(row: MatchRow, number: int, now: int) -> int:
    """Return a seat's milliseconds left; 0 without a clock."""
    seat = row.seats[number]
    return left_at(seat.clock, row.control.calendar(seat.home), now) if seat.clock else 0


def with_time_added(row: MatchRow, number: int, amount: int, now: int) -> tuple[SeatRow, ...]:
    """Return the seats after one was given `amount` milliseconds, added to the rest of its time."""
    seats = list(settled_clocks(row, now))
    clock = seats[number].clock
    if clock is not None:
        # The limit keeps the deadline a valid date, however often time is given.
        remaining = max(clock.left, 0)
        extended = SeatClock(max(remaining, min(remaining + amount, LONGEST)), clock.since, clock.question)
        # The new deadline has its own reminders.
        reminder = structs.replace(seats[number].reminder, total=extended.left, marked=None)
        seats[number] = replace(seats[number], clock=extended, flagged=False, reminder=reminder)
    return tuple(seats)


def restarted(row: MatchRow, number: int, now: int) -> tuple[SeatRow, ...]:
    """Return the seats after a player's return from a takeover, with their clock restarted.

    They get the time per decision or, with a bank, the increment, but at least an hour.
    """
    seats = list(row.seats)
    seat, control = seats[number], row.control
    if seat.clock is not None:
        left = control.time if control.kind == "each" else min(control.cap, max(control.increment, HOUR))
        runs = seat.clock.question is not None and not is_held(row, seat)
        clock = SeatClock(left, now if runs else None, seat.clock.question)
        reminder = structs.replace(seat.reminder, at=now, total=left, marked=None, sent=0, snoozed=None)
        seats[number] = replace(seat, clock=clock, flagged=False, reminder=reminder)
    return tuple(seats)


def due_time(row: MatchRow, number: int) -> int | None:
    """Return the end of a seat's time, None for never."""
    seat = row.seats[number]
    if row.status is not MatchStatus.PLAYING or seat.clock is None or seat.flagged:
        return None
    return due_at(seat.clock, row.control.calendar(seat.home))


def changed_seats(before: MatchRow, after: MatchRow) -> list[int]:
    """Return the seats whose clocks or deadlines have changed."""
    return [
        number
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old.clock != new.clock
        or old.flagged != new.flagged
        or due_time(before, number) != due_time(after, number)
    ]
