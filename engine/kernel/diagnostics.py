"""Errors in a text file written by a person: their place, and the possible texts there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

_LONG_QUOTE = re.compile(r"“([^“”]{60})[^“”]{20,}”")
"""A quotation of over 80 characters, of which a report shows the first 60."""


class Diagnostic(msgspec.Struct, frozen=True):
    """One mistake as a sentence. Lines and columns count from 1; line 0 is the whole file."""

    file: str
    line: int
    column: int
    message: str
    expected: tuple[str, ...] = ()
    suggestion: str = ""

    def __str__(self) -> str:
        """Return the whole report in one line."""
        place = [self.file] if self.file else []
        if self.line:
            place.append(f"line {self.line}, column {self.column}")
        message = _LONG_QUOTE.sub(r"“\1…”", self.message)
        text = f"{', '.join(place)}: {message}" if place else message
        if self.expected:
            text += f" Here could stand: {either(self.expected)}."
        if self.suggestion:
            text += f" Did you mean {self.suggestion}?"
        return text


class Unreadable(ValueError):
    """A text that can't be read. `problems` contains all mistakes found, in reading order."""

    def __init__(self, problems: Sequence[Diagnostic]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def either(words: Iterable[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to this one, or "" if none is similar."""
    by_small_letters = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), by_small_letters, 1)
    return by_small_letters[near[0]] if near else ""
