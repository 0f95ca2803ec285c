"""Printed lines: keywords, fleeting and lingering effects, abilities, triggers, restrictions."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from typing import cast

from cards.dreamweavers.language.conditions import Condition
from cards.dreamweavers.language.continuous_effects import Ongoing
from cards.dreamweavers.language.instructions import Price
from cards.dreamweavers.language.sentences import Effect
from cards.dreamweavers.language.triggers import TriggerEvent
from cards.dreamweavers.language.words import Keyword, Restriction, Timing
from cards.language import nodes
from cards.language.context import ReadWording
from cards.language.records import Form, Node, Values, meaning, word

_ENDS = "by itself"
"""Stands for the duration of an effect that ends by itself and has no field for it."""


class Keywords(nodes.Keywords, frozen=True):
    """A keyword line: `Quick. Bulwark 2.`"""

    keywords: tuple[Keyword, ...]


@meaning("Happens once, when it resolves.")
class Line(nodes.Line, frozen=True):
    """Instructions on a line without a preceding label."""

    effect: Effect


@meaning("Applies as long as the card is in play, or the Intent is face up.")
class Static(nodes.Static, frozen=True):
    """`Your Thoughts get +1 power.`, `While this card is tapped, your Thoughts gain guardian.`"""

    ongoing: tuple[Ongoing, ...]
    condition: Condition | None = None


def in_force(line: Node) -> Node:
    """Return a line whose effects all lack a duration as a static line; return other lines unchanged."""
    match line:
        case Line(effect):
            parts = tuple(part for sentence in effect for part in sentence)
            if all(isinstance(part, Ongoing) and getattr(part, "duration", _ENDS) is None for part in parts):
                return Static(cast("tuple[Ongoing, ...]", parts))
            return line
        case _:
            return line


@word(
    "line",
    "when_played : {effect}",
    es="al jugarse: {effect}",
    means="The effect of playing a Thought. It goes on standby (DW43).",
)
class WhenPlayed(Node, frozen=True):
    """`When played: Draw 2 cards.`"""

    effect: Effect


@word(
    "line",
    "fleeting : {effect}",
    es="fugaz: {effect}",
    means="The effect of a Feeling that is played or revealed by damage (DW49, DW90).",
)
class Fleeting(Node, frozen=True):
    """`Fleeting: Draw 2 cards.`"""

    effect: Effect


def _read_lingering(wording: ReadWording) -> Values:
    line = in_force(wording.values["line"])
    if not isinstance(line, Static | Activated | ActivatedOnce | Triggered):
        raise wording.refused("What lingers is what lasts, an ability or a trigger.", '"(A)"', '"(!)"')
    return {"line": line}


@word(
    "line",
    Form("lingering : {line:line}", "persistente: {line:line}", read=_read_lingering),
    means="Applies as long as the Feeling is in its section (DW67).",
)
class Lingering(Node, frozen=True):
    """`Lingering: Your Thoughts gain steadfast.`, `Lingering: (A) Forget this card: Draw a card.`"""

    line: Static | Activated | ActivatedOnce | Triggered


@meaning("Can be used for its price whenever its player may act, answer or defend (DW40, DW48).")
class Activated(nodes.Activated, frozen=True):
    """`(A) Tap this card: Draw a card.` Used whenever its player may act, answer or defend (DW40, DW48)."""

    cost: tuple[Price, ...]
    effect: Effect


@word(
    "line",
    "(A) Once_a_turn , {cost:cost} : {effect}",
    es="(A) Una vez por turno, {cost:cost}: {effect}",
    means="An ability that can be used once per turn, in both players' turns (DW48).",
)
class ActivatedOnce(Node, frozen=True):
    """`(A) Once a turn, pay 1, tap this card: Draw a card.`"""

    cost: tuple[Price, ...]
    effect: Effect


class Triggered(nodes.Triggered, frozen=True):
    """`(!) When you take damage - Draw a card.`; with a condition that is checked twice, `(!) When …, if … - …`."""

    timing: Timing
    event: TriggerEvent
    effect: Effect
    condition: Condition | None = None


@word(
    "line",
    "additional_cost : {price} .",
    es="coste adicional: {price}.",
    means="Paid together with the memory cost, also for cards revealed by damage (DW47, DW92).",
)
class AdditionalCost(Node, frozen=True):
    """`Additional cost: discard a Feeling.`"""

    price: Price


@word(
    "line",
    "play this card only {restriction} .",
    es="juega esta carta solo {restriction}.",
    means="The card can't be played at any other time.",
)
class PlayOnly(Node, frozen=True):
    """`Play this card only as an answer.`"""

    restriction: Restriction


Ability = (
    Keywords
    | WhenPlayed
    | Fleeting
    | Lingering
    | Line
    | Static
    | Activated
    | ActivatedOnce
    | Triggered
    | AdditionalCost
    | PlayOnly
)

Text = tuple[Ability, ...]
