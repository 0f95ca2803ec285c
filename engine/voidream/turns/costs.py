"""Payable costs of abilities and cards, and the position that the effect would find then (§6, §7, R18,
R56).

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
"""The maximum number of ways to pay one cost that are tried."""


class Payment(msgspec.Struct, frozen=True):
    """The payment of a part of a cost: the cards, their places before, and the mind before."""

    cost: tree.Instruction
    cards: list[int]
    places: dict[int, Place]
    mind: int


Way = tuple[EffectContext, AbstractContextManager[None], Payment]
"""Whom the text speaks for once a cost is paid, "it" being what it was paid with; how the table is meanwhile."""


def judge(ref: Referee, context: EffectContext, ability: tree.Activated) -> tuple[bool, bool]:
    """Return whether the whole cost can be paid, and whether the effect would then change something."""
    return _judge(ref, context, ability.cost, ability.effect[0][0], [], [ref.top(0), ref.top(1)])


def _judge(
    ref: Referee,
    context: EffectContext,
    costs: Sequence[tree.Instruction],
    effect: tree.Instruction | None,
    payments: list[Payment],
    tops: list[int | None],
) -> tuple[bool, bool]:
    """Check the rest of a cost; `payments` are those so far. Without an effect, none is required.

    `tops`: the top cards of the decks before any payment, which are public.
    """
    if not costs:
        return True, effect is None or _could_change(ref, context, effect, payments, tops)
    cost, *rest = costs
    payable = False
    if would_change(ref, context, cost):
        for after, meanwhile, payment in _ways(ref, context, cost):
            with meanwhile:
                can_be, changes = _judge(ref, after, rest, effect, [*payments, payment], tops)
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

    Whether an ability can be activated reveals nothing of a card that only its cost uncovers (R2, R52).
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

    `unseen`: the cost shuffles the seat's own deck, or takes the topmost card that is not a construct from it.
    """
    top, hidden = ref.top(owner), ref.seats[owner].deck
    if not (unseen and owner == seat):
        known = 1 << seat | BACK_SEEN
        if top in tops or top is None or ref.cards[top].known & known:
            return False
        hidden = [card for card in hidden if card not in tops and not ref.cards[card].known & known]
    return not all(ref.cards[card].face_up for card in hidden)


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
    named, rule = title(ref.title(card)), "R118"
    if impossible is None:
        return msg("You can't pay the full cost of {card} right now.", card=named), rule
    cost = line(print_instruction(impossible))
    return msg("You can't pay the cost of {card} right now: “{cost}”.", card=named, cost=cost), rule


def _of_keywords(keywords: Sequence[tree.Keyword]) -> list[tree.Instruction]:
    """Return the additional costs of keywords (§6 Hierarchy, Shadowborne), as instructions."""
    out: list[tree.Instruction] = []
    for word in keywords:
        if word.name is tree.KeywordName.HIERARCHY and word.x:
            ready = tree.Filter(tree.Noun.ENTITY, traits=(tree.Trait.READY,), whose=tree.Player.YOU)
            out.append(tree.Exhaust(tree.Chosen(ready, word.x, word.x)))
        elif word.name is tree.KeywordName.SHADOWBORNE and word.x:
            veiled = tree.Filter(tree.Noun.VEILED_CARD, whose=tree.Player.YOU)
            out.append(tree.Put(tree.Chosen(veiled, word.x, word.x), tree.Place.BOTTOM))
    return out


