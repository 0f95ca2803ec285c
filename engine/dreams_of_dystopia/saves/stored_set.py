"""The stored cards of a match: their complete texts, and the number of players.

So a match keeps the cards it began with, even if the card files change. The bytes are never rewritten; they contain
their format.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.card_schema import CardPlaces, read_card, source
from cards.dreams_of_dystopia.library import the_set
from cards.language.errors import Where
from engine.dreams_of_dystopia.program import CardPool
from engine.kernel.decoder import PlainData, json_reader, msgpack_reader
from engine.kernel.saves import pack_stored, reading_stored, unpack_stored

FORMAT = 1
"""The format in which cards are kept today."""

_LARGEST = 2_000_000
"""The maximum size of unpacked cards in bytes."""

_NOWHERE = CardPlaces({"": Where(line=0)}, {})


class KeptSet(msgspec.Struct):
    """Cards as tables of `cards.dreams_of_dystopia.card_schema`."""

    cards: list[PlainData]
    format: int = FORMAT


class StoredSet(msgspec.Struct, array_like=True):
    """The number of players, and their cards."""

    seats: int
    cards: bytes


_READER = json_reader(KeptSet)
_SETUP_READER = msgpack_reader(StoredSet)


def keep(seats: int, pool: CardPool) -> bytes:
    """Return the stored data of a match of `seats` players."""
    return msgspec.msgpack.encode(StoredSet(seats, kept_cards(pool)))


@lru_cache(maxsize=64)
def kept_cards(pool: CardPool) -> bytes:
    """Return the cards of a match as it keeps them."""
    return pack_stored(KeptSet([source(card) for card in pool.set.cards]))


@lru_cache(maxsize=1)
def todays() -> CardPool:
    """Return the cards that come with the game, ready to run."""
    return CardPool(the_set().cards)


def read_kept(setup: bytes) -> tuple[int, CardPool]:
    """Return the number of players, and their compiled cards. Raises UnreadableMatch."""
    with reading_stored("setup"):
        kept = _SETUP_READER.read(setup)
        return kept.seats, read_cards(kept.cards)


def read_cards(data: bytes) -> CardPool:
    """Return the cards that `kept_cards` wrote, ready to run; of none, those of today. Raises UnreadableMatch."""
    return todays() if not data or data == kept_cards(todays()) else _read(data)


def strange_cards(pool: CardPool) -> bytes:
    """Return the cards of a match as it keeps them, b"" if they are those of today."""
    return b"" if pool is todays() else kept_cards(pool)


@lru_cache(maxsize=16)
def _read(data: bytes) -> CardPool:
    with reading_stored("cards"):
        kept = _READER.read(unpack_stored(data, _LARGEST, "any set is"))
        if kept.format != FORMAT:
            raise ValueError(f"they are kept in format {kept.format}; this version reads {FORMAT}")
        return CardPool(read_card(table, _NOWHERE) for table in kept.cards)
