"""Leaving a match: giving up, running out of time. With two players it ends; with more, the others go on."""

from __future__ import annotations

from bot.errors import AlreadyDecided
from bot.store.rows import MatchRow
from cards.i18n import msg
from engine.kernel.event import Event
from engine.kernel.match import Match


def check_still_in(row: MatchRow, seat: int) -> None:
    """Raise AlreadyDecided for somebody who plays no more in a match that goes on without them."""
    if row.seats[seat].left is not None:
        raise AlreadyDecided(msg("You play in this match no more. You can watch how it goes on."))


def leave(match: Match, row: MatchRow, seats: tuple[int, ...], ending: str) -> tuple[Event, ...]:
    """Let some seats leave a match, for a reason that is a key; return what happened."""
    return match.end(tuple(seat for seat in row.playing if seat not in seats), ending)