def _changes_more(ref: Referee, context: EffectContext, op: Instruction, payments: list[Payment]) -> bool:
    """Return whether an instruction can be performed, and would change something else than the cost did
    (R18).
    """
    if not is_possible(ref, context, op):
        return could_be_for(ref, context, op)
    if isinstance(op, tree.ChangeMind):
        return _turns_minds_further(ref, context, op, payments)
    if any(_turns_deck_back(payment.cost, op) for payment in payments):
        return False
    if isinstance(op, tree.Ready | tree.Exhaust):
        turned = tree.Exhaust if isinstance(op, tree.Ready) else tree.Ready
        spent = [card for payment in payments if isinstance(payment.cost, turned) for card in payment.cards]
        as_before = as_turned(ref, spent, exhausted=turned is tree.Ready)
    elif isinstance(op, tree.Unveil):
        spent = [
            card for payment in payments if isinstance(payment.cost, tree.Veil)
            for card, (zone, _, _) in payment.places.items() if zone != DECK
        ]  # fmt: skip
        as_before = as_veiled(ref, spent, veiled=False)
    else:
        places = {card: place for payment in payments for card, place in _laid_back(ref, payment, op).items()}
        if places and isinstance(getattr(op, "what", None), tree.It) and places.keys() >= set(context.it):
            return False
        spent, as_before = list(places), as_laid(ref, places)
    if not spent:
        return True
    with as_before:
        return would_change(ref, context, op)


def _laid_back(ref: Referee, payment: Payment, op: tree.Instruction) -> dict[int, Place]:
    """Return the cards of a cost that an instruction would put back, with their places."""
    out: dict[int, Place] = {}
    for card, (zone, pile, at) in payment.places.items():
        match op:
            case tree.ReturnToHand():
                same = zone == HAND
            case tree.Void():
                same = zone == VOID
            case tree.Discard():
                same = zone == (ARCANA_DISCARD if ref.printed[card].kind is Kind.ARCANUM else DISCARD)
            case tree.Put(place=tree.Place.TOP):
                same = zone == DECK and at < len(payment.places)
            case tree.Put():
                same = zone == DECK and at >= len(pile)
            case _:
                same = False
        if same:
            out[card] = (zone, pile, at)
    return out


def _turns_deck_back(cost: tree.Instruction, op: tree.Instruction) -> bool:
    """Return whether an instruction moves the one card back that the cost has moved from one end of a deck to
    the other.
    """
    ends = (_moves_to_bottom(cost), _moves_to_bottom(op))
    return None not in ends and ends[0] is not ends[1]


def _moves_to_bottom(op: tree.Instruction) -> bool | None:
    """Return whether it moves the top card of one's deck to the bottom; False: the other way round; None:
    something else.
    """
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
    """Return whether a mind would reach a number that it didn't have before the cost, and that isn't nearer
    to that one.
    """
    before = max((payment.mind for payment in payments), default=0)
    for seat in ref.players(context, op.who):
        after, count = new_mind(ref, context, op, seat), ref.seats[seat].mind
        if after != count and (seat != context.seat or after < count or after > before):
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
    what = getattr(cost, "what", None)
    if what is None:
        yield context, deck_as_paid(ref, context, cost), Payment(cost, [], {}, mind)
        return
    for cards in islice(_picks(ref, context, cost, what), MANY):
        taken = cards if isinstance(cost, (*TAKING, tree.Veil)) else []
        places = {card: place_of(ref, card) for card in taken}
        yield (
            _pointing(context, cards),
            as_paid(ref, context.seat, cost, cards),
            Payment(cost, cards, places, mind),
        )


def _picks(
    ref: Referee, context: EffectContext, cost: tree.Instruction, what: tree.Selection
) -> Iterator[list[int]]:
    """Return the cards that a cost may be paid with: as many as it asks for, each one that it would change."""
    one = replace(cost, what=tree.It())
    cards = named(ref, context, what)
    able = [card for card in cards if would_change(ref, _pointing(context, [card]), one)]
    if isinstance(what, tree.Chosen):
        for pick in combinations(able, what.at_least or min(1, len(able))):
            yield list(pick)
    elif isinstance(what, tree.TopOf) and isinstance(what.amount, tree.Number):
        if len(able) >= what.amount.n:
            yield able
    elif able:
        yield able


def _pointing(context: EffectContext, cards: list[int]) -> EffectContext:
    return EffectContext(context.seat, context.card, context.value, cards, n=len(cards), named=cards)
