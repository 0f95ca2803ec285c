"""Advancing a match: reading its row, and writing it one revision further, all of it or nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from bot.errors import NotFound, NotYourMatch
from bot.match import seat_clocks
from bot.match.views import Standing
from bot.people.ratings import rate
from bot.store import Reading, Writing
from bot.store.rows import ActRow, MatchRow, NewNote, SeatRow
from bot.time import reminder_schedule
from cards.i18n import msg, series
from engine.kernel.match import Match


async def row_of(store: Reading, match_id: int, *, data: bool = False) -> MatchRow:
    """Return a challenge or match, with its saved position if `data`. Raises NotFound."""
    row = await store.matches.match(match_id, data=data)
    if row is None:
        raise no_match(match_id)
    return row


def no_match(match_id: int) -> NotFound:
    """Return what is said where there is no such match."""
    return NotFound(msg("There is no match {id}.", id=match_id))


def advanced(
    row: MatchRow,
    match: Match,
    act: ActRow,
    seats: tuple[SeatRow, ...] | None = None,
    *,
    quick: Callable[[], int],
) -> MatchRow:
    """Return a match's row as it is after an act; without the position, which has no use any more.

    `seats` are the seats with their clocks, if these don't simply go on. `quick` draws the turns of new questions
    (see `bot.prompting.prompts`).
    """
    standing = Standing.OVER if match.outcome else Standing.PLAYING
    asked = {seat: question.id for seat, question in match.asked.items()}
    moved = replace(row, seats=seat_clocks.moved(row, asked, act.at) if seats is None else seats)
    return replace(
        row,
        rev=act.rev,
        standing=standing,
        awaited=tuple(sorted(asked)),
        changed_at=act.at,
        data=None,
        seats=_without(reminder_schedule.asked(moved, asked, act.at, quick), match),
    )


def _without(seats: tuple[SeatRow, ...], match: Match) -> tuple[SeatRow, ...]:
    """Return the seats as they are when some of them are out of the match."""
    by = {seat: left.ending for left in match.out for seat in left.seats}
    return tuple(replace(one, left=by.get(number, one.left)) for number, one in enumerate(seats))


async def save(
    tx: Writing,
    before: MatchRow,
    after: MatchRow,
    match: Match,
    act: ActRow,
    events: str,
    notes: Sequence[NewNote],
) -> MatchRow:
    """Write a match that was advanced, and return its row with the mark that it has got. Raises Overtaken."""
    mark = await tx.matches.advance(
        before,
        standing=after.standing,
        awaited=after.awaited,
        data=match.save(),
        act=act,
        events=events,
        notes=notes,
    )
    for write in _time(tx, before, after):
        await write
    gone = {
        number: seat.left
        for number, seat in enumerate(after.seats)
        if seat.left is not None and before.seats[number].left is None
    }
    if gone:
        await tx.seats.set_left(after.id, gone)
    if match.outcome is not None:
        await tx.matches.set_outcome(after.id, match.outcome.places, match.outcome.ending)
        await rate(tx, after, match, act.at)
        if any(seat.ordered for seat in before.seats):
            await tx.orders.end_all(after.id)
    return replace(after, mark=mark)


async def save_time(tx: Writing, before: MatchRow, after: MatchRow) -> None:
    """Write the clocks of a match that are not as they were, and what falls due for them."""
    for write in _time(tx, before, after):
        await write


def _time(tx: Writing, before: MatchRow, after: MatchRow) -> list[Awaitable[None]]:
    """Return a statement for each thing that is written of the clocks."""
    writes = reminder_schedule.writes(tx, before, after)
    seats = seat_clocks.changed(before, after)
    if not seats:
        return writes
    clocks = {
        number: (seat.clock, seat.flagged)
        for number, seat in enumerate(after.seats)
        if number in seats and seat.clock is not None
    }
    return [
        *writes,
        tx.clocks.put(after.id, clocks),
        *(
            tx.alarms.set(seat_clocks.TIME, after.id, after.seats[n].person_id, seat_clocks.alarm(after, n))
            for n in seats
        ),
    ]


def seat_of(row: MatchRow, person: int) -> int:
    """Return the seat at which the person plays. Raises NotYourMatch."""
    seat = row.seat_of(person)
    if seat is None:
        raise NotYourMatch(
            msg("You are not playing in this match; {who} are.", who=series(*(one.name for one in row.seats)))
        )
    return seat
