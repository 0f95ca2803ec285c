"""Writes Dreams of Dystopia's data as card text in Spanish. All its words are in the records."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.lines import Ability
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.language.spanish import Spanish

_SPANISH = Spanish(DYSTOPIA, lambda text, _sort: text)


def print_ability(ability: Ability) -> str:
    """One printed line in Spanish."""
    return _SPANISH.ability(ability)
