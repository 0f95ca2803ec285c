"""The cards of a match that differ from today's set, as bytes, because knowledge must be self-contained."""

from __future__ import annotations

from functools import lru_cache

from cards.dreamweavers.model import CardSet
from engine.dreamweavers.program import CardPool
from engine.dreamweavers.saves.stored_set import keep, read_kept, todays


@lru_cache(maxsize=64)
def strange_cards(pool: CardPool) -> bytes:
    """Return the cards and covers of a match as matches keep them, b"" if they are those of the set of today."""
    if pool is todays()[1]:
        return b""
    cards = {title: printed.card for title, printed in pool.cards.items()}
    covers = {intent.cover.notion: intent.cover for intent in pool.intents.values()}
    return keep(CardSet(cards, covers))


def pool_of(kept: bytes) -> CardPool:
    """Return the cards and covers that were stored with the match, ready to run."""
    return read_kept(kept) if kept else todays()[1]
