"""The stored decks of a match: their lists, and the complete texts of their cards.

A match keeps the cards that it began with, even if the card files change. The bytes are never rewritten. They contain
their format, and older ones are read by `migrations`. A card's effect is read from its printed text each time: a
change of the card language that no longer reads an older text, or changes its meaning, needs a migration to the
current wording.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import json

from cards.voidream.card_schema import read_source, source
from cards.voidream.decks import Deck
from cards.voidream.model import Card, Kind
from engine.kernel.decoder import PlainData, converted, plain_json
from engine.kernel.saves import pack_stored, reading_stored, unpack_stored
from engine.voidream.program import CardPool
from engine.voidream.saves.migrations import KEPT_DECKS

FORMAT = 1 + len(KEPT_DECKS)
"""The current format of stored decks."""


class KeptDeck(msgspec.Struct):
    """A deck: its name, and the titles of its cards."""

    deck: str
    bastion: str
    mind: str
    arcana: list[str]
    dream: list[str]


class KeptDecks(msgspec.Struct):
    """The decks of a match by seat, and each of their cards in the format of `cards.voidream.card_schema`."""

    seats: list[KeptDeck]
    cards: list[PlainData]
    format: int = FORMAT
    promised: bool = False
    """Whether the commitment covers all of it. Older decks don't have this flag."""


_LARGEST = 1_000_000
"""The maximum size of a match's unpacked decks in bytes: about twenty times that of long ones."""
_MOST_CARDS = 500
"""The maximum number of cards of a deck, legal or not."""

_KINDS = (
    (Kind.BASTION,),
    (Kind.MIND,),
    (Kind.ARCANUM,),
    (Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT),
)
"""The kinds of the bastion, the mind, the arcana and the Dream cards of a deck."""


def keep(decks: Sequence[Deck]) -> bytes:
    """Return decks, legal or not, with the texts of all their cards in their stored form.

    Raises ValueError if two different cards have the same title.
    """
    pool: dict[str, PlainData] = {}
    last_by_title: dict[str, Card] = {}
    seats: list[KeptDeck] = []
    for deck in decks:
        for card in (deck.bastion, deck.mind, *deck.arcana, *deck.dream):
            if last_by_title.get(card.title) is card:
                continue  # Another copy, whose texts needn't be printed again.
            last_by_title[card.title], card_data = card, source(card)
            if pool.setdefault(card.title, card_data) != card_data:
                raise ValueError(f"The two decks have different cards called {card.title}.")
        seats.append(
            KeptDeck(
                deck.name,
                deck.bastion.title,
                deck.mind.title,
                sorted(card.title for card in deck.arcana),
                sorted(card.title for card in deck.dream),
            )
        )
    cards = [pool[title] for title in sorted(pool)]
    return pack_stored(KeptDecks(seats, cards, promised=True))


@lru_cache(maxsize=256)
def read_kept(data: bytes) -> tuple[KeptDecks, CardPool]:
    """Return stored decks of any format, and a pool of their cards. Raises UnreadableMatch."""
    with reading_stored("decks"):
        stored = converted(_of_today(unpack_stored(data, _LARGEST, "any decks are")), KeptDecks)
        cards = {card.title: card for card in (_read_card(json.encode(card)) for card in stored.cards)}
        _check(stored, cards)
        return stored, CardPool(cards.values())


@lru_cache(maxsize=1024)
def _read_card(data: bytes) -> Card:
    """Return the card of this data; matches have many cards in common."""
    return read_source(plain_json(data), is_kept=True)


def _of_today(plain: bytes) -> PlainData:
    """Return stored decks, as plain data, in the current format. Raises ValueError for a later one."""
    stored: PlainData = {"format": 1, "": plain_json(plain)} if plain.startswith(b"[") else plain_json(plain)
    number = int(stored["format"])
    if not 1 <= number <= FORMAT:
        raise ValueError(
            f"they are kept in format {number}, of a later version of the program; this one reads up to {FORMAT}"
        )
    for change in KEPT_DECKS[number - 1 :]:
        stored = change(stored)
    return stored


def _check(stored: KeptDecks, cards: Mapping[str, Card]) -> None:
    """Raise ValueError unless there are two decks of existing cards, each with the right kind for its part of the deck."""
    if len(stored.seats) != 2:
        raise ValueError("they are not two decks")
    for seat in stored.seats:
        piles = ([seat.bastion], [seat.mind], seat.arcana, seat.dream)
        if sum(map(len, piles)) > _MOST_CARDS:
            raise ValueError(f"a deck has more than {_MOST_CARDS} cards")
        for pile, kinds in zip(piles, _KINDS, strict=True):
            for title in pile:
                if title not in cards:
                    raise ValueError(f"the card {title} is missing")
                if cards[title].kind not in kinds:
                    raise ValueError(f"{title} is in a place where no {cards[title].kind} can be")


def deck_lists(setup: bytes) -> list[list[str]]:
    """Return the content of the decks by seat, as lines for people. Raises UnreadableMatch."""
    stored, _ = read_kept(setup)

    def listed(titles: list[str]) -> str:
        counts = Counter(titles)
        return ", ".join(
            title if counts[title] == 1 else f"{counts[title]} {title}" for title in sorted(counts)
        )

    return [
        [
            f"Bastion: {seat.bastion}",
            f"Mind: {seat.mind}",
            f"Arcana: {listed(seat.arcana)}",
            f"Dream: {listed(seat.dream)}",
        ]
        for seat in stored.seats
    ]


def card_in(setup: bytes, title: str) -> Card | None:
    """Return the card with this title in a match of this setup; None if it has none."""
    _, pool = read_kept(setup)
    compiled = pool.cards.get(title)
    return None if compiled is None else compiled.card
