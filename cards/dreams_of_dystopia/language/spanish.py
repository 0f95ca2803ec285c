"""Printer of card texts in Spanish, with the words of the records."""

from __future__ import annotations

from functools import lru_cache

from cards.dreams_of_dystopia.language.reader import read_line
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.language.spanish import Spanish
from cards.language.translation import translated

print_ability = Spanish(DYSTOPIA, lambda text, _sort: text).ability
"""Returns a printed line in Spanish."""


@lru_cache(maxsize=4096)
def translate_line(text: str) -> str:
    """Return an English card text in Spanish, as far as it can be read (see `translated`)."""
    return translated(text, lambda line: print_ability(read_line(line)), translate_line)
