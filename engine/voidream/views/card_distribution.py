"""The distribution of cards that a deck may contain: some are more likely than others."""

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
"""The shares of kinds and values in decks that people play, and how much likelier cards of the main faction are."""


class WeightedCards:
    """Weighted cards to draw from."""

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
    """Return the Dream cards of a deck of these factions to draw from, of a value or (0) of any."""
    cards = [
        printed
        for printed in pool.cards.values()
        if printed.kind in DREAM_KINDS
        and printed.card.faction in (main, guest, Faction.NEUTRAL)
        and value in (0, printed.value)
        and not (on_table and printed.kind is Kind.CONSTRUCT)
    ]
    return WeightedCards(
        cards,
        (
            _KINDS[one.kind] * _VALUES.get(one.value, 0.1) * (_OWN_FACTION if one.card.faction is main else 1)
            for one in cards
        ),
    )


@lru_cache(maxsize=64)
def weighted_arcana(pool: CardPool, main: Faction, guest: Faction | None, value: int) -> WeightedCards:
    """Return the arcana of a value of these factions to draw from, major ones left aside."""
    cards = [
        printed
        for printed in pool.cards.values()
        if printed.kind is Kind.ARCANUM
        and not printed.card.major
        and printed.card.faction in (main, guest, Faction.NEUTRAL)
        and printed.value == value
    ]
    return WeightedCards(cards, (_OWN_FACTION if one.card.faction is main else 1 for one in cards))


def any_arcanum(pool: CardPool, value: int, taken: Collection[str]) -> CompiledCard:
    """Return an arcanum of any faction, of this value if there is one: no deck of the set could have asked for it."""
    free = [
        one
        for one in pool.cards.values()
        if one.kind is Kind.ARCANUM and not one.card.major and one.title not in taken
    ]
    return next((one for one in free if one.value == value), free[0])
