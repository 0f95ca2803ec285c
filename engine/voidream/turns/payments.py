"""Simulated payments: the position with a part of a cost paid, which is reverted afterwards (§6, R18)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from cards.voidream.language import tree
from cards.voidream.language.tree import Ban, Stat
from cards.voidream.model import Kind
from engine.voidream.position import ARCANA_DISCARD, ATTACHED, DECK, DISCARD, HAND, PLAY, PLAYING, VOID
from engine.voidream.queries.characteristics import amount, stat
from engine.voidream.queries.restrictions import is_banned
from engine.voidream.queries.suppositions import Supposition
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Place = tuple[str, list[int], int]
"""A zone, its pile, and an index in that pile."""

TAKING = (tree.Sacrifice, tree.Destroy, tree.Discard, tree.Void, tree.Put, tree.ReturnToHand)
"""Costs that take cards out of their zones."""


def as_paid(
    ref: Referee, seat: int, cost: tree.Instruction, cards: list[int]
) -> AbstractContextManager[None]:
    """Simulate that a seat pays a cost with these cards."""
    if isinstance(cost, tree.Exhaust):
        return as_turned(ref, cards, exhausted=True)
    if isinstance(cost, tree.Ready):
        return as_turned(ref, cards, exhausted=False)
    if isinstance(cost, TAKING):
        return _taken_away(ref, cost, cards)
    if isinstance(cost, tree.Veil):
        return _veiled(ref, seat, cards)
    return nullcontext()


def deck_as_paid(
    ref: Referee, context: EffectContext, cost: tree.Instruction
) -> AbstractContextManager[None]:
    """Simulate a cost that affects a seat's own deck without naming cards."""
    deck = ref.seats[context.seat].deck
    match cost:
        case tree.Roll():
            return _moved(ref, deck[:1], deck.append)
        case tree.DreamDamage():
            return _taken_away(ref, cost, _torn(ref, context.seat, amount(ref, context, cost.amount)))
        case _:
            return nullcontext()


def _torn(ref: Referee, seat: int, points: int) -> list[int]:
    """Return the cards that Dream damage removes from a deck, if no trigger changes it (§4)."""
    torn: list[int] = []
    for card in ref.seats[seat].deck:
        takes = 1
        if ref.cards[card].face_up:
            takes = stat(ref, card, Stat.STABILITY) - ref.cards[card].damage
            if is_banned(ref, card, Ban.DESTROYED) or ref.printed[card].kind is Kind.BASTION:
                break
        if points < max(takes, 1):
            break
        torn.append(card)
        points -= takes
    return torn


@contextmanager
def as_veiled(ref: Referee, cards: list[int], *, veiled: bool) -> Generator[None]:
    """Simulate that cards in play are veiled, or face up."""
    old_states = [ref.cards[card].veiled for card in cards]
    for card in cards:
        ref.cards[card].veiled = veiled
    try:
        with Supposition(ref):
            yield
    finally:
        for card, was in zip(cards, old_states, strict=True):
            ref.cards[card].veiled = was


@contextmanager
def _veiled(ref: Referee, seat: int, cards: list[int]) -> Generator[None]:
    """Simulate that cards are veiled in front of their controllers; cards of a deck in front of a seat."""
    controllers = [ref.cards[card].controller for card in cards]

    def lay(card: int) -> None:
        state = ref.cards[card]
        if state.zone == DECK:
            state.controller = seat
        state.zone = PLAY
        state.attached.clear()
        ref.seats[state.controller].play.append(card)

    try:
        with _moved(ref, cards, lay), as_veiled(ref, cards, veiled=True):
            yield
    finally:
        for card, controller in zip(cards, controllers, strict=True):
            ref.cards[card].controller = controller


@contextmanager
def as_turned(ref: Referee, cards: list[int], *, exhausted: bool) -> Generator[None]:
    """Simulate that cards are exhausted, or ready."""
    with Supposition(ref, texts=False):
        for card in cards:
            ref.cards[card].exhausted = exhausted
        try:
            yield
        finally:
            for card in cards:
                ref.cards[card].exhausted = not exhausted


def _piles(ref: Referee) -> list[tuple[str, list[int]]]:
    """Return the piles of cards, each with its zone."""
    piles = [
        pile
        for state in ref.seats
        for pile in (
            (PLAY, state.play), (HAND, state.hand), (DECK, state.deck), (DISCARD, state.discard),
            (ARCANA_DISCARD, state.arcana_discard), (VOID, state.void),
        )
    ]  # fmt: skip
    return piles + [(ATTACHED, ref.cards[host].attached) for state in ref.seats for host in state.play]


def place_of(ref: Referee, card: int) -> Place:
    """Return a card's zone, its pile, and its index there."""
    zone, pile = next((zone, pile) for zone, pile in _piles(ref) if card in pile)
    return zone, pile, pile.index(card)


@contextmanager
def _moved(ref: Referee, cards: list[int], lay: Callable[[int], None]) -> Generator[None]:
    """Move cards out of their places with `lay`, for the duration of the context."""
    piles = [pile for _, pile in _piles(ref)]
    old_piles = [list(pile) for pile in piles]
    zones = [ref.cards[card].zone for card in cards]
    for pile in piles:
        pile[:] = [card for card in pile if card not in cards]
    for card in cards:
        lay(card)
    try:
        with Supposition(ref):
            yield
    finally:
        for pile, content in zip(piles, old_piles, strict=True):
            pile[:] = content
        for card, zone in zip(cards, zones, strict=True):
            ref.cards[card].zone = zone


@contextmanager
def as_put_aside(ref: Referee, card: int) -> Generator[None]:
    """Simulate that a card to be played is set aside. A player no longer looks at it."""

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
    """Simulate the move of cards by a cost."""
    return _moved(ref, cards, lambda card: _lay(ref, cost, card))


def as_laid(ref: Referee, places: dict[int, Place]) -> AbstractContextManager[None]:
    """Simulate that cards return to their former places."""

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
