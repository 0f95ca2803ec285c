"""Lists of cards as a scenario of Dreamweavers writes them: `3, 2 x4, Feeling 1, Hound (tapped, came this turn)`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from engine.dreamweavers.scenario.plain_cards import Plain
from engine.scenario.lists import ListReader
from engine.scenario.mistakes import Mistake, TextPlace, unknown_word

HIGHEST = 20
"""The highest number of a plain card."""


class Item(msgspec.Struct, frozen=True):
    """A card in a zone: its title, or which sort of plain card it is, and what is noted about it."""

    place: TextPlace
    title: str = ""
    plain: Plain | None = None
    count: int = 1
    tapped: bool = False
    is_new: bool = False
    """It came into play this turn (DW73)."""
    attacks: int = 0
    """How often it has attacked this turn."""
    stays_tapped: bool = False
    """It does not untap in its controller's next Upkeep."""
    used: tuple[int, ...] = ()
    """Which of its abilities were used this turn, counted from 1."""
    is_known: bool = False
    """Everybody knows that it lies here (DW16)."""
    seen_by: tuple[str, ...] = ()
    """Who besides knows it."""


NOTES = (
    "tapped", "untapped", "came this turn", "attacked", "does not untap", "used", "used N", "known",
    "seen by PLAYER",
)  # fmt: skip
"""What can be noted about a card, in parentheses."""


def read_items(text: str, place: TextPlace, titles: Iterable[str], names: Iterable[str]) -> list[Item]:
    """Return the cards of a list. `place` is where the text begins. Raises Mistake."""
    if text.strip(" .").casefold() in ("", "none", "empty", "nothing"):
        return []
    return _ItemReader(text, place, titles, names).items()


class _ItemReader(ListReader[Item]):
    def item(self) -> Item:
        self.skip()
        item = self.card()
        if count := self.take(r"[x×] ?([0-9]{1,2})\b"):
            if item.title:
                raise Mistake(
                    item.place.column, f"There is one {item.title} only: all cards of a match differ."
                )
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
        if number := self.take(r"(?:plain )?(feeling )?([0-9]{1,9})(?![^\s,()x×.])(?! *[^\s,()x×.])"):
            if int(number[2]) > HIGHEST:
                raise Mistake(place.column, f"A plain card has a number up to {HIGHEST}.")
            return Item(place, plain=Plain(int(number[2]), bool(number[1])))
        raise self.no_card()

    def note(self, item: Item) -> Item:
        if self.take(r"seen by\s+"):
            return replace(item, seen_by=(*item.seen_by, self.name()))
        if used := self.take(r"used(?: ([1-9]))?(?=\s*[,)])"):
            return replace(item, used=(*item.used, int(used[1] or 1)))
        self.skip()
        column = self.column
        word = self.word()
        match word.casefold():
            case "tapped":
                return replace(item, tapped=True)
            case "untapped" | "ready":
                return item
            case "came this turn" | "new":
                return replace(item, is_new=True)
            case "attacked":
                return replace(item, attacks=item.attacks + 1)
            case "does not untap":
                return replace(item, stays_tapped=True)
            case "known":
                return replace(item, is_known=True)
            case _:
                raise unknown_word(column, word, NOTES, "can't be noted about a card")
