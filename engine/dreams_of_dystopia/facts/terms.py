"""Terms of facts: cards, players and printed lines in sentences, and the changes of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, Series, Value, line, msg, title
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, TABLE, USED
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import card_list
from engine.kernel.events.registry import Slots

SUPPLY = Change("supply")
TURN = Change("turn")
COMBAT = Change("combat")
OVER = Change("over")


def zones(seat: int, *names: str) -> list[Change]:
    """Return the changes of zones of a player."""
    return [Change(name, seat) for name in names]


def score(seat: int) -> list[Change]:
    """Return the change of a player's LP or FAME."""
    return [Change("score", seat)]


def in_force(seat: int) -> list[Change]:
    """Return the change of what is in force for a player in this turn or this Combat."""
    return [Change("in force", seat), COMBAT]


def fighting(seat: int) -> list[Change]:
    """Return the changes as a player's card goes into a Combat."""
    return [*zones(seat, HAND, TABLE, USED, DISCARD), COMBAT]


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
    return card_list(list(map(title, cards)))


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
