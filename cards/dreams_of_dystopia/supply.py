"""The numbers of cards in the box and in starting decks (DD2, DD3, DD9)."""

from __future__ import annotations

from collections.abc import Mapping

from cards.dreams_of_dystopia.language.words import Faction
from cards.dreams_of_dystopia.model import CardSet, Kind

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4

_BOX: Mapping[Kind, tuple[int, int, int]] = {
    Kind.MASTER: (6, 1, 0),
    Kind.MINION: (16, 8, 0),
    Kind.WEAPON: (8, 8, 0),
    Kind.CURSE: (1, 32, 4),
    Kind.DEED: (1, 24, 2),
    Kind.STARTING_MINION: (1, 24, 4),
}
"""The number of different cards of each kind, of copies of each in the box (DD2), and of copies in a starting deck (DD9)."""
DIFFERENT: Mapping[Kind, int] = {kind: different for kind, (different, _, _) in _BOX.items()}
COPIES: Mapping[Kind, int] = {kind: copies for kind, (_, copies, _) in _BOX.items()}


def starting_deck(cards: CardSet, faction: Faction) -> tuple[str, ...]:
    """Return the titles of the ten starting cards for a Master of this faction (DD9)."""
    return tuple(
        card.side(faction).title
        for kind, (_, _, n) in _BOX.items()
        for card in cards.of(kind)
        for _ in range(n)
    )
