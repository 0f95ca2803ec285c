"""Voidream's vocabulary: the words of all modules combined."""

from __future__ import annotations

from cards.language import nodes
from cards.language.language import Language
from cards.language.records import w
from cards.language.vocabulary import Vocabulary, defined_in
from cards.voidream.language import tree
from cards.voidream.language.hints import HINTS
from cards.voidream.language.spellings import SPELLINGS
from cards.voidream.language.tree import (
    abilities,
    card_moves,
    conditions,
    continuous_effects,
    instructions,
    selections,
    sentences,
    sorts,
    triggers,
    words,
)
from cards.voidream.language.tree.card_moves import DECK, END
from cards.voidream.language.tree.conditions import CONFLICT

VOIDREAM = Vocabulary(
    "voidream",
    words=[
        *defined_in(
            words,
            sorts,
            selections,
            conditions,
            instructions,
            card_moves,
            continuous_effects,
            sentences,
            triggers,
            abilities,
        ),
        *(nodes.Comparison, nodes.Host, nodes.It, nodes.Number, nodes.Player, nodes.Test, nodes.ThatMany),
        *(nodes.This, nodes.Timing),
    ],
    phrases=(CONFLICT, DECK, END),
    filter=tree.Filter,
    adjectives={"traits": tree.Trait, "faction": tree.Faction},
    another=tree.Trait.ANOTHER,
    types={"Offering": w("offering", "ofrenda ofrendas f")},
    open_types=True,
    either=tree.EITHER,
    spellings=SPELLINGS,
    nouns=("ability", "conflict"),
    forms={"get": "have", "gets": "have", "begins": "begin"},
)
"""The words of Voidream."""
LANGUAGE = Language(VOIDREAM, "cards.voidream.language", HINTS)
"""The reader of Voidream's texts."""


if __name__ == "__main__":
    LANGUAGE.write_tables()
