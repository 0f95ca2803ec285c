"""Players who have left a match that goes on, and those for whom the bot plays on."""

from __future__ import annotations

from bot.command_keys import with_commands
from bot.errors import AlreadyDecided
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from cards.i18n import msg


class PlayedFor(AlreadyDecided):
    """The bot plays on for a player, who has to be back before they can do anything themselves."""


def check_there(row: MatchRow, seat: int) -> None:
    """Raise PlayedFor for a player whose seat the bot has taken over."""
    if row.standing is MatchStatus.PLAYING and row.seats[seat].taken_over:
        raise PlayedFor(
            with_commands(
                msg("You ran out of time, so I'm playing for you. Take over again with `{/return}`.")
            )
        )


def check_still_in(row: MatchRow, seat: int) -> None:
    """Raise AlreadyDecided for a player who is out of a match that goes on without them."""
    if row.standing is MatchStatus.PLAYING and row.seats[seat].left is not None:
        raise AlreadyDecided(msg("You're out of this match. You can keep watching."))
