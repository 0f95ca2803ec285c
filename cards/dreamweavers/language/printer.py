"""Writes Dreamweavers' data as card text, in the one canonical wording that the records give; `reader` reads it back."""

from __future__ import annotations

from cards.dreamweavers.language.lines import Ability
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language.english import English

_ENGLISH = English(DREAMWEAVERS)


def print_ability(ability: Ability) -> str:
    """One printed line."""
    return _ENGLISH.ability(ability)
