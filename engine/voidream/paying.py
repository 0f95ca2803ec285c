"""Whether the cost of an activated ability can be paid, and what its effect would find then (§6, §7, R18, R56).

Costs are paid one after the other, so each is judged with those before it paid, in every way in which they can be:
what can be taken back without a trace is done, asked about, and taken back.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import combinations, islice
from typing import Any

from msgspec.structs import replace

from cards.voidream.language import tree
from cards.voidream.model import Kind
from engine.voidream.position import ARCANA_DISCARD, DECK, DISCARD, HAND, VOID
from engine.voidream.referee import Referee
from engine.voidream.sentences import would_change
from engine.voidream.texts import Speaker
from engine.voidream.verbs.picking import named

MANY = 200
"""How many ways to pay one cost are looked at."""

_TAKING = (tree.Sacrifice, tree.Destroy, tree.Discard, tree.Void, tree.Put, tree.ReturnToHand)
"""Costs that take cards away from where they lie."""

Way = tuple[Speaker, AbstractContextManager[None]]
"""Whom the text speaks for once a cost is paid, "it" being what it was paid with; and how the table is meanwhile."""


def judge(ref: Referee, speaker: Speaker, ability: tree.Activated) -> tuple[bool, bool]:
    """Return whether the whole cost can be paid, and whether the effect would then change something."""
    return _judge(ref, speaker, ability, 0, [])


def _judge(
    ref: Referee, speaker: Speaker, ability: tree.Activated, at: int, spent: list[int]
) -> tuple[bool, bool]:
    """Judge from part number `at` of the cost on; `spent` is what the parts before it were paid with."""
    if at == len(ability.cost):
        return True, _changes(ref, speaker, ability.effect[0][0], spent)
    cost = ability.cost[at]
    payable = False
    if would_change(ref, speaker, cost):
        for after, paid in _ways(ref, speaker, cost):
            with paid:
                can_be, changes = _judge(ref, after, ability, at + 1, [*spent, *after.it])
            if changes:
                return True, True
            payable = payable or can_be
    return payable, False


def _changes(ref: Referee, speaker: Speaker, first: tree.Instruction, spent: list[int]) -> bool:
    """Whether an instruction would change something else than the cost did: what it exhausted is not to be readied."""
    if not isinstance(first, tree.Ready):
        return would_change(ref, speaker, first)
    with _turned(ref, [card for card in spent if ref.cards[card].exhausted], exhausted=False):
        return would_change(ref, speaker, first)


def _ways(ref: Referee, speaker: Speaker, cost: tree.Instruction) -> Iterator[Way]:
    """Return every way to pay a cost in full."""
    if isinstance(cost, tree.ChangeMind):
        yield from _mind(ref, speaker, cost)
        return
    what = getattr(cost, "what", None)
    if what is None:
        yield speaker, nullcontext()
        return
    for cards in islice(_picks(ref, speaker, cost, what), MANY):
        yield _pointing(speaker, cards), _paid(ref, cost, cards)


def _mind(ref: Referee, speaker: Speaker, cost: tree.ChangeMind) -> Iterator[Way]:
    if not (isinstance(cost.amount, tree.Number) and cost.less and cost.who is tree.Player.YOU):
        yield speaker, nullcontext()
    elif ref.seats[speaker.seat].mind >= cost.amount.n:
        yield speaker, _mind_turned(ref, speaker.seat, cost.amount.n)


def _picks(ref: Referee, speaker: Speaker, cost: Any, what: tree.Selection) -> Iterator[list[int]]:
    """Return the cards that a cost may be paid with: as many as it asks for, each one that it would change."""
    one = replace(cost, what=tree.It())
    cards = named(ref, speaker, what)
    able = [card for card in cards if would_change(ref, _pointing(speaker, [card]), one)]
    if isinstance(what, tree.Chosen):
        for pick in combinations(able, what.at_least or min(1, len(able))):
            yield list(pick)
    elif isinstance(what, tree.TopOf) and isinstance(what.amount, tree.Number):
        if len(able) >= what.amount.n:
            yield able
    elif able:
        yield able


def _pointing(speaker: Speaker, cards: list[int]) -> Speaker:
    return Speaker(speaker.seat, speaker.card, speaker.value, cards, n=len(cards))


# ------------------------------------------------------------------------------------------------------- as if paid


def _paid(ref: Referee, cost: tree.Instruction, cards: list[int]) -> AbstractContextManager[None]:
    if isinstance(cost, tree.Exhaust):
        return _turned(ref, cards, exhausted=True)
    if isinstance(cost, _TAKING):
        return _taken_away(ref, cost, cards)
    return nullcontext()


@contextmanager
def _mind_turned(ref: Referee, seat: int, by: int) -> Generator[None]:
    with ref.supposing(texts=False):
        ref.seats[seat].mind -= by
        try:
            yield
        finally:
            ref.seats[seat].mind += by


@contextmanager
def _turned(ref: Referee, cards: list[int], *, exhausted: bool) -> Generator[None]:
    with ref.supposing(texts=False):
        for card in cards:
            ref.cards[card].exhausted = exhausted
        try:
            yield
        finally:
            for card in cards:
                ref.cards[card].exhausted = not exhausted


@contextmanager
def _taken_away(ref: Referee, cost: tree.Instruction, cards: list[int]) -> Generator[None]:
    """Let cards lie where the cost would put them."""
    piles = [
        pile
        for state in ref.seats
        for pile in (state.play, state.hand, state.deck, state.discard, state.arcana_discard, state.void)
    ]
    piles += [ref.cards[host].attached for state in ref.seats for host in state.play]
    before = [list(pile) for pile in piles]
    zones = [ref.cards[card].zone for card in cards]
    for pile in piles:
        pile[:] = [card for card in pile if card not in cards]
    for card in cards:
        _lay(ref, cost, card)
    try:
        with ref.supposing():
            yield
    finally:
        for pile, held in zip(piles, before, strict=True):
            pile[:] = held
        for card, zone in zip(cards, zones, strict=True):
            ref.cards[card].zone = zone


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
