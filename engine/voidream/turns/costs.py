"""Whether the cost of an ability or a card can be paid, and the position its effect would find then (§6, §7, R18,
R56).

Costs are paid in sequence, so each is checked with the earlier ones paid, in every possible way: payments that leave
no trace are made, checked, and reverted.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import combinations, islice

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, line, msg, title
from cards.voidream.language import tree
from cards.voidream.language.printer import print_instruction
from cards.voidream.model import Kind
from engine.voidream.effects.sentences import could_be_for, is_possible, would_change
from engine.voidream.effects.verbs.mind_and_conflict import new_mind
from engine.voidream.effects.verbs.selection import named
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, PLAYING, VOID
from engine.voidream.program import INVERTED, TEXT, Instruction
from engine.voidream.queries.characteristics import amount
from engine.voidream.queries.suppositions import SupposedMindTurn, Supposition
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

MANY = 200
"""The maximum number of ways to pay one cost that are tried."""

_TAKING = (tree.Sacrifice, tree.Destroy, tree.Discard, tree.Void, tree.Put, tree.ReturnToHand)
"""Costs that take cards away from where they lie."""


class Payment(msgspec.Struct, frozen=True):
    """The payment of a part of a cost: the cards, their places before, and the mind before."""

    cost: tree.Instruction
    cards: list[int]
    places: dict[int, Place]
    mind: int


Place = tuple[str, list[int], int]
"""A zone, the pile in it, and the place in that pile."""

Way = tuple[EffectContext, AbstractContextManager[None], Payment]
"""Whom the text speaks for once a cost is paid, "it" being what it was paid with; how the table is meanwhile."""


def judge(ref: Referee, context: EffectContext, ability: tree.Activated) -> tuple[bool, bool]:
    """Return whether the whole cost can be paid, and whether the effect would then change something."""
    return _judge(ref, context, ability.cost, ability.effect[0][0], [])


def _judge(
    ref: Referee,
    context: EffectContext,
    costs: Sequence[tree.Instruction],
    effect: tree.Instruction | None,
    paid: list[Payment],
) -> tuple[bool, bool]:
    """Check the rest of a cost; `paid` are the payments so far. Without an effect, none is required."""
    if not costs:
        judge = partial(_changes_more, paid=paid)
        return True, effect is None or would_change(ref, context, effect, judge)
    cost, *rest = costs
    payable = False
    if would_change(ref, context, cost):
        for after, meanwhile, payment in _ways(ref, context, cost):
            with meanwhile:
                can_be, changes = _judge(ref, after, rest, effect, [*paid, payment])
            if changes:
                return True, True
            payable = payable or can_be
    return payable, False


def why_unpaid(ref: Referee, seat: int, card: int, inverted: bool) -> tuple[Message, str] | None:
    """Return why what a card asks for besides can't be paid when a seat plays or unveils it; None if it can (R118).

    Hierarchy and Shadowborne are paid with it, and the card itself lies aside meanwhile.
    """
    text = ref.printed[card].sides[INVERTED if inverted else TEXT]
    if not text.additional:
        return None
    costs = [cost for index in text.additional for cost in text.costs[index]]
    context = ref.context(seat, card)
    with _aside(ref, card):
        payable, _ = _judge(ref, context, [*_of_keywords(text.keywords), *costs], None, [])
        if payable:
            return None
        impossible = next((cost for cost in costs if not would_change(ref, context, cost)), None)
    named, rule = title(ref.title(card)), "R118"
    if impossible is None:
        return msg("You can't pay the full cost of {card} right now.", card=named), rule
    cost = line(print_instruction(impossible))
    return msg("You can't pay the cost of {card} right now: “{cost}”.", card=named, cost=cost), rule


def _of_keywords(keywords: Sequence[tree.Keyword]) -> list[tree.Instruction]:
    """The additional costs of keywords (§6 Hierarchy, Shadowborne), as instructions."""
    out: list[tree.Instruction] = []
    for word in keywords:
        if word.name is tree.KeywordName.HIERARCHY and word.x:
            ready = tree.Filter(tree.Noun.ENTITY, traits=(tree.Trait.READY,), whose=tree.Player.YOU)
            out.append(tree.Exhaust(tree.Chosen(ready, word.x, word.x)))
        elif word.name is tree.KeywordName.SHADOWBORNE and word.x:
            veiled = tree.Filter(tree.Noun.VEILED_CARD, whose=tree.Player.YOU)
            out.append(tree.Put(tree.Chosen(veiled, word.x, word.x), tree.Place.BOTTOM))
    return out


def _changes_more(ref: Referee, context: EffectContext, op: Instruction, paid: list[Payment]) -> bool:
    """Whether an instruction can be performed, and would change something else than the cost did (R18)."""
    if not is_possible(ref, context, op):
        return could_be_for(ref, context, op)
    if isinstance(op, tree.ChangeMind):
        return _turns_minds_further(ref, context, op, paid)
    if any(_turns_deck_back(payment.cost, op) for payment in paid):
        return False
    if isinstance(op, tree.Ready | tree.Exhaust):
        turned = tree.Exhaust if isinstance(op, tree.Ready) else tree.Ready
        spent = [card for payment in paid if isinstance(payment.cost, turned) for card in payment.cards]
        as_before = _turned(ref, spent, exhausted=turned is tree.Ready)
    else:
        places = {card: place for payment in paid for card, place in _laid_back(ref, payment, op).items()}
        if places and isinstance(getattr(op, "what", None), tree.It) and places.keys() >= set(context.it):
            return False
        spent, as_before = list(places), _laid(ref, places)
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
    """Whether an instruction moves the one card back that the cost has moved from one end of a deck to the other."""
    ends = (_moves_to_bottom(cost), _moves_to_bottom(op))
    return None not in ends and ends[0] is not ends[1]


def _moves_to_bottom(op: tree.Instruction) -> bool | None:
    """Whether it moves the top card of one's deck to the bottom; False: the other way round; None: something else."""
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
    ref: Referee, context: EffectContext, op: tree.ChangeMind, paid: list[Payment]
) -> bool:
    """Whether a mind would reach a number that it didn't have before the cost, and that isn't nearer to that one."""
    before = max((payment.mind for payment in paid), default=0)
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
        yield context, nullcontext(), Payment(cost, [], {}, mind)
        return
    for cards in islice(_picks(ref, context, cost, what), MANY):
        taken = cards if isinstance(cost, _TAKING) else []
        places = {card: _place_of(ref, card) for card in taken}
        yield _pointing(context, cards), _paid(ref, cost, cards), Payment(cost, cards, places, mind)


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


