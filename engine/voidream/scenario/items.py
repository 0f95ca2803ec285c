"""Lists of cards in a scenario: `3, 2 x4, Guard (exhausted, 1 damage, with Crown, charge 3)`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.scenario import items
from engine.scenario.items import ItemReader, Note, noted
from engine.scenario.mistakes import Mistake
from engine.voidream.position import ATTACKING, DEFENDING


class Item(items.Item, frozen=True):
    """A card in a zone, with its notes. A plain card has a value instead of a title."""

    tag: int = 0
    exhausted: bool = False
    veiled: bool = False
    face_up: bool = False
    offering: bool = False
    role: str = ""
    damage: int = 0
    owner: str = ""
    controller: str = ""
    attached: tuple[Item, ...] = ()
    """The cards under it, face up unless `charge`."""
    charge: bool = False

    @property
    def value(self) -> int:
        """The value of a plain card; 0 for others."""
        return int(self.plain or 0)


def _with(item: Item, attachment: Item) -> Item:
    return replace(item, attached=(*item.attached, attachment))


def _charge(item: Item, attachment: Item) -> Item:
    return _with(item, replace(attachment, charge=True))


NOTES: Mapping[str, Note] = {
    "exhausted": noted(exhausted=True),
    "ready": noted(),
    "veiled": noted(veiled=True),
    "face up": noted(face_up=True),
    "active": noted(face_up=True),
    "attacking": noted(role=ATTACKING),
    "defending": noted(role=DEFENDING),
    "as an offering": noted(offering=True),
    "offering": noted(offering=True),
    "N damage": lambda item, text: replace(item, damage=int(text)),
    "with CARD": _with,
    "charge CARD": _charge,
    "charges CARD": _charge,
    "owned by PLAYER": lambda item, text: replace(item, owner=text),
    "controlled by PLAYER": lambda item, text: replace(item, controller=text),
}
"""The notes in parentheses after a card."""


class Items(ItemReader[Item]):
    """The reader of such lists."""

    item_type = Item
    notes = NOTES

    def called(self, item: Item) -> Item:
        """Return the number of a card on the table: `Guard#3`. Raises Mistake."""
        column = self.column
        if tag := self.take(r"#([0-9]{1,6})\b"):
            return replace(item, tag=int(tag[1]))
        if self.take(r"#"):
            raise Mistake(
                column,
                f"Behind “#” stands the number that the card is to have on the table: “{item.name}#5”.",
            )
        return item
