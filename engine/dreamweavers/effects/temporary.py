"""Effects for this turn or this attack (DW37, DW83)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.dreamweavers.language.continuous_effects import (
    CannotBe,
    ControlsFourth,
    Costs,
    CountsMore,
    EntersTapped,
    Gain,
    Modify,
    NextCosts,
)
from cards.dreamweavers.language.printer import print_instruction
from cards.dreamweavers.language.words import Duration
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.facts.in_force import Began, CostsChanged, Forbidden, KeywordGained, PowerChanged
from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import UNTIL_ATTACK, UNTIL_TURN, LastingEffect
from engine.dreamweavers.queries.filters import attack_going_on, modification
from engine.dreamweavers.referee import Referee

OfPlayer = Costs | EntersTapped | CountsMore | ControlsFourth | NextCosts
"""Effects on a player's actions, which belong to no card."""


def lay_on(
    ref: Referee,
    op: Modify | Gain | CannotBe,
    cards: Sequence[CardId],
    context: EffectContext,
    at: tuple[str, int, int],
) -> None:
    """Start an effect on these cards only. Its number is computed now."""
    if not cards:
        return
    until = _until(op.duration)
    titles = ref.titles(list(cards))
    match op:
        case Modify():
            amount = modification(ref, op, context)
            fact = PowerChanged(titles, amount, until)
        case Gain(keyword=keyword):
            amount = keyword.x
            name = keyword.name.value
            fact = KeywordGained(titles, f"{name} {amount}" if amount else name, until)
        case CannotBe(ban=ban):
            amount = 0
            fact = Forbidden(titles, ban.value, until)
    _begin(ref, at, context.seat, cards, amount, until)
    ref.emit(fact, context.title)


def begin_for_player(ref: Referee, op: OfPlayer, context: EffectContext, at: tuple[str, int, int]) -> bool:
    """Start an effect on a player's actions. Returns False if it is for an attack, and none is in progress."""
    until = _until(getattr(op, "duration", None))
    if until == UNTIL_ATTACK and attack_going_on(ref) is None:
        return False
    amount = 0 if isinstance(op, EntersTapped | ControlsFourth) else op.by
    _begin(ref, at, context.seat, None, amount, until)
    if isinstance(op, NextCosts):
        ref.emit(CostsChanged(context.seat, op.what.noun.value, amount), context.title)
    else:
        ref.emit(Began(context.seat, context.title, print_instruction(op)), context.title)
    return True


def stay_tapped(ref: Referee, cards: Sequence[CardId], cause: str) -> None:
    """Keep these Thoughts tapped in their controller's next Upkeep."""
    if not cards:
        return
    for card in cards:
        ref.cards[card].stays_tapped = True
    ref.changed()
    ref.emit(Forbidden(ref.titles(list(cards)), "untap", "upkeep"), cause)


def _until(duration: Duration | None) -> str:
    return UNTIL_ATTACK if duration is Duration.ATTACK else UNTIL_TURN


def _begin(
    ref: Referee,
    at: tuple[str, int, int],
    seat: int,
    cards: Sequence[CardId] | None,
    amount: int,
    until: str,
) -> None:
    title, line, pc = at
    refs = None if cards is None else [ref.ref(card) for card in cards]
    ref.position.lasting.append(LastingEffect(title, line, pc, seat, refs, amount, until))
    ref.changed()
