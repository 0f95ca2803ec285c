"""Whether there is room for another card in a section (DW41)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreamweavers.language.instructions import Forget, Price, ReturnToHand
from cards.dreamweavers.language.selections import Chosen
from cards.dreamweavers.language.words import Noun, Zone
from engine.dreamweavers.position import THOUGHTS
from engine.dreamweavers.queries.characteristics import most
from engine.dreamweavers.referee import Referee


def has_room(ref: Referee, seat: int, section: str) -> bool:
    """Return whether another card could be put into a section."""
    return len(ref.zone(seat, section)) < most(ref, seat, section)


def has_room_once_paid(ref: Referee, seat: int, section: str, prices: Sequence[Price]) -> bool:
    """Return whether a card could be put into a section once its additional costs are paid: they may make room."""
    freed = sum(_frees(price, section) for price in prices)
    return len(ref.zone(seat, section)) - freed < most(ref, seat, section)


def _frees(price: Price, section: str) -> int:
    """Return how many cards a price takes from a section."""
    if not isinstance(price, Forget | ReturnToHand) or not isinstance(price.what, Chosen):
        return 0
    wanted = price.what.filter
    if wanted.zone is not Zone.IN_PLAY:
        return 0
    noun = Noun.THOUGHT if section == THOUGHTS else Noun.FEELING
    return price.what.at_least if wanted.noun in (noun, Noun.CARD) else 0
