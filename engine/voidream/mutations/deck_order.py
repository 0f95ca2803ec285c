"""Mutations of the order of a deck: rolls, shuffles, cuts (§3, §6)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.voidream.facts.deck import ReturnedToDeck, Rolled
from engine.voidream.facts.rounds import Cut, Shuffled
from engine.voidream.frames import EventWindow, PlayCard
from engine.voidream.mutations.card_knowledge import lose_sight_of, uncover
from engine.voidream.referee import Referee


def roll(ref: Referee, seat: int, cause: str) -> int | None:
    """Move the top card of a deck to the bottom. Return the rolled card, which is the new top card (§6 Roll, R8)."""
    deck = ref.seats[seat].deck
    if not deck:
        return None
    ref.seats[seat].lifted = 0
    if len(deck) > 1:
        displace(ref, deck[:1])
        deck.append(deck.pop(0))
    uncover(ref, seat)
    ref.touch()
    ref.emit(Rolled(seat, ref.depth(seat)), cause)
    return deck[0]


def shuffle(ref: Referee, seat: int, cause: str) -> None:
    """Shuffle a deck (R9)."""
    ref.seats[seat].lifted = 0
    displace(ref, ref.seats[seat].deck)
    ref.position.chance.shuffle(ref.seats[seat].deck)
    lose_sight_of(ref, ref.seats[seat].deck)
    uncover(ref, seat)
    ref.touch()
    ref.emit(Shuffled(seat), cause)


def deal(ref: Referee, places: list[list[int]], cause: str) -> None:
    """Shuffle the decks for the first time, into these places by seat, without cards that have left the deck (R51)."""
    for seat in (0, 1):
        deck = ref.seats[seat].deck
        deck[:] = [card for card in places[seat] if card in deck]
        ref.position.chance.drawn += len(deck)
        lose_sight_of(ref, deck)
        uncover(ref, seat)
    ref.touch()
    for seat in (0, 1):
        ref.emit(Shuffled(seat), cause)


def cut(ref: Referee, seat: int, count: int, by: int) -> None:
    """Move the top `count` cards of a deck to its bottom (R9)."""
    deck = ref.seats[seat].deck
    deck[:] = deck[count:] + deck[:count]
    uncover(ref, seat)
    ref.touch()
    ref.emit(Cut(seat, by=by, count=count), "R9")


def rearrange_top(ref: Referee, seat: int, cards: list[int], cause: str, *, by: int) -> None:
    """Put the cards that were looked at back on top, in this order, which the seat `by` has chosen."""
    deck = ref.seats[seat].deck
    displace(ref, [card for card, current in zip(cards, deck, strict=False) if card != current])
    deck[: len(cards)] = cards
    ref.seats[seat].lifted = 0
    if len(cards) > 1:
        lose_sight_of(ref, cards, 1 << by)
    uncover(ref, seat)
    ref.touch()
    ref.emit(ReturnedToDeck(seat, len(cards)), cause)


def displace(ref: Referee, cards: Iterable[int]) -> None:
    """Record that face-down cards have moved within a deck, for events about to affect them (R101)."""
    for frame in ref.position.stack:
        if isinstance(frame, EventWindow | PlayCard):
            displaced = frame.displaced
            displaced += [card for card in cards if not ref.cards[card].face_up and card not in displaced]
