"""A mistake found while reading a scenario. The reader adds the file's name and continues with the next line."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.kernel.diagnostics import nearest

Row = tuple[int, str]
"""A line of the file: its number and its text."""


class TextPlace(msgspec.Struct, frozen=True):
    """A place in a text. Lines and columns count from 1."""

    line: int
    column: int


class Mistake(Exception):
    """Something unreadable at a column (from 1) of a line; `line` 0 is the line being read."""

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
    """Return the mistake for a word that isn't one of the known ones."""
    known = tuple(known)
    nearest_word = nearest(word, known)
    message = f"“{word}” {what}." if word else "Something is missing here."
    # The word that is already there is no suggestion.
    suggestion = nearest_word if nearest_word and nearest_word.casefold() != word.casefold() else ""
    return Mistake(column, message, known, suggestion=f"“{suggestion}”" if suggestion else "")


def unknown_card(column: int, title: str, known: Iterable[str]) -> Mistake:
    """Return the mistake for a title that no card has."""
    nearest_title = nearest(title, known)
    return Mistake(
        column,
        f"There is no card called “{title}”." if title else "The title of a card is missing here.",
        suggestion=f"“{nearest_title}”" if nearest_title else "",
    )
