"""Who has left a match that goes on."""

from __future__ import annotations

from bot.errors import AlreadyDecided
from bot.store.rows import MatchRow
from bot.store.standing import Standing
from cards.i18n import msg


def check_still_in(row: MatchRow, seat: int) -> None:
    """Raise AlreadyDecided for somebody who plays no more in a match that goes on without them."""
    if row.standing is Standing.PLAYING and row.seats[seat].left is not None:
        raise AlreadyDecided(msg("You play in this match no more. You can watch how it goes on."))
