"""Sentences: instructions, options, conditions and repetitions around them (rulebook §7)."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.language import nodes
from cards.language.nodes import Player
from cards.voidream.language.tree.conditions import Condition
from cards.voidream.language.tree.continuous_effects import Ongoing
from cards.voidream.language.tree.instructions import PlainInstruction
from cards.voidream.language.tree.selections import Filter


class May(nodes.May, frozen=True):
    """`You may exhaust an entity, then roll.` The whole sentence after "may" is the option.

    In `Your opponent may discard an arcanum, then roll.` the opponent performs both. The sentence has plain and ongoing
    instructions, or one ChooseOne.
    """

    sentence: Sentence
    who: Player = Player.YOU


class IfYouDo(nodes.IfYouDo, frozen=True):
    """`If you do, roll.` / `If you do not, roll.` Follows a May, or an instruction that can fail. `If they do, …`
    after a question to another player.
    """

    sentence: Sentence
    did: bool = True


class If(nodes.If, frozen=True):
    """`If your depth is 3 or higher, evoke.` and, as the next sentence, `Otherwise, roll.`

    `otherwise` only if the If is the whole sentence, not part of another instruction.
    """

    condition: Condition
    sentence: Sentence
    otherwise: Sentence | None = None


class ChooseOne(nodes.ChooseOne, frozen=True):
    """`Choose one: evoke; roll; or ready an entity.`, `Your opponent chooses one: …` Two or more modes, each with plain
    and ongoing instructions, or a May. The player who chooses performs the instructions without a subject.
    """

    modes: tuple[Sentence, ...]
    who: Player = Player.YOU


class ForEach(nodes.ForEach, frozen=True):
    """`For each exhausted entity you control, deal 1 damage to an entity.` Counted once, before the first."""

    filter: Filter
    sentence: Sentence


Instruction = PlainInstruction | May | IfYouDo | If | ChooseOne | ForEach | Ongoing

Sentence = tuple[Instruction, ...]
"""Instructions joined with ", then"; ongoing ones are joined with "and". May, IfYouDo, If, ChooseOne and ForEach are a
sentence by themselves.
"""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""
