"""Dreamweavers' vocabulary: its words, put together."""

from __future__ import annotations

from cards.dreamweavers.language import (
    conditions,
    instructions,
    lasting,
    lines,
    selections,
    sentences,
    triggers,
    words,
)
from cards.language.language import Language
from cards.language.nodes import Comparison, It, Number, Player, Test, This, Timing
from cards.language.records import Node, Word
from cards.language.vocabulary import Vocabulary

_MODULES = (words, selections, conditions, instructions, lasting, sentences, triggers, lines)
_OWN = [
    kind
    for module in _MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Node | Word) and kind.__module__ == module.__name__
]

DREAMWEAVERS = Vocabulary(
    "dreamweavers",
    words=[*_OWN, Comparison, It, Number, Player, Test, This, Timing],
    filter=selections.Filter,
    adjectives={"traits": words.Trait, "notion": words.Notion},
    another=words.Trait.ANOTHER,
    said_once=True,
    in_force=True,
)
"""The words of Dreamweavers."""

LANGUAGE = Language(DREAMWEAVERS, "cards.dreamweavers.language")
"""Reads Dreamweavers' texts."""
