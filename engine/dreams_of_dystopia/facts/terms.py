"""Terms of sentences: cards, players, effects of a printed line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, Series, Value, line, msg, title
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, TABLE, USED
from engine.kernel.events.card_lists import listed
from engine.kernel.events.registry import Slots

Seat = int

LP, FAME = "LP", "Fame"
"""Numbers of a player that can change, as cards call them."""
DAMAGE = "DD54"
"""The cause of LP that are lost in the Damage step."""

ZONES: Mapping[str, Message] = {
    HAND: msg("the hand"),
    DECK: msg("the deck"),
    DISCARD: msg("the discard pile"),
    USED: msg("the discard pile"),
    TABLE: msg("the table"),
    MASTER: msg("the Master", "zone"),
}


def is_less(amount: object) -> bool:
    """Return whether an amount is a loss. For `when`."""
    return isinstance(amount, int) and amount < 0


def is_empty(cards: object) -> bool:
    """Return whether there are no cards. For `when`."""
    return not cards


def cards_of(cards: Sequence[str]) -> Series:
    """Return a list of cards, alike ones counted; of a long one the first, and how many more there are."""
    return listed(list(map(title, cards)))


def _line(text: str) -> Value:
    return line(text)


SLOTS = Slots(
    shown={
        **dict.fromkeys(("card", "other", "fighter"), title),
        **dict.fromkeys(("cards", "helpers"), cards_of),
        "zone": ZONES.__getitem__,
        "effect": _line,
    },
)
"""The printers of fields in sentences."""
