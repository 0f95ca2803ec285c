"""What a match keeps of the cards: all that is printed on them, and how many play.

So a match plays with the cards that it was begun with, whatever has become of the card files since. The bytes are never
written anew; they say in which format they are.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.card_schema import BOTH, CardPlaces, read_card
from cards.dreams_of_dystopia.language.printer import print_ability
from cards.dreams_of_dystopia.library import the_set
from cards.dreams_of_dystopia.model import Card, Kind, Side
from cards.language.errors import Where
from engine.dreams_of_dystopia.program import Pool
from engine.kernel.decoding import PlainData, json_reader, msgpack_reader
from engine.kernel.errors import UnreadableMatch

FORMAT = 1
"""The format in which cards are kept today."""

_LARGEST = 2_000_000
"""How many bytes kept cards may unpack to."""

_NOWHERE = CardPlaces({"": Where(line=0)}, {})


class KeptSet(msgspec.Struct):
    """Cards as tables of `cards.dreams_of_dystopia.card_schema`."""

    cards: list[PlainData]
    format: int = FORMAT


class Kept(msgspec.Struct, array_like=True):
    """How many play, and their cards."""

    seats: int
    cards: bytes


_READER = json_reader(KeptSet)
_SETUP_READER = msgpack_reader(Kept)


def keep(seats: int, pool: Pool) -> bytes:
    """Return what a match of so many keeps."""
    return msgspec.msgpack.encode(Kept(seats, kept_cards(pool)))


@lru_cache(maxsize=64)
def kept_cards(pool: Pool) -> bytes:
    """Return the cards of a match as it keeps them."""
    return zlib.compress(msgspec.json.encode(KeptSet([_table(card) for card in pool.set.cards])), 9)


@lru_cache(maxsize=1)
def todays() -> Pool:
    """Return the cards that come with the game, ready to run."""
    return Pool(the_set().cards)


def read_kept(setup: bytes) -> tuple[int, Pool]:
    """Return how many play, and their cards, ready to run. Raises UnreadableMatch."""
    try:
        kept = _SETUP_READER.read(setup)
    except msgspec.MsgspecError as error:
        raise UnreadableMatch(f"The setup of this match can't be read: {error}.") from error
    return kept.seats, read_cards(kept.cards)


def read_cards(data: bytes) -> Pool:
    """Return the cards that `kept_cards` wrote, ready to run; of none, those of today. Raises UnreadableMatch."""
    return todays() if not data or data == kept_cards(todays()) else _read(data)


def strange_cards(pool: Pool) -> bytes:
    """Return the cards of a match as it keeps them, b"" if they are those of today."""
    return b"" if pool is todays() else kept_cards(pool)


@lru_cache(maxsize=16)
def _read(data: bytes) -> Pool:
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(data, _LARGEST)
        if not unpacking.eof:
            raise ValueError("they are cut off, or larger than any set is")
        kept = _READER.read(plain)
        if kept.format != FORMAT:
            raise ValueError(f"they are kept in format {kept.format}; this version reads {FORMAT}")
        return Pool(read_card(table, _NOWHERE) for table in kept.cards)
    except Exception as error:
        raise UnreadableMatch(f"The cards of this match can't be read: {str(error).rstrip('.')}.") from error


def _table(card: Card) -> PlainData:
    sides = {side.faction.value if side.faction else BOTH: _side(card.kind, side) for side in card.sides}
    return {"kind": card.kind.value, **sides}


def _side(kind: Kind, side: Side) -> PlainData:
    """Return a side as a table. Its picture is not a part of the match."""
    numbers: dict[Kind, dict[str, int]] = {
        Kind.MASTER: {"lp": side.lp},
        Kind.MINION: {"loyalty": side.loyalty, "atk": side.atk, "def": side.defence, "skl": side.skl},
        Kind.STARTING_MINION: {"atk": side.atk, "def": side.defence, "skl": side.skl},
        Kind.WEAPON: {"skl": side.skl},
    }
    text = list(map(print_ability, side.text))
    return {
        "title": side.title,
        **numbers.get(kind, {}),
        "text": text,
        "reminder": side.reminder,
        "flavour": side.flavour,
        "art": side.art,
    }
