"""Writes Dreamweavers' data as card text in Spanish. All its words are in the records."""

from __future__ import annotations

from cards.dreamweavers.language.lines import Ability
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language.spanish import Spanish

_SPANISH = Spanish(DREAMWEAVERS, lambda text, _sort: text)


def print_ability(ability: Ability) -> str:
    """One printed line in Spanish."""
    return _SPANISH.ability(ability)
