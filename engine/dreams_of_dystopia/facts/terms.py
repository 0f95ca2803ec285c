"""Terms of facts: changes of a view, and cards, zones and printed lines in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.i18n import Message, Series, line, msg, title
from engine.dreams_of_dystopia.zones import DECK, DISCARD, HAND, MASTER, TABLE, USED
from engine.kernel.events.changes import Change
from engine.kernel.events.entries import card_list
from engine.kernel.events.registry import Slots

SUPPLY = Change("supply")
TURN = Change("turn")
COMBAT = Change("combat")
OVER = Change("over")


def zones(seat: int, *names: str) -> list[Change]:
    """Return the changes of a player's zones."""
    return [Change(name, seat) for name in names]


def in_force(seat: int) -> list[Change]:
    """Return the changes of a player's effects in this turn or this Combat."""
    return [Change("in force", seat), COMBAT]


def fighting(seat: int) -> list[Change]:
    """Return the changes when a player's card enters or leaves a Combat."""
    return [*zones(seat, HAND, TABLE, USED, DISCARD), COMBAT]


LP, FAME = "LP", "Fame"
"""A player's scores, as cards call them."""
DAMAGE = "DD54"
"""The cause of LP lost in the Damage step."""

ZONES: Mapping[str, Message] = {
    HAND: msg("the hand"),
    DECK: msg("the deck"),
    DISCARD: msg("the discard pile"),
    USED: msg("the discard pile"),
    TABLE: msg("the table"),
    MASTER: msg("the Master", "zone"),
}


def is_less(amount: object) -> bool:
    """Return whether an amount is a loss (a condition of a form)."""
    return isinstance(amount, int) and amount < 0


def cards_of(cards: Sequence[str]) -> Series:
    """Return a list of cards as a value in sentences (see `card_list`)."""
    return card_list(list(map(title, cards)))


SLOTS = Slots(
    shown={
        **dict.fromkeys(("card", "other", "fighter"), title),
        **dict.fromkeys(("cards", "helpers"), cards_of),
        "zone": ZONES.__getitem__,
        "effect": line,
    }
)
"""The printers of fields in sentences."""
