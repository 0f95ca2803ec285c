"""Printed lines: keywords, uses of Minions, effects of Weapons, lines of Masters."""

# The docstrings begin with the canonical wording, which may end with any sign.
# ruff: noqa: D400, D415

from __future__ import annotations

from typing import cast

from cards.dreams_of_dystopia.language.continuous_effects import Modify, Ongoing, WaiveFaction
from cards.dreams_of_dystopia.language.selections import All
from cards.dreams_of_dystopia.language.words import Happening, Keyword, Moment, Use
from cards.language import nodes
from cards.language.records import Form, Node, meaning, word

Sentence = tuple[Node, ...]
"""Instructions in order, joined with commas, with options, conditions and repetitions around them.

An option is only offered if it can be done, and "If you do" tests whether it was (DD43). There is no "otherwise". A
possible mode must be chosen if there is one. An effect for each card also counts used cards, at most 5.
"""

Effect = tuple[Sentence, ...]
"""The sentences of one printed line."""


class Keywords(nodes.Keywords, frozen=True):
    """A keyword line: `Defender.`"""

    keywords: tuple[Keyword, ...]


@meaning("What a Weapon does when it is used.")
class Line(nodes.Line, frozen=True):
    """`+2 ATK, +1 DEF. Draw 1.`"""

    effect: Effect


@meaning("Is always in force, for as long as this side of the Master is up.")
class Static(nodes.Static, frozen=True):
    """`Your Minions get +1 DEF.`, `Minions of the other faction do not require 2 more Fame.`"""

    ongoing: tuple[Ongoing, ...]


@word(
    "line",
    Form(
        "{use} : {moment} (:|,) {effect}",
        "{use}: {moment}: {effect}",
        when=lambda node, _: node.moment is not None,
    ),
    Form("{use} : {effect}", "{use}: {effect}"),
    means="What a Minion does when it is used so (DD40), at a moment of a Combat if one is named (DD58).",
)
class Used(Node, frozen=True):
    """`ABILITY: Draw 2.`, `SUPPORT: +1 ATK.`, `COMBAT: Upon Hit: Gain 2 LP.`"""

    use: Use
    effect: Effect
    moment: Moment | None = None


@word(
    "line",
    "{moment} (:|,) {effect}",
    es="{moment}: {effect}",
    means="What a Weapon does at that moment of a Combat (DD58).",
)
class Upon(Node, frozen=True):
    """`Upon Hit: Gain 2 LP.`"""

    moment: Moment
    effect: Effect


@word(
    "line",
    "(once_per_turn|once_a_turn|once_each_turn) (:|,) {effect}",
    es="una vez por turno: {effect}",
    means="In your own Main Phase, before Acquisition; it is no Ability (DD83).",
)
class OncePerTurn(Node, frozen=True):
    """`Once per turn: You may lose 1 LP. If you do, draw 1.`"""

    effect: Effect


@word(
    "line",
    "(when|whenever) {happening} (,|:) {effect:after}",
    es="cuando {happening}, {effect:after}",
    means="Happens by itself, in other players' turns as well (DD83), and never because of itself (DD85).",
)
class Whenever(Node, frozen=True):
    """`When your Minion hits, each opponent gains a Curse.`"""

    happening: Happening
    effect: Effect


@word(
    "line",
    "draw {n} additional cards in your End_Phase .",
    es="roba {n} más en tu Fase Final.",
    means="After the five.",
)
class DrawMore(Node, frozen=True):
    """`Draw 2 additional cards in your End Phase.`"""

    n: int


@word(
    "line",
    "your_LP cannot fall by_more_than {by:number} in one Combat .",
    es="tus PV no pueden bajar más de {by} en un Combate.",
    means="After Defender, before Upon Hit.",
)
class CannotFall(Node, frozen=True):
    """`Your LP cannot fall by more than 3 in one Combat.`"""

    by: int


Ability = Keywords | Line | Static | Used | Upon | OncePerTurn | Whenever | DrawMore | CannotFall

Text = tuple[Ability, ...]


def effect_of(line: Node) -> Effect:
    """Return the effect of a line; empty for a line with only continuous effects."""
    return line.effect if isinstance(line, Line | Used | Upon | OncePerTurn | Whenever) else ()


def in_force(line: Node) -> Node:
    """Return a line of one sentence that is always in force as a static line, and others unchanged."""
    match line:
        case Line((sentence,)) if all(map(_is_standing, sentence)):
            return Static(cast("tuple[Ongoing, ...]", sentence))
        case _:
            return line


def _is_standing(part: Node) -> bool:
    """Return whether a part of a sentence is a continuous effect without an end, which only a Master has."""
    match part:
        case Modify(to=All()) | WaiveFaction():
            return part.duration is None
        case _:
            return False
