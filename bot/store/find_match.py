"""Find a match in the store and a person's seat in it, or raise NotFound."""

from __future__ import annotations

from bot.errors import NotFound, NotYourMatch
from bot.store import Reading
from bot.store.rows import MatchRow
from cards.i18n import msg, series


async def row_of(store: Reading, match_id: int, *, data: bool = False) -> MatchRow:
    """Return a challenge or match, with its saved position if `data`. Raises NotFound."""
    row = await store.matches.match(match_id, data=data)
    if row is None:
        raise no_match(match_id)
    return row


def no_match(match_id: int) -> NotFound:
    """Return the message for a match that doesn't exist."""
    return NotFound(msg("There is no match {id}.", id=match_id))


def seat_of(row: MatchRow, person: int) -> int:
    """Return the seat at which the person plays. Raises NotYourMatch."""
    seat = row.seat_of(person)
    if seat is None:
        raise NotYourMatch(
            msg("You aren't playing in this match. {who} are.", who=series(*(one.name for one in row.seats)))
        )
    return seat
