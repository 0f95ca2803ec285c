"""Sentences: instructions, options, conditions and repetitions around them."""

# The docstrings begin with the canonical wording, whatever sign that ends with.

from __future__ import annotations

from cards.dreams_of_dystopia.language.conditions import Condition
from cards.dreams_of_dystopia.language.instructions import PlainInstruction
from cards.dreams_of_dystopia.language.lasting import Ongoing
from cards.dreams_of_dystopia.language.selections import Filter
from cards.language import nodes
from cards.language.nodes import Player


class May(nodes.May, frozen=True):
    """`You may discard a card.` Asked only if it can be done (DD43); the whole sentence behind "may" is the option."""

    sentence: Sentence
    who: Player = Player.YOU


class IfYouDo(nodes.IfYouDo, frozen=True):
    """`If you do, draw 1.` asks whether the sentence before was done (DD43)."""

    sentence: Sentence
    did: bool = True


class If(nodes.If, frozen=True):
    """`If your Fame is 5 or more, draw 1.` Nothing is said "otherwise"."""

    condition: Condition
    sentence: Sentence
    otherwise: Sentence | None = None


class ChooseOne(nodes.ChooseOne, frozen=True):
    """`Choose one: draw 1; or gain 1 LP.` One that can be done, if any can."""

    modes: tuple[Sentence, ...]
    who: Player = Player.YOU


class ForEach(nodes.ForEach, frozen=True):
    """`For each Curse in your Discard, gain 1 Fame.` Used cards count; at most 5 times."""

    filter: Filter
    sentence: Sentence


Instruction = PlainInstruction | May | IfYouDo | If | ChooseOne | ForEach | Ongoing

Sentence = tuple[Instruction, ...]
"""Instructions joined with commas, one after the other."""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""
