"""Lists of cards in Dreamweavers' scenarios: `3, 2 x4, Feeling 1, Hound (tapped, came this turn)`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.scenario import items
from engine.scenario.items import ItemReader, Note, noted


class Item(items.Item, frozen=True):
    """A card in a zone, with its notes."""

    tapped: bool = False
    is_new: bool = False
    """Whether it entered play this turn (DW73)."""
    attacks: int = 0
    """The number of its attacks this turn."""
    stays_tapped: bool = False
    """Whether it stays tapped in its controller's next Upkeep."""
    used: tuple[int, ...] = ()
    """The abilities used this turn, counted from 1."""
    is_known: bool = False
    """Whether everyone knows that it is here (DW16)."""
    seen_by: tuple[str, ...] = ()
    """The other seats that know it."""


NOTES: Mapping[str, Note] = {
    "tapped": noted(tapped=True),
    "untapped": noted(),
    "ready": noted(),
    "came this turn": noted(is_new=True),
    "new": noted(is_new=True),
    "attacked": lambda item, text: replace(item, attacks=item.attacks + 1),
    "does not untap": noted(stays_tapped=True),
    "used": lambda item, text: replace(item, used=(*item.used, 1)),
    "used N": lambda item, text: replace(item, used=(*item.used, int(text))),
    "known": noted(is_known=True),
    "seen by PLAYER": lambda item, text: replace(item, seen_by=(*item.seen_by, text)),
}
"""The notes in parentheses after a card."""


class Items(ItemReader[Item]):
    """The reader of such lists."""

    item_type = Item
    notes = NOTES
