"""The distribution of the possible cards of a deck."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random

from cards.voidream.decks import DREAM_KINDS
from cards.voidream.model import Faction, Kind
from engine.voidream.program import CardPool, CompiledCard

_KINDS = {Kind.ENTITY: 0.46, Kind.THOUGHT: 0.26, Kind.MEMORY: 0.18, Kind.CONSTRUCT: 0.10}
_VALUES = {1: 0.16, 2: 0.26, 3: 0.32, 4: 0.26}
_OWN_FACTION = 4
"""The weights of kinds and values in typical decks, and the extra weight of cards of the main faction."""


class WeightedCards:
    """Weighted cards for random draws."""

    def __init__(self, cards: Sequence[CompiledCard], weights: Iterable[float]) -> None:
        self.cards = cards
        self.sums = list(accumulate(weights))

    def draw(self, rng: Random) -> CompiledCard:
        """Return one of the cards."""
        return self.cards[bisect(self.sums, rng.random() * self.sums[-1])]


@lru_cache(maxsize=64)
def weighted_dream_cards(
    pool: CardPool, main: Faction, guest: Faction | None, value: int, on_table: bool
) -> WeightedCards:
    """Return weighted Dream cards for a deck of these factions, with a value, or any value (0)."""
    cards = [
        compiled
        for compiled in pool.cards.values()
        if compiled.kind in DREAM_KINDS
        and compiled.card.faction in (main, guest, Faction.NEUTRAL)
        and value in (0, compiled.value)
        and not (on_table and compiled.kind is Kind.CONSTRUCT)
    ]
    return WeightedCards(
        cards,
        (
            _KINDS[card.kind]
            * _VALUES.get(card.value, 0.1)
            * (_OWN_FACTION if card.card.faction is main else 1)
            for card in cards
        ),
    )


@lru_cache(maxsize=64)
def weighted_arcana(pool: CardPool, main: Faction, guest: Faction | None, value: int) -> WeightedCards:
    """Return weighted arcana with a value for a deck of these factions, without major ones."""
    cards = [
        compiled
        for compiled in pool.cards.values()
        if compiled.kind is Kind.ARCANUM
        and not compiled.card.major
        and compiled.card.faction in (main, guest, Faction.NEUTRAL)
        and compiled.value == value
    ]
    return WeightedCards(cards, (_OWN_FACTION if card.card.faction is main else 1 for card in cards))


def any_arcanum(pool: CardPool, value: int, excluded: Collection[str]) -> CompiledCard:
    """Return a random arcanum of any faction, if possible with this value, because no deck of the set fits."""
    free = [
        card
        for card in pool.cards.values()
        if card.kind is Kind.ARCANUM and not card.card.major and card.title not in excluded
    ]
    return next((card for card in free if card.value == value), free[0])
