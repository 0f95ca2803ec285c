"""Translation of card text as far as it can be read: whole texts, single lines, and quoted parts."""

from __future__ import annotations

import re
from collections.abc import Callable

from cards.language.errors import CardError

Say = Callable[[str], str]
"""Translates one line. Raises CardError if it can't be read."""

_SENTENCE_END = re.compile(r"(?<=\.) (?=\S)")


def translated(text: str, say: Say, others: Callable[[str], str]) -> str:
    """Translate a text: one or more lines, a fragment without its full stop, or lines in a row.

    `others` translates the rest of a text after one of its lines. Unreadable text stays unchanged.
    """
    if "\n" in text:
        return "\n".join(others(line) for line in text.split("\n"))
    translation = _translated_line(text, say)
    if translation is None and not text.endswith("."):
        whole = _translated_line(f"{text}.", say)
        translation = whole.removesuffix(".") if whole is not None else None
    return translation if translation is not None else _line_by_line(text, say, others)


def _translated_line(line: str, say: Say) -> str | None:
    """Return a line in the other language, or None if it can't be read."""
    try:
        return say(line)
    except CardError:
        return None


def _line_by_line(text: str, say: Say, others: Callable[[str], str]) -> str:
    """Translate lines in a row, each as long as possible."""
    ends = [*(match.start() for match in _SENTENCE_END.finditer(text)), len(text)]
    for end in reversed(ends[:-1]):
        first = _translated_line(text[:end], say)
        if first is not None:
            return f"{first} {others(text[end + 1 :])}"
    return text
