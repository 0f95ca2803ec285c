"""The schedule of reminders during a decision, and the notes sent.

The next reminder of each seat is an alarm. Its handler deletes the alarm, records the reminder and adds the note to
the outbox in one transaction, so no reminder is sent twice, whatever crashes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import structs
from msgspec.structs import replace

from bot.clocks import (
    ReminderState,
    next_reminder,
    reminded,
)
from bot.delivery import announcements
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.rows import AlarmRow, MatchRow, SeatRow
from bot.time import seat_clocks
from bot.time.seat_clocks import TIME, changed_seats, due_time

REMIND = "remind"
"""The alarm for a player's next reminder in a match."""
SOON = 10_000
"""Milliseconds until the bot answers in practice by alarm, if it hasn't answered immediately."""


def with_questions(
    row: MatchRow,
    questions: Mapping[int, int],
    now: int,
    reply_delay: Callable[[], int],
    sitter: int | None = None,
) -> tuple[SeatRow, ...]:
    """Return the seats after their open questions became `questions` (ids by seat).

    `reply_delay` draws the turns of the new ones. For the `sitter`, in a sitting, clocks and reminders continue as
    for its first question (`Match.sitter`). In practice the bot answers immediately (`bot.match.practice`); the
    alarm is for an answer lost with a process.
    """
    return tuple(
        seat
        if questions.get(number) == seat.reminder.question
        else replace(seat, reminder=structs.replace(seat.reminder, question=questions[number]))
        if number == sitter
        else replace(
            seat,
            reminder=_reminder(
                seat,
                questions.get(number),
                now,
                (lambda: SOON) if row.is_practice and seat.is_bot else reply_delay,
            ),
        )
        for number, seat in enumerate(row.seats)
    )


def _reminder(seat: SeatRow, question: int | None, now: int, reply_delay: Callable[[], int]) -> ReminderState:
    left = seat.clock.left if seat.clock else 0
    if question is None:
        return ReminderState(None, now, left, off=seat.reminder.off)
    turn = reply_delay()
    if seat.clock is not None and seat.clock.since is not None:
        # A quick player answers before the time runs out.
        turn = min(turn, max(left // 2, 1))
    called = seat.reminder.called and seat.reminder.question is not None
    return ReminderState(question, now, left, off=seat.reminder.off, turn=now + turn, called=called)


def due(row: MatchRow, number: int) -> int | None:
    """Return the time of a seat's next reminder, None for never. Lessons have none."""
    if row.status is not MatchStatus.PLAYING or row.lesson:
        return None
    seat = row.seats[number]
    if seat.is_played_by_bot:
        return None
    calendar = row.control.calendar(seat.home)
    return next_reminder(seat.reminder, seat.reminder_settings, seat.clock, calendar, seat.away_until)


def reminder_writes(tx: Writing, before: MatchRow, after: MatchRow) -> list[Awaitable[None]]:
    """Return the writes of changed reminders, and of their next alarms."""
    numbers = range(len(after.seats))
    new = {
        after.seats[n].person_id: after.seats[n].reminder
        for n in numbers
        if before.seats[n].reminder != after.seats[n].reminder
    }
    reminder_writes = [tx.reminders.store(after.id, new)] if new else []
    return [*reminder_writes, *(_arm(tx, after, n) for n in numbers if due(before, n) != due(after, n))]


async def rearm(tx: Writing, row: MatchRow, person: int) -> None:
    """Reset a player's next reminder in a match, because their settings, home or vacation changed."""
    number = row.seat_of(person)
    if number is not None:
        await _arm(tx, row, number)


async def remind(tx: Writing, alarm: AlarmRow, now: int) -> None:
    """Send a reminder, one for all past moments, or postpone it if absences have moved them."""
    row = await tx.matches.match(alarm.match_id)
    number = None if row is None else row.seat_of(alarm.person_id)
    if row is None or number is None or row.status is not MatchStatus.PLAYING:
        return
    seat, at = row.seats[number], due(row, number)
    if at is None or at > now:
        await _arm(tx, row, number)
        return
    calendar = row.control.calendar(seat.home)
    reminder_after = reminded(seat.reminder, seat.reminder_settings, seat.clock, calendar, now)
    after = replace(
        row, seats=(*row.seats[:number], replace(seat, reminder=reminder_after), *row.seats[number + 1 :])
    )
    await tx.reminders.store(row.id, {seat.person_id: reminder_after})
    await _arm(tx, after, number)
    if seat.clock is None or seat_clocks.time_left(row, number, now) > 0:
        await tx.notes.add([announcements.of_reminder(row, number, alarm.due_at)])


async def _arm(tx: Writing, row: MatchRow, number: int) -> None:
    await tx.alarms.set(REMIND, row.id, row.seats[number].person_id, due(row, number))


async def save_time(tx: Writing, before: MatchRow, after: MatchRow) -> None:
    """Store the changed clocks of a match, their alarms, and the reminders."""
    for write in _clock_writes(tx, before, after):
        await write


def _clock_writes(tx: Writing, before: MatchRow, after: MatchRow) -> list[Awaitable[None]]:
    """Return the writes of changed clocks and reminders."""
    writes = reminder_writes(tx, before, after)
    seats = changed_seats(before, after)
    if not seats:
        return writes
    clocks = {
        number: (seat.clock, seat.flagged)
        for number, seat in enumerate(after.seats)
        if number in seats and seat.clock is not None
    }
    return [
        *writes,
        tx.clocks.store(after.id, clocks),
        *(tx.alarms.set(TIME, after.id, after.seats[n].person_id, due_time(after, n)) for n in seats),
    ]
