"""The stored cards of a match, with their complete texts, and the number of players.

A match keeps the cards it began with even if the card files change. The bytes are never rewritten, and contain their
format.
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
"""The current format of stored cards."""

_LARGEST = 2_000_000  # The maximum size of unpacked cards in bytes.

_NOWHERE = CardPlaces({"": Where(line=0)}, {})


class KeptSet(msgspec.Struct):
    """Cards as tables of `card_schema`."""

    cards: list[PlainData]
    format: int = FORMAT


class StoredSet(msgspec.Struct, array_like=True):
    """The number of players, and their cards."""

    seats: int
    cards: bytes


_READER = json_reader(KeptSet)
_SETUP_READER = msgpack_reader(StoredSet)


def keep(seats: int, pool: CardPool) -> bytes:
    """Return the stored setup of a match of `seats` players."""
    return msgspec.msgpack.encode(StoredSet(seats, kept_cards(pool)))


@lru_cache(maxsize=64)
def kept_cards(pool: CardPool) -> bytes:
    """Return the stored form of cards."""
    return pack_stored(KeptSet([source(card) for card in pool.set.cards]))


@lru_cache(maxsize=1)
def todays() -> CardPool:
    """Return the game's current cards, compiled."""
    return CardPool(the_set().cards)


def read_kept(setup: bytes) -> tuple[int, CardPool]:
    """Return the number of players and the compiled cards of a stored setup. Raises UnreadableMatch."""
    with reading_stored("setup"):
        stored = _SETUP_READER.read(setup)
        return stored.seats, read_cards(stored.cards)


def read_cards(data: bytes) -> CardPool:
    """Return the compiled cards of a stored form; the current ones for b"". Raises UnreadableMatch."""
    return todays() if not data or data == kept_cards(todays()) else _read(data)


def strange_cards(pool: CardPool) -> bytes:
    """Return the stored form of cards that aren't the current ones, else b""."""
    return b"" if pool is todays() else kept_cards(pool)


@lru_cache(maxsize=16)
def _read(data: bytes) -> CardPool:
    with reading_stored("cards"):
        stored = _READER.read(unpack_stored(data, _LARGEST, "any set is"))
        if stored.format != FORMAT:
            raise ValueError(f"they are kept in format {stored.format}; this version reads {FORMAT}")
        return CardPool(read_card(table, _NOWHERE) for table in stored.cards)