# ------------------------------------------------------------------------------------------------------- as if paid


def _paid(ref: Referee, cost: tree.Instruction, cards: list[int]) -> AbstractContextManager[None]:
    if isinstance(cost, tree.Exhaust):
        return _turned(ref, cards, exhausted=True)
    if isinstance(cost, tree.Ready):
        return _turned(ref, cards, exhausted=False)
    if isinstance(cost, _TAKING):
        return _taken_away(ref, cost, cards)
    return nullcontext()


@contextmanager
def _turned(ref: Referee, cards: list[int], *, exhausted: bool) -> Generator[None]:
    with Supposition(ref, texts=False):
        for card in cards:
            ref.cards[card].exhausted = exhausted
        try:
            yield
        finally:
            for card in cards:
                ref.cards[card].exhausted = not exhausted


def _piles(ref: Referee) -> list[tuple[str, list[int]]]:
    """Return the piles in which cards lie, each with its zone."""
    piles = [
        pile
        for state in ref.seats
        for pile in (
            (PLAY, state.play), (HAND, state.hand), (DECK, state.deck), (DISCARD, state.discard),
            (ARCANA_DISCARD, state.arcana_discard), (VOID, state.void),
        )
    ]  # fmt: skip
    return piles + [(ATTACHED, ref.cards[host].attached) for state in ref.seats for host in state.play]


def _place_of(ref: Referee, card: int) -> Place:
    zone, pile = next((zone, pile) for zone, pile in _piles(ref) if card in pile)
    return zone, pile, pile.index(card)


@contextmanager
def _moved(ref: Referee, cards: list[int], lay: Callable[[int], None]) -> Generator[None]:
    """Take cards away from where they lie and `lay` each of them elsewhere, for as long as something is asked."""
    piles = [pile for _, pile in _piles(ref)]
    before = [list(pile) for pile in piles]
    zones = [ref.cards[card].zone for card in cards]
    for pile in piles:
        pile[:] = [card for card in pile if card not in cards]
    for card in cards:
        lay(card)
    try:
        with Supposition(ref):
            yield
    finally:
        for pile, held in zip(piles, before, strict=True):
            pile[:] = held
        for card, zone in zip(cards, zones, strict=True):
            ref.cards[card].zone = zone


@contextmanager
def _aside(ref: Referee, card: int) -> Generator[None]:
    """Put aside a card that is to be played; it is no longer among those that a player looks at."""

    def lay(card: int) -> None:
        ref.cards[card].zone = PLAYING

    owner = ref.seats[ref.cards[card].owner]
    looked_at = card in owner.deck[: owner.lifted]
    owner.lifted -= looked_at
    try:
        with _moved(ref, [card], lay):
            yield
    finally:
        owner.lifted += looked_at


def _taken_away(ref: Referee, cost: tree.Instruction, cards: list[int]) -> AbstractContextManager[None]:
    """Put cards where the cost would put them."""
    return _moved(ref, cards, lambda card: _lay(ref, cost, card))


def _laid(ref: Referee, places: dict[int, Place]) -> AbstractContextManager[None]:
    """Put cards back where they were."""

    def lay(card: int) -> None:
        zone, pile, at = places[card]
        pile.insert(at, card)
        ref.cards[card].zone = zone

    return _moved(ref, sorted(places, key=lambda card: places[card][2]), lay)


def _lay(ref: Referee, cost: tree.Instruction, card: int) -> None:
    state = ref.cards[card]
    owner = ref.seats[state.owner]
    match cost:
        case tree.Void():
            zone, pile = VOID, owner.void
        case tree.ReturnToHand():
            zone, pile = HAND, owner.hand
        case tree.Put(place=tree.Place.TOP):
            owner.deck.insert(0, card)
            state.zone = DECK
            return
        case tree.Put():
            zone, pile = DECK, owner.deck
        case _ if ref.printed[card].kind is Kind.ARCANUM:
            zone, pile = ARCANA_DISCARD, owner.arcana_discard
        case _:
            zone, pile = DISCARD, owner.discard
    pile.append(card)
    state.zone = zone
