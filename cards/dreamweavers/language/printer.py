"""Writes Dreamweavers' data as card text, in the one canonical wording that the records give; `reader` reads it back."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cards.dreamweavers.language.lines import Ability
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language.english import English

_ENGLISH = English(DREAMWEAVERS)


def print_ability(ability: Ability) -> str:
    """One printed line."""
    return _ENGLISH.ability(ability)


@lru_cache(maxsize=2048)
def print_instruction(instruction: Any) -> str:
    """`A Thought gets +2 power this turn`: one instruction without a full stop, for what is in force."""
    return _ENGLISH.instruction(instruction)
