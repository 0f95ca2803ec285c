"""The common part of blocks of cards: a title and comma-separated words in the heading, then a text.

card: Guard, entity, value 2
  Heroic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from cards.language.errors import CardError, Where
from engine.kernel.decoder import PlainData
from engine.kernel.diagnostics import Diagnostic
from engine.scenario.mistakes import Mistake, Row, unknown_word


class ScenarioBlock(msgspec.Struct):
    """A block of several lines: its kind, its heading, the column of its name in the heading, and its lines."""

    kind: str
    heading: Row
    column: int
    file: str = ""
    rows: list[Row] = msgspec.field(default_factory=list[Row])

    @property
    def name(self) -> str:
        """The part after the colon of the heading."""
        return self.heading[1][self.column - 1 :].strip()

    @property
    def title(self) -> str:
        """The card title at the beginning of the heading, with or without quotation marks."""
        return self._title()[0]

    def _title(self) -> tuple[str, int]:
        match = re.match(r'\s*"(?P<quoted>[^"]*)"\s*|(?P<title>[^,:]*)', self.heading[1][self.column - 1 :])
        assert match is not None
        return (match["quoted"] or match["title"] or "").strip(), self.column - 1 + match.end()

    def where(self, part: str = "", line: int = 0, column: int = 0) -> Where:
        """Return a place in this card, by default that of its title."""
        return Where(self.file, self.title, part, line or self.heading[0], column or self.column)

    def printed(
        self, read: Callable[[str], tuple[str, object] | None], kinds: Sequence[str], more: Sequence[str]
    ) -> tuple[PlainData, dict[str, Where]]:
        """Return the heading of a card by key, in the form of card files, with the place of each part.

        `read` returns key and value of a part, None for an unknown one; the known ones are one of `kinds`, which is
        required under "kind", and `more`. Raises Mistake.
        """
        if not self.title:
            raise Mistake(
                self.column,
                "The title of the card is missing here.",
                [f"card: Guard, {kinds[0]}, {more[0]}, …"],
            )
        line = self.heading[1]
        end = self.colon if self.colon >= 0 else len(line)
        data: PlainData = {"title": self.title}
        places = {"": self.where()}
        for match in re.compile(r"[^,\s][^,]*").finditer(line, self._title()[1], end):
            field = read(match[0].strip())
            if field is None:
                raise unknown_word(
                    match.start() + 1, match[0].strip(), (*kinds, *more), "can't be read on a card"
                )
            data[field[0]] = field[1]
            places[field[0]] = self.where(column=match.start() + 1)
        if "kind" not in data:
            raise Mistake(end + 1, f"What kind of card is {self.title}?", kinds)
        return data, places

    @property
    def colon(self) -> int:
        """The index of the colon in the heading after which the text can begin, or -1."""
        return self.heading[1].find(":", self._title()[1])

    def lines(self) -> list[Row]:
        """Return the lines of the text: the rest of the heading after the colon, and the lines below."""
        number, line = self.heading
        behind = line[self.colon + 1 :]
        if self.colon < 0 or not behind.strip():
            return self.rows
        return [(number, " " * (self.colon + 1) + behind), *self.rows]

    def text(self) -> Iterator[tuple[int, int, str]]:
        """Yield each line of a text with its number and the column where it begins."""
        for number, line in self.lines():
            if line.strip():
                yield number, len(line) - len(line.lstrip()) + 1, line.strip()

    def diagnostics(self, error: CardError) -> list[Diagnostic]:
        """Return all mistakes in a card."""
        return [
            Diagnostic(p.where.file, p.where.line or self.heading[0], p.where.column, p.message, p.expected, p.suggestion)
            for p in error.problems
        ]  # fmt: skip
