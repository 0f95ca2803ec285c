"""Activated abilities: whether they may be activated, their costs, and their effects (§6, §7, R18, R33)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, line, msg, title
from cards.voidream.language import tree
from cards.voidream.language.printer import print_instruction
from cards.voidream.language.tree import Prohibition
from engine.kernel.machine import Procedure
from engine.kernel.question import OptionSubject
from engine.voidream.effects.sentences import would_change
from engine.voidream.events.lines import begin_line
from engine.voidream.events.triggers import flush
from engine.voidream.facts.actions import AbilityActivated
from engine.voidream.frames import ActivateAbility
from engine.voidream.program import COST, COSTS
from engine.voidream.queries.loops import TakenActions, label
from engine.voidream.queries.restrictions import Reason, why_forbidden
from engine.voidream.queries.this_round import is_used, use
from engine.voidream.questions.card_choices import key_of
from engine.voidream.questions.topics import OptionVerb, action_key
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext
from engine.voidream.turns.costs import judge


def used_before(named: Message) -> Message:
    """Say why an action can't be taken again (§7, R47)."""
    return msg(
        "You already used {what} in this exact position. An action that leads back to "
        "the same position works only once.",
        what=named,
    )


class InPlay(msgspec.Struct):
    """An activated ability of a card in play, or of a mind (`card` -1): how it is called, and where it is printed."""

    key: str
    card: int
    title: str
    side: str
    index: int
    ability: tree.Activated


def abilities(ref: Referee, seat: int) -> list[InPlay]:
    """Return the activated abilities of a player's cards; the second one of a card has "/2" after its key."""
    out: list[InPlay] = []
    cards = ref.pool.cards
    for _, card, printed, side, _ in ref.texts_to_activate(seat):
        for number, (index, ability) in enumerate(cards[printed].sides[side].activated.items(), 1):
            name = printed if card < 0 else key_of(ref, seat, card)
            key = name if number == 1 else replace(OptionSubject.read(name), number=number).text
            out.append(InPlay(key, card, printed, side, index, ability))
    return out


def can_activate(ref: Referee, seat: int, known: InPlay, taken: TakenActions) -> bool:
    """Return whether an ability that is in play can be activated now; `taken` as for `why_not_ability`."""
    return _refusal(ref, seat, known, taken) is None


def why_not_ability(ref: Referee, seat: int, known: InPlay, taken: TakenActions) -> Reason | None:
    """Return why an ability that is in play can't be activated now; None if it can.

    `taken` are the labels of the actions that have been taken in this very position before (see `loops`).
    """
    refusal = _refusal(ref, seat, known, taken)
    return None if refusal is None else refusal(title(OptionSubject.read(known.key).name))


def _refusal(
    ref: Referee, seat: int, known: InPlay, taken: TakenActions
) -> Callable[[Message], Reason] | None:
    """Return a function for the reason why an ability can't be activated: most callers need no words."""
    ability, card = known.ability, known.card
    forbidden = why_forbidden(ref, seat, Prohibition.ACTIVATE)
    if forbidden is not None:
        return lambda named: forbidden
    if ability.once and is_used(ref, seat, card, known.side, known.index):
        return lambda named: (
            msg("{card} works once each round, and you already used it in this one.", card=named),
            "R116",
        )
    context = ref.context(seat, card)
    payable, changes = judge(ref, context, ability)
    if not payable:
        return lambda named: (_unpaid(ref, context, named, ability), "§6 Activated Ability")
    if not changes:
        return lambda named: (
            msg("{card} would change nothing except its cost.", card=named),
            "§7 Effect lines",
        )
    if taken and label(ref, seat, action_key(OptionVerb.ACTIVATE, known.key), card) in taken:
        return lambda named: (used_before(named), "§7 Loops")
    return None


def _unpaid(ref: Referee, context: EffectContext, named: Message, ability: tree.Activated) -> Message:
    """Say which part of a cost can't be paid, and why where that is plain."""
    mind = ref.seats[context.seat].mind
    for cost in ability.cost:
        what = line(print_instruction(cost))
        sentence = msg("You can't pay the cost of {card} right now: “{cost}”.", card=named, cost=what)
        if (
            isinstance(cost, tree.ChangeMind)
            and isinstance(cost.amount, tree.Number)
            and mind < cost.amount.n
        ):
            if mind == 0:
                return msg("{why} Your mind is spent.", why=sentence)
            return msg("{why} Your mind is at {mind}.", why=sentence, mind=mind)
        if not would_change(ref, context, cost):
            this = isinstance(cost, tree.Exhaust) and isinstance(cost.what, tree.This) and context.card >= 0
            exhausted = this and ref.cards[context.card].exhausted
            return msg("{why} It's already exhausted.", why=sentence) if exhausted else sentence
    return msg("You can't pay the full cost of {card} right now.", card=named)


def activate(ref: Referee, seat: int, known: InPlay) -> None:
    """Begin to activate an ability."""
    if known.ability.once:
        use(ref, seat, known.card, known.side, known.index)
    ref.emit(AbilityActivated(seat, known.title), known.title)
    ref.push(
        ActivateAbility(seat=seat, card=known.card, title=known.title, side=known.side, index=known.index)
    )


def pay_cost(ref: Referee, frame: ActivateAbility) -> None:
    """Pay the costs, in the order in which they are printed."""
    ability = ref.pool[frame.title].sides[frame.side].activated[frame.index]
    if not frame.did:
        frame.step = "after_ability"
        return
    if frame.paid < len(ability.cost):
        frame.step = "pay_cost"
        number = frame.paid
        frame.paid += 1
        begin_line(
            ref, (frame.title, frame.side + COST, frame.index * COSTS + number), frame.seat, frame.card,
            part=True, said=frame.said,
        )  # fmt: skip


def resolve_effect(ref: Referee, frame: ActivateAbility) -> None:
    """Then resolve the effect."""
    if frame.did:
        begin_line(
            ref, (frame.title, frame.side, frame.index), frame.seat, frame.card, part=True, said=frame.said
        )


def after_ability(ref: Referee, frame: ActivateAbility) -> None:
    """After triggers come after the whole line, cost and effect."""
    if flush(ref, frame):
        frame.step = "after_ability"


ACTIVATE = Procedure(ActivateAbility, pay_cost, resolve_effect, after_ability)
