"""Errors in a card: the place, the unexpected text, and the possible ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

_LONGEST_TITLE = 60
"""The maximum length of a card's title in a report."""


class Where(msgspec.Struct, frozen=True):
    """The place where a text begins. Lines and columns count from 1; `line` 0 is the whole file.

    `one_line`: the text is on one line of the file, even if it contains line breaks as `\\n`.
    """

    file: str = ""
    card: str = ""
    key: str = ""
    line: int = 1
    column: int = 1
    one_line: bool = False

    def at(self, line: int, column: int) -> Where:
        """Return the place at `line` and `column` (from 1) of a text that begins here."""
        if not self.line or (self.one_line and line > 1):
            return self
        if line == 1:
            return replace(self, column=self.column + column - 1)
        return replace(self, line=self.line + line - 1, column=column)

    def __str__(self) -> str:
        """Return the known parts of `court.toml, line 12, column 9, "Oath of Chalk" (inverted)`."""
        parts = [self.file] if self.file else []
        if self.line:
            parts.append(f"line {self.line}, column {self.column}")
        if self.card:
            title = self.card if len(self.card) <= _LONGEST_TITLE else f"{self.card[:_LONGEST_TITLE]}…"
            title = "".join(sign if sign.isprintable() else "\ufffd" for sign in title)
            parts.append(f'"{title}"' + (f" ({self.key})" if self.key not in ("", "text") else ""))
        return ", ".join(parts)


class Problem(msgspec.Struct, frozen=True):
    """One mistake, in a sentence, with its place.

    `found` is the unexpected text, `expected` what is possible there, in the reader's words, and `suggestion` the
    nearest known word; each is empty if it isn't informative.
    """

    where: Where
    message: str
    found: str = ""
    expected: tuple[str, ...] = ()
    suggestion: str = ""

    def __str__(self) -> str:
        """Return the whole report in one line."""
        text = f"{self.where}: {self.message}"
        if self.expected:
            text += f" Here could stand: {either(self.expected)}."
        if self.suggestion:
            text += f" Did you mean {self.suggestion}?"
        return text


class CardError(ValueError):
    """Cards, or a text, that can't be read. `problems` contains all mistakes found, in reading order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def either(words: Iterable[str]) -> str:
    """Return `a`, `a or b`, or `a, b or c`."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
