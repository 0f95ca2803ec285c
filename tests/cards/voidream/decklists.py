"""Decks of all kinds for tests: legal, illegal, half-built."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from cards.voidream.autofill import filled
from cards.voidream.decks import DREAM_KINDS, DeckList
from cards.voidream.language.tree import Faction
from cards.voidream.library import the_set
from cards.voidream.model import Card, Kind

EVERY = tuple(the_set())


def of(*kinds: Kind) -> st.SearchStrategy[object]:
    return st.sampled_from([card for card in EVERY if card.kind in kinds])


FACTIONS = st.none() | st.sampled_from(list(Faction))

ANY_DECK = st.builds(
    DeckList,
    bastion=st.none() | of(Kind.BASTION),
    mind=st.none() | of(Kind.MIND),
    arcana=st.lists(of(Kind.ARCANUM), max_size=12).map(tuple),
    dream=st.lists(of(*DREAM_KINDS), max_size=60).map(tuple),
    guest=FACTIONS,
    main=FACTIONS,
).map(DeckList.ordered)
"""Decks as people leave them: mostly illegal."""


def by_lot(cards: Sequence[Card], expected: Sequence[float], chance: Random) -> Card:
    """Return a random card by its weight, for decks of all kinds."""
    return chance.choices(cards, expected)[0]


LEGAL_DECK = st.integers(0, 10_000).map(lambda seed: filled(DeckList(), Random(seed), choose=by_lot))
