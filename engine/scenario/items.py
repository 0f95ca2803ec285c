"""Lists of cards as written in scenarios: `3, 2 x4, Guard (exhausted, 1 damage)`.

A game defines the possible notes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from engine.kernel.diagnostics import nearest
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card, unknown_word


class PlainCards(msgspec.Struct, frozen=True, eq=False):
    """Cards without text that are named by a number.

    `pattern` is a regular expression for their names in a list, and `why_not` returns the error in such a name (""
    for none). `is_called` tells by a card's title whether a name matches it. `in_answers` finds them in an answer, in
    its group `plain`.
    """

    pattern: str
    why_not: Callable[[str], str]
    is_called: Callable[[str, str], bool]
    in_answers: re.Pattern[str]


class Item(msgspec.Struct, frozen=True):
    """A card in a list: its title, or the name of a plain card. A game adds fields for notes."""

    place: TextPlace
    title: str = ""
    plain: str = ""
    count: int = 1

    @property
    def name(self) -> str:
        """The card's name."""
        return self.title or self.plain

    def mistake(self, message: str, expected: Iterable[str] = ()) -> Mistake:
        """Return a mistake at the place of this card."""
        return Mistake(self.place.column, message, expected, line=self.place.line)


I = TypeVar("I", bound=Item)  # noqa: E741 - an item
Note = Callable[[Any, Any], Any]
"""Returns an item with a note: (item, the text at the note's placeholder)."""


def noted(**fields: object) -> Note:
    """Return a note that sets fields of an item to fixed values."""
    return lambda item, text: replace(item, **fields)


_AFTER_TITLE = re.compile(r"\s*($|[,().#]|[x×] ?[0-9])")


@lru_cache(maxsize=16)
def by_casefold(titles: tuple[str, ...]) -> Mapping[str, str]:
    """Return titles by their form for comparisons. A scenario has the same hundreds of them in each line."""
    return {title.casefold(): title for title in titles}


class ReadsItems(Protocol):
    """Reads a list of cards."""

    def items(self) -> Sequence[Item]:
        """Return the cards. Raises Mistake."""
        ...


NewItemReader = Callable[[str, TextPlace, Iterable[str], Iterable[str], PlainCards | None], ReadsItems]
"""Creates a reader of a text: (text, place, titles of cards, names of players, plain cards)."""


