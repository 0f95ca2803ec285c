"""Lists of cards as a scenario writes them: `3, 2 x4, Guard (exhausted, 1 damage, with Crown, charge 3)`."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from engine.scenario.lists import ListReader
from engine.scenario.mistakes import Mistake, TextPlace, unknown_word
from engine.voidream.position import ATTACKING, DEFENDING


class Item(msgspec.Struct, frozen=True):
    """A card in a zone: its title and what is noted about it. A plain card has `value` instead of a title."""

    place: TextPlace
    title: str = ""
    value: int = 0
    tag: int = 0
    count: int = 1
    exhausted: bool = False
    veiled: bool = False
    face_up: bool = False
    offering: bool = False
    role: str = ""
    damage: int = 0
    owner: str = ""
    controller: str = ""
    attached: tuple[Item, ...] = ()
    """Face up, unless `charge`."""
    charge: bool = False


NOTES = (
    "exhausted", "ready", "veiled", "face up", "attacking", "defending", "as an offering", "1 damage",
    "with CARD", "charge CARD", "owned by PLAYER", "controlled by PLAYER",
)  # fmt: skip
"""What can be noted about a card, in parentheses."""


def read_items(text: str, place: TextPlace, titles: Iterable[str], names: Iterable[str]) -> list[Item]:
    """Return the cards of a list. `place` is where the text begins. Raises Mistake."""
    if text.strip().casefold() in ("", "none", "empty", "nothing"):
        return []
    return _ItemReader(text, place, titles, names).items()


class _ItemReader(ListReader[Item]):
    def item(self) -> Item:
        self.skip()
        item = self.card()
        column = self.column
        if tag := self.take(r"#([0-9]{1,6})\b"):
            item = replace(item, tag=int(tag[1]))
        elif self.take(r"#"):
            raise Mistake(
                column,
                f"Behind “#” stands the number that the card is to have on the table: “{item.title or item.value}#5”.",
            )
        if count := self.take(r"[x×] ?([0-9]{1,2})\b"):
            item = replace(item, count=int(count[1]))
        if self.take(r"\("):
            item = self.note(item)
            while self.take(r","):
                item = self.note(item)
            self.end_notes()
        return item

    def card(self) -> Item:
        place = self.here
        if title := self.take_title():
            return Item(place, title=title)
        if number := self.take(r"([0-9]{1,9})(?![^\s,()#x×.])(?! *[^\s,()#x×.])"):
            value = int(number[1])
            if not 1 <= value <= 4:
                raise Mistake(place.column, f"A card has a value from 1 to 4, not {value}.")
            return Item(place, value=value)
        if number := re.compile(r"([0-9]{1,9}) +([^,(]+)").match(self.text, self.at):
            raise Mistake(
                place.column, f"“{number[0].strip()}” can't be read: a number by itself is a plain card of that value.",
                [f"“{number[2].strip()} x{number[1]}” for {number[1]} of them", f"“{number[1]}, {number[2].strip()}”"],
            )  # fmt: skip
        raise self.no_card()

    def note(self, item: Item) -> Item:
        self.skip()
        if self.take(r"with\s+(?:a\s+)?(?=\S)"):
            return replace(item, attached=(*item.attached, *self.copies(self.item())))
        if self.take(r"charges?\s+(?=\S)"):
            return replace(item, attached=(*item.attached, *self.copies(replace(self.item(), charge=True))))
        if number := self.take(r"([0-9]{1,4}) damage\b"):
            return replace(item, damage=int(number[1]))
        if self.take(r"owned by\s+"):
            return replace(item, owner=self.name())
        if self.take(r"controlled by\s+"):
            return replace(item, controller=self.name())
        column = self.column
        word = self.word()
        match word.casefold():
            case "exhausted":
                return replace(item, exhausted=True)
            case "ready":
                return item
            case "veiled":
                return replace(item, veiled=True)
            case "face up" | "active":
                return replace(item, face_up=True)
            case "attacking":
                return replace(item, role=ATTACKING)
            case "defending":
                return replace(item, role=DEFENDING)
            case "as an offering" | "offering":
                return replace(item, offering=True)
            case _:
                raise unknown_word(column, word, NOTES, "can't be noted about a card")

    def copies(self, item: Item) -> list[Item]:
        return [replace(item, count=1)] * item.count
