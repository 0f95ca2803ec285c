"""Writes Dreamweavers' data as card text in Spanish. All its words are in the records."""

from __future__ import annotations

import re
from functools import lru_cache

from cards.dreamweavers.language.lines import Ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language.errors import CardError
from cards.language.spanish import Spanish

_SPANISH = Spanish(DREAMWEAVERS, lambda text, _sort: text)
_SENTENCE_END = re.compile(r"(?<=\.) (?=\S)")


def print_ability(ability: Ability) -> str:
    """One printed line in Spanish."""
    return _SPANISH.ability(ability)


@lru_cache(maxsize=4096)
def translate_line(text: str) -> str:
    """Return an English card text in Spanish: a line or several, a fragment without its full stop, lines in a row.

    What can't be read stays as it is.
    """
    if "\n" in text:
        return "\n".join(translate_line(line) for line in text.split("\n"))
    read = _line(text)
    if read is None and not text.endswith("."):
        whole = _line(f"{text}.")
        read = whole.removesuffix(".") if whole is not None else None
    return read if read is not None else _row(text)


def _line(text: str) -> str | None:
    """A printed line in Spanish; None if it can't be read."""
    try:
        return print_ability(read_line(text))
    except CardError:
        return None


def _row(text: str) -> str:
    """Several lines one after the other, each as long as it can be read."""
    ends = [*(found.start() for found in _SENTENCE_END.finditer(text)), len(text)]
    for end in reversed(ends[:-1]):
        first = _line(text[:end])
        if first is not None:
            return f"{first} {translate_line(text[end + 1 :])}"
    return text
