"""A mistake found while reading a scenario. The reader adds the file's name and continues with the next line."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.kernel.diagnostics import nearest

Row = tuple[int, str]
"""A line of the file: its number and the whole of it."""


class TextPlace(msgspec.Struct, frozen=True):
    """A place in a text; lines and columns count from 1."""

    line: int
    column: int


class Mistake(Exception):
    """Something that can't be read, at a column (from 1) of its line; `line` 0: the line that is being read."""

    def __init__(
        self, column: int, message: str, expected: Iterable[str] = (), *, suggestion: str = "", line: int = 0
    ) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message
        self.expected = tuple(expected)
        self.suggestion = suggestion


def unknown_word(column: int, word: str, known: Iterable[str], what: str = "can't stand here") -> Mistake:
    """Return the mistake of a word that is none of those that could be there."""
    known = tuple(known)
    near = nearest(word, known)
    found = f"“{word}” {what}." if word else "Something is missing here."
    # What is already there is no help.
    meant = near if near and near.casefold() != word.casefold() else ""
    return Mistake(column, found, known, suggestion=f"“{meant}”" if meant else "")


def unknown_card(column: int, title: str, known: Iterable[str]) -> Mistake:
    """Return the mistake of a title that no card has."""
    near = nearest(title, known)
    return Mistake(
        column,
        f"There is no card called “{title}”." if title else "The title of a card is missing here.",
        suggestion=f"“{near}”" if near else "",
    )
