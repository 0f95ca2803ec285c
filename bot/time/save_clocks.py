"""Writing the clocks of a match, and what falls due for them."""

from __future__ import annotations

from collections.abc import Awaitable

from bot.store import Writing
from bot.store.rows import MatchRow
from bot.time import reminder_schedule, seat_clocks


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
