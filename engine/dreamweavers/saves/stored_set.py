"""The stored set of a match: its notions with the complete texts of their cards and covers.

A match keeps the cards that it began with, even if the card files change. The bytes are never rewritten; they contain
their format.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.dreamweavers.card_schema import cover_source, read_cover, read_source, source
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.library import the_set
from cards.dreamweavers.model import CardSet
from engine.dreamweavers.program import CardPool
from engine.kernel.decoder import PlainData, json_reader
from engine.kernel.saves import pack_stored, reading_stored, unpack_stored

FORMAT = 1
"""The current format of a stored set."""

_LARGEST = 2_000_000
"""The maximum size of an unpacked set in bytes."""


class KeptSet(msgspec.Struct):
    """Cards and covers in the format of `cards.dreamweavers.card_schema`."""

    cards: list[PlainData]
    covers: dict[str, PlainData]
    format: int = FORMAT
    promised: bool = False
    """Whether the commitment covers the whole set. Older sets don't have this flag."""


_READER = json_reader(KeptSet)


def keep(cards: CardSet) -> bytes:
    """Return a set in its stored form."""
    stored = KeptSet(
        [source(card) for card in cards.cards.values()],
        {notion.value: cover_source(cover) for notion, cover in cards.covers.items()},
        promised=True,
    )
    return pack_stored(stored)


@lru_cache(maxsize=1)
def todays() -> tuple[bytes, CardPool]:
    """Return the game's own set in its stored form, and as a pool."""
    cards = the_set()
    return keep(cards), CardPool.of(cards)


def read_kept(data: bytes) -> CardPool:
    """Return the pool of a stored set. Raises UnreadableMatch."""
    return todays()[1] if data == todays()[0] else _read(data)[1]


def is_promised(data: bytes) -> bool:
    """Return whether the match's commitment covers a stored set. Raises UnreadableMatch."""
    return data == todays()[0] or _read(data)[0].promised


@lru_cache(maxsize=16)
def _read(data: bytes) -> tuple[KeptSet, CardPool]:
    with reading_stored("cards"):
        stored = _READER.read(unpack_stored(data, _LARGEST, "any set is"))
        if stored.format != FORMAT:
            raise ValueError(f"they are kept in format {stored.format}; this version reads {FORMAT}")
        cards = [read_source(card, is_kept=True) for card in stored.cards]
        covers = [read_cover(cover, notion=Notion(notion)) for notion, cover in stored.covers.items()]
        if len({card.title for card in cards}) != len(cards):
            raise ValueError("two of them have one title")
        return stored, CardPool(cards, covers)
