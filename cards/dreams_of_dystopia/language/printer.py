"""Print Dreams of Dystopia's data as card text, in the canonical wording of the records; `reader` reads it back."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.lines import Ability, Sentence
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.language.english import English

_ENGLISH = English(DYSTOPIA)


def print_ability(ability: Ability) -> str:
    """One printed line."""
    return _ENGLISH.ability(ability)


def print_sentence(sentence: Sentence) -> str:
    """`Draw 1, +1 Ability.`: one sentence of a line."""
    return _ENGLISH.effect((sentence,))