class ItemReader(Generic[I]):
    """Reads a list of cards from left to right. `place` is where its text begins.

    `notes` are the possible notes about a card, in parentheses: words, with N for a number, or ending in PLAYER for a
    name or CARD for another card with its own notes. Each returns the item with the note; it receives the
    placeholder's text.
    """

    item_type: ClassVar[type[Any]] = Item
    notes: ClassVar[Mapping[str, Note]] = MappingProxyType({})

    def __init__(
        self,
        text: str,
        place: TextPlace,
        titles: Iterable[str],
        names: Iterable[str],
        plain: PlainCards | None = None,
    ) -> None:
        self.text = text
        self.place = place
        self.titles = by_casefold(tuple(titles))
        self.names = {name.casefold(): name for name in names}
        self.plain = plain
        self.at = 0

    @property
    def column(self) -> int:
        """The column of the current position."""
        return self.place.column + self.at

    @property
    def here(self) -> TextPlace:
        """The current position."""
        return TextPlace(self.place.line, self.column)

    def items(self) -> list[I]:
        """Return all cards of the list. Raises Mistake."""
        if self.text.strip(" .").casefold() in ("", "none", "empty", "nothing"):
            return []
        out = [self.item()]
        while self.take(r","):
            out.append(self.item())
        self.take(r"\.")
        self.skip()
        if self.at < len(self.text):
            raise Mistake(
                self.column, f"“{self.text[self.at :]}” can't stand here.", ["a comma", "x and a number", "("]
            )
        return out

    # -- one card

    def item(self) -> I:
        """Read one card with its notes. Raises Mistake."""
        self.skip()
        item = self.called(self.card())
        if count := self.take(r"[x×] ?([0-9]{1,2})\b"):
            item = replace(item, count=int(count[1]))
        if self.take(r"\("):
            item = self.note(item)
            while self.take(r","):
                item = self.note(item)
            self.end_notes()
        return item

    def card(self) -> I:
        """Read a card's name. Raises Mistake."""
        place = self.here
        if title := self.take_title():
            return self.item_type(place, title=title)
        if self.plain is None:
            raise self.no_card()
        if match := self.take(plain_pattern(self.plain)):
            if why := self.plain.why_not(match[0]):
                raise Mistake(place.column, why)
            return self.item_type(place, plain=" ".join(match[0].split()))
        if number := re.compile(r"([0-9]{1,9}) +([^,()]+)(?=[,(]|$)").match(self.text, self.at):
            raise Mistake(
                place.column, f"“{number[0].strip()}” can't be read: a number by itself is a plain card of that value.",
                [f"“{number[2].strip()} x{number[1]}” for {number[1]} of them", f"“{number[1]}, {number[2].strip()}”"],
            )  # fmt: skip
        raise self.no_card()

    def called(self, item: I) -> I:
        """Read a game's further text after the name of a card. Raises Mistake."""
        return item

    def note(self, item: I) -> I:
        """Read one note about a card. Raises Mistake."""
        self.skip()
        column = self.column
        for words, change in self.notes.items():
            match = self.take(note_pattern(words))
            if match is None:
                continue
            if words.endswith(" CARD"):
                under = self.item()
                for _ in range(under.count):
                    item = change(item, replace(under, count=1))
                return item
            return change(item, self.name() if words.endswith(" PLAYER") else match[match.lastindex or 0])
        raise unknown_word(column, self.word(), self.notes, "can't be noted about a card")

    def end_notes(self) -> None:
        """Read the closing parenthesis of notes. Raises Mistake."""
        if not self.take(r"\)"):
            rest = re.split(r"[,)]", self.text[self.at :])[0].strip()
            raise unknown_word(self.column, rest, ("a comma", ")"))

    # -- words

    def skip(self) -> None:
        """Skip blanks."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, pattern: str) -> re.Match[str] | None:
        """Match a pattern at the current position, and advance past it."""
        self.skip()
        match = re.compile(pattern, re.IGNORECASE).match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def take_title(self) -> str:
        """Read the title at the current position: in quotation marks, or the longest that matches; "" if there is none.

        Raises Mistake for a quoted title that no card has.
        """
        column = self.column
        if quoted := self.take(r'"([^"]*)"|“([^”]*)”'):
            title = quoted[1] or quoted[2] or ""
            if title.casefold() not in self.titles:
                raise unknown_card(column, title, self.titles.values())
            return self.titles[title.casefold()]
        return self._longest_title()

    def _longest_title(self) -> str:
        rest = self.text[self.at :].casefold()
        for length in range(len(rest), 0, -1):
            if (title := self.titles.get(rest[:length])) and _AFTER_TITLE.match(rest, length):
                self.at += length
                return title
        return ""

    def no_card(self) -> Mistake:
        """Return the mistake for an unknown word where a card is expected."""
        return unknown_card(
            self.column, re.split(r"[,(#]", self.text[self.at :])[0].strip(), self.titles.values()
        )

    def word(self) -> str:
        """Read up to a comma or a parenthesis, and advance past it."""
        self.skip()
        word = re.split(r"[,)]", self.text[self.at :])[0].strip()
        self.at += len(word)
        return word

    def name(self) -> str:
        """Return the name of a player. Raises Mistake."""
        self.skip()
        column = self.column
        word = self.word()
        if word.casefold() not in self.names:
            near = nearest(word, self.names.values())
            raise Mistake(column, f"Nobody here is called “{word}”.", self.names.values(), suggestion=near)
        return self.names[word.casefold()]


def plain_pattern(plain: PlainCards) -> str:
    """Return the pattern of a plain card in a list. Its number must not be followed by a letter."""
    return rf"(?:{plain.pattern})(?![^\s,()#x×.])(?! *[^\s,()#x×.])"


def note_pattern(words: str) -> str:
    """Return the pattern of a note, up to the name or the card at its end."""
    before, _, last = words.rpartition(" ")
    if last == "PLAYER":
        return rf"{re.escape(before)}\s+"
    if last == "CARD":
        return rf"{re.escape(before)}\s+(?:a\s+)?(?=\S)"
    return re.sub(r"\bN\b", "([0-9]{1,4})", re.escape(words)) + r"(?=\s*(?:[,)]|$))"
