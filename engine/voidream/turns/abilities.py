"""Activated abilities: the conditions of activation, costs, and effects (§6, §7, R18, R33)."""

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


def used_before(name: Message) -> Message:
    """Return why an action can't be taken again (§7, R47)."""
    return msg(
        "You already used {what} in this exact position. An action that leads back to "
        "the same position works only once.",
        what=name,
    )


class InPlay(msgspec.Struct):
    """An activated ability of a card in play, or of a mind (`card` -1): its name, and its place in print."""

    key: str
    card: int
    title: str
    side: str
    index: int
    ability: tree.Activated


def abilities(ref: Referee, seat: int) -> list[InPlay]:
    """Return the activated abilities of a player's cards. A card's second one has "/2" after its key."""
    result: list[InPlay] = []
    cards = ref.pool.cards
    for _, card, title_in_print, side, _ in ref.texts_to_activate(seat):
        for number, (index, ability) in enumerate(cards[title_in_print].sides[side].activated.items(), 1):
            name = title_in_print if card < 0 else key_of(ref, seat, card)
            key = name if number == 1 else replace(OptionSubject.read(name), number=number).text
            result.append(InPlay(key, card, title_in_print, side, index, ability))
    return result


def can_activate(ref: Referee, seat: int, ability: InPlay, taken_actions: TakenActions) -> bool:
    """Return whether an ability in play can be activated now. `taken_actions` is as in `why_not_ability`."""
    return _refusal(ref, seat, ability, taken_actions) is None


def why_not_ability(ref: Referee, seat: int, ability: InPlay, taken_actions: TakenActions) -> Reason | None:
    """Return why an ability in play can't be activated now; None if it can.

    `taken_actions` are the labels of the actions already taken in this exact position (see `loops`).
    """
    refusal = _refusal(ref, seat, ability, taken_actions)
    return None if refusal is None else refusal(title(OptionSubject.read(ability.key).name))


def _refusal(
    ref: Referee, seat: int, in_play: InPlay, taken_actions: TakenActions
) -> Callable[[Message], Reason] | None:
    """Return a function for the reason why an ability can't be activated, because most callers don't need the text."""
    ability, card = in_play.ability, in_play.card
    reason = why_forbidden(ref, seat, Prohibition.ACTIVATE)
    if reason is not None:
        return lambda name: reason
    if ability.once and is_used(ref, seat, card, in_play.side, in_play.index):
        return lambda name: (
            msg("{card} works once each round, and you already used it in this one.", card=name),
            "R116",
        )
    context = ref.context(seat, card)
    payable, changes = judge(ref, context, ability)
    if not payable:
        return lambda name: (_unpaid(ref, context, name, ability), "§6 Activated Ability")
    if not changes:
        return lambda name: (
            msg("{card} would change nothing except its cost.", card=name),
            "§7 Effect lines",
        )
    if (
        taken_actions
        and label(ref, seat, action_key(OptionVerb.ACTIVATE, in_play.key), card) in taken_actions
    ):
        return lambda name: (used_before(name), "§7 Loops")
    return None


def _unpaid(ref: Referee, context: EffectContext, name: Message, ability: tree.Activated) -> Message:
    """Return the part of a cost that can't be paid, with the reason if it is known."""
    mind = ref.seats[context.seat].mind
    for cost in ability.cost:
        cost_text = line(print_instruction(cost))
        sentence = msg("You can't pay the cost of {card} right now: “{cost}”.", card=name, cost=cost_text)
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
    return msg("You can't pay the full cost of {card} right now.", card=name)


def activate(ref: Referee, seat: int, ability: InPlay) -> None:
    """Begin to activate an ability."""
    if ability.ability.once:
        use(ref, seat, ability.card, ability.side, ability.index)
    ref.emit(AbilityActivated(seat, ability.title), ability.title)
    ref.push(
        ActivateAbility(
            seat=seat, card=ability.card, title=ability.title, side=ability.side, index=ability.index
        )
    )


def pay_cost(ref: Referee, frame: ActivateAbility) -> None:
    """Pay the costs in printed order."""
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
            is_part=True, antecedents=frame.said,
        )  # fmt: skip


def resolve_effect(ref: Referee, frame: ActivateAbility) -> None:
    """Resolve the effect, if its costs were paid."""
    if frame.did:
        begin_line(
            ref,
            (frame.title, frame.side, frame.index),
            frame.seat,
            frame.card,
            is_part=True,
            antecedents=frame.said,
        )


def after_ability(ref: Referee, frame: ActivateAbility) -> None:
    """Resolve After triggers after the whole line, cost and effect."""
    if flush(ref, frame):
        frame.step = "after_ability"


ACTIVATE = Procedure(ActivateAbility, pay_cost, resolve_effect, after_ability)
