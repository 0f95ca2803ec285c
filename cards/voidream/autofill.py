"""Automatic completion of a deck (rulebook §8) with the best-fitting cards.

The criteria are: the curve of values and the mix of kinds of decks that work, at least as many high arcana as low
ones (the strategy notes of §8), two or three copies instead of one, the main faction before neutral cards before
guests, and cards whose texts share words with the others. Ties are broken at random, as is the choice of a missing
bastion or mind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import log
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from cards.deck_builder import BuildingError
from cards.i18n import msg
from cards.voidream.deck_limits import MAIN, allows_faction_of, arcanum_limit, dream_limit, without_misfits
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.language.printer import print_text
from cards.voidream.library import Library, the_set
from cards.voidream.model import Card, Kind

_KINDS = {Kind.ENTITY: 0.46, Kind.THOUGHT: 0.26, Kind.MEMORY: 0.18, Kind.CONSTRUCT: 0.10}
"""The share of each kind among Dream cards."""

_VALUES = {1: 0.16, 2: 0.26, 3: 0.32, 4: 0.26}
"""The share of each value among Dream cards."""

_ARCANA = {1: 0.10, 2: 0.20, 3: 0.34, 4: 0.36}
"""The share of each value among arcana."""


class Unfillable(BuildingError):
    """The set doesn't have enough cards to complete this deck."""


Choose = Callable[[Sequence[Card], Sequence[float], Random], Card]
"""Choose one of several cards by weight."""


def best(cards: Sequence[Card], weights: Sequence[float], chance: Random) -> Card:
    """Return the card with the highest weight; ties are broken at random."""
    return max(zip(cards, weights, strict=True), key=lambda item: (round(item[1], 2), chance.random()))[0]


def filled(
    deck: DeckList, chance: Random, library: Library | None = None, *, choose: Choose = best
) -> DeckList:
    """Return a legal deck with all the permitted cards of this one, filled up with the best-fitting cards.

    No guest faction is added. Raises Unfillable.
    """
    cards = tuple(library or the_set())
    deck = _with_leaders(without_misfits(deck), chance, cards)
    back = deck.bastion.back if deck.bastion else None
    if back is None:
        raise Unfillable(msg("The card set has no bastion for this deck."))
    majors = [card for card in cards if card.title == back.major and card not in deck.arcana]
    deck = without_misfits(replace(deck, arcana=(*deck.arcana, *majors)))
    cards = tuple(card for card in cards if allows_faction_of(deck, card))
    arcana = [card for card in cards if card.kind is Kind.ARCANUM and not card.major]
    while len(deck.arcana) < back.arcana.total + 1:
        card = _next_card(deck, arcana, deck.arcana, arcanum_limit, chance, choose)
        deck = replace(deck, arcana=(*deck.arcana, card))
    dream = [card for card in cards if card.kind in DREAM_KINDS]
    while len(deck.dream) < back.dream.total - 1:
        card = _next_card(deck, dream, deck.dream, dream_limit, chance, choose)
        deck = replace(deck, dream=(*deck.dream, card))
    return deck.ordered()


def _with_leaders(deck: DeckList, chance: Random, cards: Sequence[Card]) -> DeckList:
    """Return the deck with a bastion and a mind."""
    if deck.bastion is None:
        bastions = [
            card for card in cards if card.kind is Kind.BASTION and deck.faction in (None, card.faction)
        ]
        bastions = [card for card in bastions if card.faction in MAIN and card.faction is not deck.guest]
        if not bastions:
            raise Unfillable(msg("The card set has no bastion for this deck."))
        deck = without_misfits(replace(deck, bastion=chance.choice(bastions)))
    if deck.mind is None:
        minds = [card for card in cards if card.kind is Kind.MIND]
        own = [card for card in minds if card.faction is deck.faction]
        welcome = own or [card for card in minds if card.faction not in MAIN]
        if not welcome:
            raise Unfillable(msg("The card set has no mind card for this deck."))
        deck = replace(deck, mind=chance.choice(welcome))
    return deck


def _next_card(
    deck: DeckList,
    cards: Sequence[Card],
    present: Sequence[Card],
    limit: Callable[[DeckList, Card], int],
    chance: Random,
    choose: Choose,
) -> Card:
    counts = Counter(card.title for card in present)
    possible = [card for card in cards if limit(deck, card) > counts[card.title]]
    if not possible:
        raise Unfillable(msg("The card set does not hold enough cards for this deck."))
    so_far = _SoFar(
        len(present),
        Counter(card.value for card in present),
        Counter(card.kind for card in present),
        _word_counts(deck),
    )
    weights = [_weight(deck, card, counts[card.title], so_far) for card in possible]
    return choose(possible, weights, chance)


class _SoFar(NamedTuple):
    """The numbers of the cards already in the hand, or in the Dream deck, and of their words in the whole deck."""

    size: int
    values: Counter[int]
    kinds: Counter[Kind]
    words: Counter[str]


_WORD = re.compile(r"[A-Za-z]{4,}")


@cache
def _words(card: Card) -> frozenset[str]:
    """Return the words of a card's texts that indicate its subject."""
    texts = [card.text, card.inverted, *(card.mind.sides if card.mind is not None else ())]
    return frozenset(word.lower() for text in texts for word in _WORD.findall(print_text(text)))


@cache
def _rarity() -> Mapping[str, float]:
    """Return the weight of each word of the set: the rarer, the higher."""
    cards = tuple(the_set())
    counts = Counter(word for card in cards for word in _words(card))
    return {word: log(len(cards) / n) for word, n in counts.items() if n > 1}


def _word_counts(deck: DeckList) -> Counter[str]:
    """Return each word of a deck's cards, with the number of different cards that have it."""
    lead = [card for card in (deck.bastion, deck.mind) if card is not None]
    return Counter(word for card in {*lead, *deck.arcana, *deck.dream} for word in _words(card))


@cache
def _weighted_words(card: Card) -> tuple[list[tuple[str, float]], float]:
    """Return a card's words with their weights, and the sum of the weights."""
    rarity = _rarity()
    weights = [(word, rarity[word]) for word in sorted(_words(card)) if word in rarity]
    return weights, sum(weight for _, weight in weights)


def _shared(card: Card, spoken: Counter[str]) -> float:
    """Return the weighted share of a card's words that the deck has too, from 0 to 1."""
    weights, total = _weighted_words(card)
    if not weights or not spoken:
        return 0
    return sum([rare * min(1, spoken.get(word, 0) / 6) for word, rare in weights]) / total


def _weight(deck: DeckList, card: Card, copies: int, so_far: _SoFar) -> float:
    """Return the weight of a card: higher for underrepresented cards, second copies, and cards that fit."""
    size = so_far.size + 1
    values = _ARCANA if card.kind is Kind.ARCANUM else _VALUES
    lack = values[card.value] - so_far.values[card.value] / size
    weight = max(0.02, values[card.value] + 2 * lack)
    if card.kind is not Kind.ARCANUM:
        share = _KINDS[card.kind]
        weight *= max(0.02, share + 2 * (share - so_far.kinds[card.kind] / size))
        weight *= (1, 6, 3)[min(copies, 2)]
    return weight * (4 if card.faction is deck.faction else 1) * (0.5 + _shared(card, so_far.words))
