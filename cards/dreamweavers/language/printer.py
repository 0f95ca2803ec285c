"""Print Dreamweavers' data as card text, in the canonical wording of the records. `reader` reads it back."""

from __future__ import annotations

from functools import lru_cache

from cards.dreamweavers.language.lines import Ability
from cards.dreamweavers.language.sentences import Effect, Instruction
from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.language.english import English

_ENGLISH = English(DREAMWEAVERS)


def print_ability(ability: Ability) -> str:
    """Return one printed line."""
    return _ENGLISH.ability(ability)


@lru_cache(maxsize=2048)
def print_effect(effect: Effect) -> str:
    """Return the sentences of a line as text: `Draw a card. You may discard a card.`."""
    return _ENGLISH.effect(effect)


@lru_cache(maxsize=2048)
def print_instruction(instruction: Instruction) -> str:
    """Return one instruction without a full stop: `Destroy a tapped Thought`."""
    return _ENGLISH.instruction(instruction)
