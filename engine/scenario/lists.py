"""Lists of cards as scenarios write them: `3, 2 x4, Guard (exhausted, 1 damage)`. A game says what can be noted about a card."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from engine.kernel.diagnostics import nearest
from engine.scenario.mistakes import Mistake, TextPlace, unknown_card, unknown_word

I = TypeVar("I")  # noqa: E741 - an item


class ListReader(ABC, Generic[I]):
    """Reads a list of cards from left to right; `place` is where its text begins."""

    def __init__(self, text: str, place: TextPlace, titles: Iterable[str], names: Iterable[str]) -> None:
        self.text = text
        self.place = place
        self.titles = {title.casefold(): title for title in titles}
        self.names = {name.casefold(): name for name in names}
        self.at = 0

    # -- what a game says

    @abstractmethod
    def item(self) -> I:
        """Read one card with what is noted about it. Raises Mistake."""

    # -- reading

    @property
    def column(self) -> int:
        """The column that is read next."""
        return self.place.column + self.at

    @property
    def here(self) -> TextPlace:
        """The place that is read next."""
        return TextPlace(self.place.line, self.column)

    def items(self) -> list[I]:
        """Return all cards of the list. Raises Mistake."""
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

    def skip(self) -> None:
        """Go on behind blanks."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, pattern: str) -> re.Match[str] | None:
        """Return what stands here if it fits the pattern, and go on behind it."""
        self.skip()
        match = re.compile(pattern, re.IGNORECASE).match(self.text, self.at)
        if match is not None:
            self.at = match.end()
        return match

    def take_title(self) -> str:
        """Return the title that stands here, in quotation marks or the longest that fits; "" if there is none.

        Raises Mistake for one in quotation marks that no card has.
        """
        column = self.column
        if quoted := self.take(r'"([^"]*)"|“([^”]*)”'):
            wanted = quoted[1] or quoted[2] or ""
            if wanted.casefold() not in self.titles:
                raise unknown_card(column, wanted, self.titles.values())
            return self.titles[wanted.casefold()]
        return self._longest_title()

    def _longest_title(self) -> str:
        rest = self.text[self.at :].casefold()
        best = ""
        for small in self.titles:
            if len(small) > len(best) and rest.startswith(small):
                if re.match(r"\s*($|[,().#]|[x×] ?[0-9])", rest[len(small) :]):
                    best = small
        self.at += len(best)
        return self.titles[best] if best else ""

    def no_card(self) -> Mistake:
        """Return the mistake of a word that stands where a card should."""
        return unknown_card(
            self.column, re.split(r"[,(#]", self.text[self.at :])[0].strip(), self.titles.values()
        )

    def end_notes(self) -> None:
        """Read the parenthesis that ends notes. Raises Mistake."""
        if not self.take(r"\)"):
            rest = re.split(r"[,)]", self.text[self.at :])[0].strip()
            raise unknown_word(self.column, rest, ("a comma", ")"))

    def word(self) -> str:
        """Return what stands here up to a comma or a parenthesis, and go on behind it."""
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
