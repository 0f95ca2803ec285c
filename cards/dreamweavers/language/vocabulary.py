"""Dreamweavers' vocabulary: the words of all modules combined."""

from __future__ import annotations

from cards.dreamweavers.language import (
    conditions,
    continuous_effects,
    instructions,
    lines,
    selections,
    sentences,
    triggers,
    words,
)
from cards.language.diagnosis import MistakeMessages
from cards.language.language import Language
from cards.language.nodes import Comparison, It, Number, Player, Test, This
from cards.language.vocabulary import Vocabulary, defined_in

DREAMWEAVERS = Vocabulary(
    "dreamweavers",
    words=[
        *defined_in(
            words, selections, conditions, instructions, continuous_effects, sentences, triggers, lines
        ),
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
    spellings={
        f"their {owners} {hands}": "its owner's hand"
        for owners in ("owners '", "owner's")
        for hands in ("hands", "hand")
    },
    shares_subject=True,
    without_all="in force",
)
"""The words of Dreamweavers."""

HINTS = MistakeMessages(
    places=(
        (r"^\s*^^pay\b", 'a price stands behind "(A)", "(A) Pay 2: …".'),
        (r"\bdraw ^^cards equal to\b", 'say "For each …, draw a card".'),
        (r"^\s*^^when this card is played\b", 'say "When played: …".'),
    )
)
"""Advice on common wordings that the language doesn't have."""

LANGUAGE = Language(DREAMWEAVERS, "cards.dreamweavers.language", HINTS)
"""The reader of Dreamweavers' texts."""


if __name__ == "__main__":
    LANGUAGE.write_tables()
