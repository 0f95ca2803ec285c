"""A player's results in any game, as shown in a picture."""

from __future__ import annotations

from msgspec import Struct

from cards.i18n import Value


class ResultCounts(Struct, frozen=True):
    """Numbers of matches won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """The number of all matches."""
        return self.won + self.drawn + self.lost


class PlayedProfile(Struct, frozen=True):
    """A player's name and results.

    `factions` contains the results by faction of the decks, the most played first; it is empty if they are private.
    """

    name: str
    total: ResultCounts
    factions: tuple[tuple[Value, ResultCounts], ...] = ()
