"""Sentences: instructions, options, conditions and repetitions around them (rulebook §7)."""

# The docstrings begin with the canonical wording, whatever sign that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.language import nodes
from cards.language.nodes import Player
from cards.voidream.language.tree.conditions import Condition
from cards.voidream.language.tree.continuous_effects import Ongoing
from cards.voidream.language.tree.instructions import PlainInstruction
from cards.voidream.language.tree.selections import Filter


class May(nodes.May, frozen=True):
    """`You may exhaust an entity, then roll.` The whole sentence behind "may" is the option.

    In `Your opponent may discard an arcanum, then roll.` the opponent performs both. The sentence is plain and ongoing
    instructions, or one ChooseOne.
    """

    sentence: Sentence
    who: Player = Player.YOU


class IfYouDo(nodes.IfYouDo, frozen=True):
    """`If you do, roll.` / `If you do not, roll.` Follows a May, or an instruction that may fail. `If they do, …` where
    another player was asked.
    """

    sentence: Sentence
    did: bool = True


class If(nodes.If, frozen=True):
    """`If your depth is 3 or higher, evoke.` and, as the next sentence, `Otherwise, roll.`

    `otherwise` only where the If is the whole sentence, not inside another instruction.
    """

    condition: Condition
    sentence: Sentence
    otherwise: Sentence | None = None


class ChooseOne(nodes.ChooseOne, frozen=True):
    """`Choose one: evoke; roll; or ready an entity.`, `Your opponent chooses one: …` Two modes or more; in each, plain
    and ongoing instructions, or a May. What has no subject there is performed by the one who chooses.
    """

    modes: tuple[Sentence, ...]
    who: Player = Player.YOU


class ForEach(nodes.ForEach, frozen=True):
    """`For each exhausted entity you control, deal 1 damage to an entity.` Counted once, before the first."""

    filter: Filter
    sentence: Sentence


Instruction = PlainInstruction | May | IfYouDo | If | ChooseOne | ForEach | Ongoing

Sentence = tuple[Instruction, ...]
"""Instructions joined with ", then", ongoing ones that follow each other with "and". May, IfYouDo, If, ChooseOne and ForEach stand alone in their sentence."""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""
