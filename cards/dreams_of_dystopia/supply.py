"""The numbers of cards in the box and in starting decks (DD2, DD3, DD9)."""

from __future__ import annotations

from collections.abc import Mapping

from cards.dreams_of_dystopia.language.words import Faction
from cards.dreams_of_dystopia.model import CardSet, Kind

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4

DIFFERENT: Mapping[Kind, int] = {
    Kind.MASTER: 6,
    Kind.MINION: 16,
    Kind.STARTING_MINION: 1,
    Kind.WEAPON: 8,
    Kind.CURSE: 1,
    Kind.DEED: 1,
}
"""The number of different cards of each kind."""

COPIES: Mapping[Kind, int] = {
    Kind.MASTER: 1,
    Kind.MINION: 8,
    Kind.STARTING_MINION: 24,
    Kind.WEAPON: 8,
    Kind.CURSE: 32,
    Kind.DEED: 24,
}
"""The number of copies in the box of each card of a kind (DD2)."""

_STARTING: Mapping[Kind, int] = {Kind.CURSE: 4, Kind.DEED: 2, Kind.STARTING_MINION: 4}
"""The cards of a starting deck (DD9)."""


def starting_deck(cards: CardSet, faction: Faction) -> tuple[str, ...]:
    """Return the titles of the ten starting cards for a Master of this faction (DD9)."""
    return tuple(
        card.side(faction).title for kind, n in _STARTING.items() for card in cards.of(kind) for _ in range(n)
    )
