"""Committing a match: writing its row one revision further, all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.people.ratings import rate
from bot.platform import metrics
from bot.store import Writing
from bot.store.match_status import MatchStatus
from bot.store.rows import ActRow, MatchRow, NewNote, SeatRow
from bot.time import reminder_schedule, seat_clocks
from bot.time.save_clocks import save_time
from engine.kernel.match import Match


def advanced(
    row: MatchRow,
    match: Match,
    act: ActRow,
    seats: tuple[SeatRow, ...] | None = None,
    *,
    quick: Callable[[], int],
) -> MatchRow:
    """Return a match's row as it is after an act, without the position: `save` adds it.

    `seats` are the seats with their clocks, if these don't simply go on. `quick` draws the turns of new questions
    (see `bot.match.prompts`). All along a sitting clocks and reminders go on as for its first question: another deadline
    would show how far it is.
    """
    standing = MatchStatus.OVER if match.outcome else MatchStatus.PLAYING
    asked = {seat: question.id for seat, question in match.asked.items()}
    moved = replace(row, seats=seat_clocks.moved(row, match.open_ids, act.at) if seats is None else seats)
    return replace(
        row,
        rev=act.rev,
        standing=standing,
        awaited=tuple(sorted(asked)),
        changed_at=act.at,
        data=None,
        setup=None,
        seats=_without(reminder_schedule.asked(moved, asked, act.at, quick, match.sitter), match),
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
    """Write a match that was advanced; return its row as it is stored now, with its new mark. Raises Overtaken."""
    begins = before.standing is MatchStatus.CHALLENGED
    setup = match.setup if begins else before.setup
    data = match.save(apart=setup is not None)
    mark = await tx.matches.advance(
        before,
        standing=after.standing,
        awaited=after.awaited,
        data=data,
        setup=setup if begins else None,
        act=act,
        events=events,
        notes=notes,
    )
    metrics.MOVES.labels(after.game, act.kind).inc()
    await save_time(tx, before, after)
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
    return replace(after, mark=mark, data=data, setup=setup)
