"""Printer of card texts in English, in the canonical wording of the records. `reader` reads them back."""

from __future__ import annotations

from cards.dreams_of_dystopia.language.lines import Sentence
from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from cards.language.english import English

_ENGLISH = English(DYSTOPIA)
print_ability = _ENGLISH.ability
"""Returns a printed line."""


def print_sentence(sentence: Sentence) -> str:
    """Return one sentence of a line, such as `Draw 1, +1 Ability.`."""
    return _ENGLISH.effect((sentence,))
