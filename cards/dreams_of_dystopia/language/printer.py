"""Printer of card texts in English, in the canonical wording of the records. `reader` reads them back."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.lines import Ability, Sentence
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.language.english import English

_ENGLISH = English(DYSTOPIA)


def print_ability(ability: Ability) -> str:
    """Return a printed line."""
    return _ENGLISH.ability(ability)


def print_sentence(sentence: Sentence) -> str:
    """Return one sentence of a line, such as `Draw 1, +1 Ability.`."""
    return _ENGLISH.effect((sentence,))
