"""Verbs: a game's functions for each instruction of its language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cards.language.records import Category, Node
from cards.language.vocabulary import Vocabulary

I = TypeVar("I", bound=Node)  # noqa: E741
V = TypeVar("V")

PERFORMED: frozenset[Category] = frozenset({"act", "bare", "loose", "predicate", "player predicate"})
"""The categories of words that verbs carry out. Others are control sentences, or parts of sentences."""


def verbs_for(vocabulary: Vocabulary, verbs: Mapping[type[I], V]) -> Mapping[type[I], V]:
    """Return a game's verbs by the class of their instruction.

    Raises ValueError, which names the game and the word, for an instruction without a verb and for a verb without one.
    """
    words = {entry.node for entry in vocabulary.entries if entry.category in PERFORMED}
    for word in words - verbs.keys():
        raise ValueError(f"{vocabulary.name}: {word.__name__} is an instruction of the cards without a verb.")
    for word in verbs.keys() - words:
        raise ValueError(
            f"{vocabulary.name}: {word.__name__} has a verb, and is no instruction of the cards."
        )
    return verbs
