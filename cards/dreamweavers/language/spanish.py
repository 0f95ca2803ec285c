"""Print Dreamweavers' data as card text in Spanish. All words are in the records."""

from __future__ import annotations

from functools import lru_cache

from cards.dreamweavers.language.lines import Ability
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language.spanish import Spanish
from cards.language.translation import translated

_SPANISH = Spanish(DREAMWEAVERS, lambda text, _sort: text)


def print_ability(ability: Ability) -> str:
    """Return one printed line in Spanish."""
    return _SPANISH.ability(ability)


@lru_cache(maxsize=4096)
def translate_line(text: str) -> str:
    """Return an English card text in Spanish, as far as it can be read (`translation.translated`)."""
    return translated(text, lambda line: print_ability(read_line(line)), translate_line)
