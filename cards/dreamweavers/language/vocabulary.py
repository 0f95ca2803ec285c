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
from cards.language.nodes import Comparison, It, Number, Player, Test, This
from cards.language.vocabulary import Vocabulary, defined_in

DREAMWEAVERS = Vocabulary(
    "dreamweavers",
    words=[
        *defined_in(words, selections, conditions, instructions, lasting, sentences, triggers, lines),
        Comparison,
        It,
        Number,
        Player,
        Test,
        This,
    ],
    filter=selections.Filter,
    adjectives={"traits": words.Trait, "notion": words.Notion},
    another=words.Trait.ANOTHER,
    said_once=True,
    without_all="in force",
)
"""The words of Dreamweavers."""

LANGUAGE = Language(DREAMWEAVERS, "cards.dreamweavers.language")
"""Reads Dreamweavers' texts."""
