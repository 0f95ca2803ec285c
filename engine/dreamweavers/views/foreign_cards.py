"""The cards of a match that differ from the current set, as bytes, because knowledge must be self-contained."""

from __future__ import annotations

from functools import lru_cache

from cards.dreamweavers.model import CardSet
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.saves.stored_set import keep, read_kept, todays


@lru_cache(maxsize=64)
def strange_cards(pool: CardPool) -> bytes:
    """Return the cards and covers of a match in their stored form; b"" if they are those of the current set."""
    if pool is todays()[1]:
        return b""
    cards = {title: compiled.card for title, compiled in pool.cards.items()}
    covers = {intent.cover.notion: intent.cover for intent in pool.intents.values()}
    return keep(CardSet(cards, covers))


def pool_of(stored: bytes) -> CardPool:
    """Return the pool of the cards and covers that were stored with the match."""
    return read_kept(stored) if stored else todays()[1]
