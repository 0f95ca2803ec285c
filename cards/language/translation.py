"""Translation of card text as far as it can be read: whole texts, single lines, and quoted parts."""

from __future__ import annotations

import re
from collections.abc import Callable

from cards.language.errors import CardError

Say = Callable[[str], str]
"""Says one line in another language. Raises CardError if it can't be read."""

_SENTENCE_END = re.compile(r"(?<=\.) (?=\S)")


def translated(text: str, say: Say, others: Callable[[str], str]) -> str:
    """Return a text in another language: a line or several, a fragment without its full stop, lines in a row.

    `others` says what is left of a text when a part of it has been said. What can't be read stays as it is.
    """
    if "\n" in text:
        return "\n".join(others(line) for line in text.split("\n"))
    read = _translated_line(text, say)
    if read is None and not text.endswith("."):
        whole = _translated_line(f"{text}.", say)
        read = whole.removesuffix(".") if whole is not None else None
    return read if read is not None else _row(text, say, others)


def _translated_line(line: str, say: Say) -> str | None:
    """Return a printed line in the other language; None if it can't be read."""
    try:
        return say(line)
    except CardError:
        return None


def _row(text: str, say: Say, others: Callable[[str], str]) -> str:
    """Several lines one after the other, each as long as it can be read."""
    ends = [*(found.start() for found in _SENTENCE_END.finditer(text)), len(text)]
    for end in reversed(ends[:-1]):
        first = _translated_line(text[:end], say)
        if first is not None:
            return f"{first} {others(text[end + 1 :])}"
    return text
