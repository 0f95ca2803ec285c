"""Payable costs of abilities and cards, and the position in which the effect would then resolve (§6, §7, R18, R56).

Costs are paid in sequence, so each is checked with the earlier ones paid, in every possible way: payments that leave
no trace are made, checked, and reverted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import combinations, islice

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, line, msg, title
from cards.voidream.language import tree
from cards.voidream.language.printer import print_instruction
from cards.voidream.model import Kind
from engine.kernel.cards.state import BACK_SEEN
from engine.voidream.effects.sentences import could_be_for, is_possible, would_change
from engine.voidream.effects.verbs.mind_and_conflict import new_mind
from engine.voidream.effects.verbs.selection import named
from engine.voidream.position import ARCANA_DISCARD, DECK, DISCARD, HAND, VOID
from engine.voidream.program import INVERTED, TEXT, Instruction
from engine.voidream.queries.characteristics import amount
from engine.voidream.queries.score import DEPTHS
from engine.voidream.queries.suppositions import SupposedDepth, SupposedMindTurn
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext
from engine.voidream.turns.payments import (
    TAKING,
    Place,
    as_laid,
    as_paid,
    as_put_aside,
    as_turned,
    as_veiled,
    deck_as_paid,
    place_of,
)

MANY = 200
"""The maximum number of ways tried to pay one cost."""


class Payment(msgspec.Struct, frozen=True):
    """The payment of a part of a cost: the cards, their former places, and the former mind."""

    cost: tree.Instruction
    cards: list[int]
    places: dict[int, Place]
    mind: int


Way = tuple[EffectContext, AbstractContextManager[None], Payment]
"""A way of paying: the context afterwards, in which "it" is the paid cards, the position meanwhile, and the payment."""


def judge(ref: Referee, context: EffectContext, ability: tree.Activated) -> tuple[bool, bool]:
    """Return whether the whole cost can be paid, and the effect would then change something."""
    return _judge(ref, context, ability.cost, ability.effect[0][0], [], [ref.top(0), ref.top(1)])


def _judge(
    ref: Referee,
    context: EffectContext,
    costs: Sequence[tree.Instruction],
    effect: tree.Instruction | None,
    payments: list[Payment],
    tops: list[int | None],
) -> tuple[bool, bool]:
    """Check the rest of a cost. `payments` are the previous ones. Without an effect, none is required.

    `tops`: the top cards of the decks before any payment, which are public.
    """
    if not costs:
        return True, effect is None or _could_change(ref, context, effect, payments, tops)
    cost, *other_costs = costs
    payable = False
    if would_change(ref, context, cost):
        for new_context, supposition, payment in _ways(ref, context, cost):
            with supposition:
                can_be, changes = _judge(ref, new_context, other_costs, effect, [*payments, payment], tops)
            if changes:
                return True, True
            payable = payable or can_be
    return payable, False


def _could_change(
    ref: Referee,
    context: EffectContext,
    effect: tree.Instruction,
    payments: list[Payment],
    tops: list[int | None],
) -> bool:
    """Return whether an effect would change something once its cost is paid, as far as its player knows.

    Whether an ability can be activated doesn't reveal a card that only its cost uncovers (R2, R52).
    """
    judge = partial(_changes_more, payments=payments)
    movers = (
        (tree.Shuffle,) if ref.construct_on_top(context.seat) is not None else (tree.Shuffle, tree.Charge)
    )
    unseen = any(isinstance(payment.cost, movers) for payment in payments)
    seats = [seat for seat in (0, 1) if _is_top_unknown(ref, seat, context.seat, tops, unseen)]
    for seat in seats:
        for depth in DEPTHS:
            with SupposedDepth(ref, seat, depth):
                if would_change(ref, context, effect, judge):
                    return True
    return not seats and would_change(ref, context, effect, judge)


def _is_top_unknown(ref: Referee, owner: int, seat: int, tops: list[int | None], unseen: bool) -> bool:
    """Return whether a seat doesn't know the top card of a deck, and it may be face down.

    `unseen`: the cost shuffles the seat's own deck, or takes its topmost card that isn't a construct.
    """
    top, deck = ref.top(owner), ref.seats[owner].deck
    if not (unseen and owner == seat):
        known_bits = 1 << seat | BACK_SEEN
        if top in tops or top is None or ref.cards[top].known & known_bits:
            return False
        deck = [card for card in deck if card not in tops and not ref.cards[card].known & known_bits]
    return not all(ref.cards[card].face_up for card in deck)


def why_unpaid(ref: Referee, seat: int, card: int, inverted: bool) -> tuple[Message, str] | None:
    """Return why a card's additional costs can't be paid when a seat plays or unveils it; None if they can (R118).

    This includes Hierarchy and Shadowborne. The card itself is set aside meanwhile.
    """
    text = ref.printed[card].sides[INVERTED if inverted else TEXT]
    if not text.additional:
        return None
    costs = [cost for index in text.additional for cost in text.costs[index]]
    context = ref.context(seat, card)
    with as_put_aside(ref, card):
        payable, _ = _judge(ref, context, [*_of_keywords(text.keywords), *costs], None, [], [])
        if payable:
            return None
        impossible = next((cost for cost in costs if not would_change(ref, context, cost)), None)
    name, rule = title(ref.title(card)), "R118"
    if impossible is None:
        return msg("You can't pay the full cost of {card} right now.", card=name), rule
    cost = line(print_instruction(impossible))
    return msg("You can't pay the cost of {card} right now: “{cost}”.", card=name, cost=cost), rule


def _of_keywords(keywords: Sequence[tree.Keyword]) -> list[tree.Instruction]:
    """Return the additional costs of keywords (§6 Hierarchy, Shadowborne) as instructions."""
    result: list[tree.Instruction] = []
    for keyword in keywords:
        if keyword.name is tree.KeywordName.HIERARCHY and keyword.x:
            ready = tree.Filter(tree.Noun.ENTITY, traits=(tree.Trait.READY,), whose=tree.Player.YOU)
            result.append(tree.Exhaust(tree.Chosen(ready, keyword.x, keyword.x)))
        elif keyword.name is tree.KeywordName.SHADOWBORNE and keyword.x:
            veiled = tree.Filter(tree.Noun.VEILED_CARD, whose=tree.Player.YOU)
            result.append(tree.Put(tree.Chosen(veiled, keyword.x, keyword.x), tree.Place.BOTTOM))
    return result


def _changes_more(ref: Referee, context: EffectContext, op: Instruction, payments: list[Payment]) -> bool:
    """Return whether an instruction can be performed, and would change something other than the cost did (R18)."""
    if not is_possible(ref, context, op):
        return could_be_for(ref, context, op)
    if isinstance(op, tree.ChangeMind):
        return _turns_minds_further(ref, context, op, payments)
    if any(_turns_deck_back(payment.cost, op) for payment in payments):
        return False
    if isinstance(op, tree.Ready | tree.Exhaust):
        opposite = tree.Exhaust if isinstance(op, tree.Ready) else tree.Ready
        spent_cards = [
            card for payment in payments if isinstance(payment.cost, opposite) for card in payment.cards
        ]
        as_before = as_turned(ref, spent_cards, exhausted=opposite is tree.Ready)
    elif isinstance(op, tree.Unveil):
        spent_cards = [
            card for payment in payments if isinstance(payment.cost, tree.Veil)
            for card, (zone, _, _) in payment.places.items() if zone != DECK
        ]  # fmt: skip
        as_before = as_veiled(ref, spent_cards, veiled=False)
    else:
        places = {card: place for payment in payments for card, place in _laid_back(ref, payment, op).items()}
        if places and isinstance(getattr(op, "what", None), tree.It) and places.keys() >= set(context.it):
            return False
        spent_cards, as_before = list(places), as_laid(ref, places)
    if not spent_cards:
        return True
    with as_before:
        return would_change(ref, context, op)


def _laid_back(ref: Referee, payment: Payment, op: tree.Instruction) -> dict[int, Place]:
    """Return the cards of a cost that an instruction would return, with their places."""
    result: dict[int, Place] = {}
    for card, (zone, pile, at) in payment.places.items():
        match op:
            case tree.ReturnToHand():
                is_returned = zone == HAND
            case tree.Void():
                is_returned = zone == VOID
            case tree.Discard():
                is_returned = zone == (ARCANA_DISCARD if ref.printed[card].kind is Kind.ARCANUM else DISCARD)
            case tree.Put(place=tree.Place.TOP):
                is_returned = zone == DECK and at < len(payment.places)
            case tree.Put():
                is_returned = zone == DECK and at >= len(pile)
            case _:
                is_returned = False
        if is_returned:
            result[card] = (zone, pile, at)
    return result


def _turns_deck_back(cost: tree.Instruction, op: tree.Instruction) -> bool:
    """Return whether an instruction moves the card back that the cost moved from one end of a deck to the other."""
    ends = (_moves_to_bottom(cost), _moves_to_bottom(op))
    return None not in ends and ends[0] is not ends[1]


def _moves_to_bottom(op: tree.Instruction) -> bool | None:
    """Return whether an instruction moves a deck's top card to its bottom; False for the reverse, None for others."""
    match op:
        case tree.Roll(tree.Player.YOU):
            return True
        case tree.Put(tree.TopOf(tree.Number(1), tree.Player.YOU), tree.Place.BOTTOM):
            return True
        case tree.Put(tree.BottomOf(tree.Player.YOU), tree.Place.TOP):
            return False
        case _:
            return None


