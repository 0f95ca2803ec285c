"""Sentences: instructions, options, conditions and repetitions around them."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.dreamweavers.language.conditions import Condition
from cards.dreamweavers.language.continuous_effects import Ongoing
from cards.dreamweavers.language.instructions import PlainInstruction
from cards.dreamweavers.language.selections import Filter
from cards.language import nodes
from cards.language.nodes import Player


class May(nodes.May, frozen=True):
    """`You may discard a card.` The whole sentence after "may" is the option."""

    sentence: Sentence
    who: Player = Player.YOU


class IfYouDo(nodes.IfYouDo, frozen=True):
    """`If you do, draw 2 cards.` Applies if the whole preceding part was performed (DW62)."""

    sentence: Sentence
    did: bool = True


class If(nodes.If, frozen=True):
    """`If it is your turn, draw a card.` and, as the next sentence, `Otherwise, gain 1 memory.`"""

    condition: Condition
    sentence: Sentence
    otherwise: Sentence | None = None


class ChooseOne(nodes.ChooseOne, frozen=True):
    """`Choose one: draw a card; or gain 1 memory.` Two or more modes, chosen in advance (DW59)."""

    modes: tuple[Sentence, ...]
    who: Player = Player.YOU


class ForEach(nodes.ForEach, frozen=True):
    """`For each Feeling you control, draw a card.` Counted once, before the first."""

    filter: Filter
    sentence: Sentence


Instruction = PlainInstruction | May | IfYouDo | If | ChooseOne | ForEach | Ongoing

Sentence = tuple[Instruction, ...]
"""Instructions joined with ", then"; ongoing ones are joined with "and"."""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""
