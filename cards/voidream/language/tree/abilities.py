"""Printed lines (rulebook §2, §6, §7)."""

# The docstrings begin with the canonical wording, whatever punctuation that ends with.
# ruff: noqa: D400, D415

from __future__ import annotations

from cards.language import nodes
from cards.language.context import ReadWording
from cards.language.nodes import Timing
from cards.language.records import Form, Node, meaning, word
from cards.voidream.language.tree.conditions import Condition, DuringConflict, Not
from cards.voidream.language.tree.continuous_effects import Ongoing
from cards.voidream.language.tree.instructions import PlainInstruction
from cards.voidream.language.tree.sentences import Effect
from cards.voidream.language.tree.sorts import Zone
from cards.voidream.language.tree.triggers import TriggerEvent
from cards.voidream.language.tree.words import Keyword


def _of_a_conflict(node: PlayOnly, _performer: object) -> bool:
    condition = node.condition
    return isinstance(condition.condition if isinstance(condition, Not) else condition, DuringConflict)


def _first_time(wording: ReadWording) -> Node:
    timing = wording.values.get("timing", Timing.WHEN)
    return Triggered(timing, wording.values["event"], wording.values["effect"], once=True)


class Keywords(nodes.Keywords, frozen=True):
    """A keyword line: `Deep. Dormant 2.`"""

    keywords: tuple[Keyword, ...]


@word(
    "line",
    Form(
        "play ({this:this}|) only {condition:span} .",
        "juega esta carta solo {condition:span}.",
        when=_of_a_conflict,
    ),
    Form("play ({this:this}|) only if {condition} .", "juega esta carta solo si {condition}."),
    means="The card can't be played or unveiled at any other time.",
)
class PlayOnly(Node, frozen=True):
    """`Play this card only during a conflict.` / `Play this card only if <condition>.`; `Not(DuringConflict())` is
    `Play this card only outside a conflict.`
    """

    condition: Condition


@word(
    "line",
    "additional_cost : {cost:cost} .",
    es="coste adicional: {cost:cost}.",
    also=(
        "as_an_additional_cost , {cost:cost} .",
        "as_an_additional_cost to play [or unveil] {card:this} , {cost:cost} .",
        "to play [or unveil] {card:this} , [you] must_also {cost:cost} .",
    ),
    means="An extra cost of playing or unveiling the card.",
)
class AdditionalCost(Node, frozen=True):
    """`Additional cost: discard an arcanum.`: an extra cost of playing or unveiling the card."""

    cost: tuple[PlainInstruction, ...]


@meaning("An effect of a thought or an arcanum. Lines happen one after the other, each on its own (§7).")
class Line(nodes.Line, frozen=True):
    """An effect line of an arcanum or a thought, or the Attach line of a memory."""

    effect: Effect


@meaning("Applies as long as the card is in play, or the side of the mind is upright.")
class Static(nodes.Static, frozen=True):
    """An ongoing line on a card that stays in play, or on a mind: `+1 dawn to all entities.`

    Several: `+1 dawn and -2 dusk.` With a condition: `While you are in Nightmare, +2 dawn.`
    """

    ongoing: tuple[Ongoing, ...]
    condition: Condition | None = None


@meaning(
    "The card's controller can pay the cost before the colon, as an action, for the effect after it. "
    "Several costs are separated by commas."
)
class Activated(nodes.Activated, frozen=True):
    """`(A) Exhaust this card, discard an arcanum: Evoke.` A cost is an instruction that must be performed in full.

    `once`: `(A) Once each round, exhaust this card: Evoke.`
    """

    cost: tuple[PlainInstruction, ...]
    effect: Effect
    once: bool = False


@word(
    "line",
    also=(
        Form("(!) the_first_time {event:event} each_round - {effect:effect}", read=_first_time),
        Form("(!) the_first_time {event:event} each_round , {effect:effect}", read=_first_time),
        Form("(!) {timing} {event:event} for_the_first_time each_round - {effect:effect}", read=_first_time),
        Form("(!) {timing} {event:event} for_the_first_time each_round , {effect:effect}", read=_first_time),
    ),
    means="Happens automatically each time the event before the dash occurs.",
)
class Triggered(nodes.Triggered, frozen=True):
    """`(!) After you take Dream damage - Evoke.`

    From another zone: `(!) While this card is in your Void, after an entity enters play - Evoke.` With a condition:
    `(!) When the round begins, if your depth is 4 - Evoke.` `once`: `(!) Once each round, after you roll - Evoke.`
    """

    timing: Timing
    event: TriggerEvent
    effect: Effect
    zone: Zone = Zone.IN_PLAY
    condition: Condition | None = None
    once: bool = False


@word(
    "line",
    "at_the_start_of_the_game , {effect:after}",
    es="al principio de la partida, {effect:after}",
    means="On the back of a bastion only. Happens once, before the first round (§3).",
)
class GameStart(Node, frozen=True):
    """`At the start of the game, …` on the back of a bastion (§3, R51). For example:
    `At the start of the game, void an arcanum in your hand as an offering.`
    """

    effect: Effect


Ability = Keywords | PlayOnly | AdditionalCost | Line | Static | Activated | Triggered | GameStart

Text = tuple[Ability, ...]