def _turns_minds_further(
    ref: Referee, context: EffectContext, op: tree.ChangeMind, payments: list[Payment]
) -> bool:
    """Return whether a mind would reach a number that it didn't have before the cost, and that isn't nearer to that one."""
    old_number = max((payment.mind for payment in payments), default=0)
    for seat in ref.players(context, op.who):
        new_number, count = new_mind(ref, context, op, seat), ref.seats[seat].mind
        if new_number != count and (seat != context.seat or new_number < count or new_number > old_number):
            return True
    return False


def _ways(ref: Referee, context: EffectContext, cost: tree.Instruction) -> Iterator[Way]:
    """Return every way to pay a cost in full."""
    mind = ref.seats[context.seat].mind
    if isinstance(cost, tree.ChangeMind):
        points = amount(ref, context, cost.amount)
        if cost.who is tree.Player.YOU and mind >= points:
            yield context, SupposedMindTurn(ref, context.seat, points), Payment(cost, [], {}, mind)
        return
    selection = getattr(cost, "what", None)
    if selection is None:
        yield context, deck_as_paid(ref, context, cost), Payment(cost, [], {}, mind)
        return
    for cards in islice(_picks(ref, context, cost, selection), MANY):
        taken_cards = cards if isinstance(cost, (*TAKING, tree.Veil)) else []
        places = {card: place_of(ref, card) for card in taken_cards}
        yield (
            _pointing(context, cards),
            as_paid(ref, context.seat, cost, cards),
            Payment(cost, cards, places, mind),
        )


def _picks(
    ref: Referee, context: EffectContext, cost: tree.Instruction, selection: tree.Selection
) -> Iterator[list[int]]:
    """Return the cards that can pay a cost: the required number, each of which it would change."""
    single_cost = replace(cost, what=tree.It())
    cards = named(ref, context, selection)
    able = [card for card in cards if would_change(ref, _pointing(context, [card]), single_cost)]
    if isinstance(selection, tree.Chosen):
        for pick in combinations(able, selection.at_least or min(1, len(able))):
            yield list(pick)
    elif isinstance(selection, tree.TopOf) and isinstance(selection.amount, tree.Number):
        if len(able) >= selection.amount.n:
            yield able
    elif able:
        yield able


def _pointing(context: EffectContext, cards: list[int]) -> EffectContext:
    return EffectContext(context.seat, context.card, context.value, cards, n=len(cards), named=cards)
