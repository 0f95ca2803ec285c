"""Voidream as a game that a match can be played of."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from cards.locales import ENGLISH, Locale, Phrase, Tongue
from cards.voidream.deck_rules import violations
from cards.voidream.decks import Deck
from cards.voidream.model import Card, Kind
from cards.voidream.source import read_source, source
from engine.kernel.chance import Chance
from engine.kernel.errors import UnreadableMatch
from engine.kernel.event import Kinds, Seen
from engine.kernel.game import Dealt
from engine.kernel.machine import Catalogue, Machine
from engine.kernel.orders import Order, Ordered, OrderForm, PlanForm, PlannedStep
from engine.kernel.question import Choice
from engine.kernel.story import Beat
from engine.voidream.abilities import ACTIVATE
from engine.voidream.actions import TURN
from engine.voidream.arcana import PLAY_ARCANUM
from engine.voidream.causes import cause_words
from engine.voidream.conflict import CONFLICT, INITIATE, declaring_words
from engine.voidream.dealing_damage import ASSIGN_DAMAGE
from engine.voidream.events import KINDS
from engine.voidream.evoking import EVOKE
from engine.voidream.falling import FALL, settle
from engine.voidream.forced import forced
from engine.voidream.nouns import is_open
from engine.voidream.orders import book, planning
from engine.voidream.playing import PLAY_CARD, TEXT_LINES
from engine.voidream.position import VoidreamPosition
from engine.voidream.program import Pool
from engine.voidream.reasons import why_not
from engine.voidream.referee import Referee
from engine.voidream.resolving import LINE
from engine.voidream.restrictions import Reason
from engine.voidream.rounds import (
    BEGINNING_PHASE,
    ENTER_NIGHTMARE,
    GUESS,
    MAIN_PHASE,
    NIGHTMARE_PHASE,
    PHASE_END,
    ROUNDS,
)
from engine.voidream.sampling import sample
from engine.voidream.setup import OFFER_CUT, SET_UP, dealt, lay_out
from engine.voidream.story import left_out, story
from engine.voidream.tearing import DREAM_DAMAGE
from engine.voidream.tongues import voidream_tongue
from engine.voidream.triggers import TRIGGERS
from engine.voidream.unique import UNIQUE
from engine.voidream.unveiling import UNVEIL
from engine.voidream.view import VoidreamView
from engine.voidream.views import build_view
from engine.voidream.windows import WINDOW
from engine.voidream.words import sentence

CATALOGUE = Catalogue[Referee](
    SET_UP,
    OFFER_CUT,
    ROUNDS,
    BEGINNING_PHASE,
    PHASE_END,
    GUESS,
    MAIN_PHASE,
    NIGHTMARE_PHASE,
    ENTER_NIGHTMARE,
    TURN,
    ACTIVATE,
    PLAY_ARCANUM,
    PLAY_CARD,
    TEXT_LINES,
    EVOKE,
    UNVEIL,
    INITIATE,
    CONFLICT,
    ASSIGN_DAMAGE,
    DREAM_DAMAGE,
    LINE,
    WINDOW,
    TRIGGERS,
    UNIQUE,
    FALL,
    between=settle,
)

Referee.catalogue = CATALOGUE


class _SeatSetup(msgspec.Struct, array_like=True):
    deck: str
    bastion: str
    mind: str
    arcana: list[str]
    dream: list[str]


class _Setup(msgspec.Struct, array_like=True):
    seats: list[_SeatSetup]
    cards: list[dict[str, Any]]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(VoidreamPosition)
_SETUP = msgspec.json.Decoder(_Setup)


_LARGEST_SETUP = 1_000_000
"""How many bytes the decks of a match may unpack to: some twenty times as many as those of a long one."""
_MOST_CARDS = 500
"""How many cards a deck may have, legal or not."""


@lru_cache(maxsize=256)
def _read_setup(data: bytes) -> tuple[_Setup, Pool]:
    try:
        unpacking = zlib.decompressobj()
        plain = unpacking.decompress(data, _LARGEST_SETUP)
        if not unpacking.eof:
            raise ValueError(
                "they are cut off" if len(plain) < _LARGEST_SETUP else "they are larger than any decks are"
            )
        kept = _SETUP.decode(plain)
        cards = {card.title: card for card in (read_source(card, is_kept=True) for card in kept.cards)}
        _check_setup(kept, cards)
        return kept, Pool(cards.values())
    except zlib.error as error:
        damaged = "they are damaged: a part of them is missing, changed or in another place"
        raise UnreadableMatch(f"The decks of this match can't be read: {damaged}.") from error
    except Exception as error:
        raise UnreadableMatch(f"The decks of this match can't be read: {str(error).rstrip('.')}.") from error


def _check_setup(kept: _Setup, cards: Mapping[str, Card]) -> None:
    """Raise ValueError unless there are two decks of cards that are there, each where cards of its kind belong."""
    if len(kept.seats) != 2:
        raise ValueError("they are not two decks")
    for seat in kept.seats:
        piles = ([seat.bastion], [seat.mind], seat.arcana, seat.dream)
        if sum(map(len, piles)) > _MOST_CARDS:
            raise ValueError(f"a deck has more than {_MOST_CARDS} cards")
        for pile, kinds in zip(piles, _KINDS, strict=True):
            for title in pile:
                if title not in cards:
                    raise ValueError(f"the card {title} is missing")
                if cards[title].kind not in kinds:
                    raise ValueError(f"{title} is in a place where no {cards[title].kind} can be")


_KINDS = (
    (Kind.BASTION,),
    (Kind.MIND,),
    (Kind.ARCANUM,),
    (Kind.THOUGHT, Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT),
)
"""What the bastion, the mind, the arcana and the Dream cards of a deck can be."""


def deck_lists(setup: bytes) -> list[list[str]]:
    """Return what is in the decks, by seat, in lines for people. Raises UnreadableMatch."""
    kept, _ = _read_setup(setup)

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
        for seat in kept.seats
    ]


def keep(decks: Sequence[Deck]) -> bytes:
    """Return decks, legal or not, with the texts of all their cards as a match keeps them.

    Raises ValueError if two different cards have the same title.
    """
    pool: dict[str, dict[str, Any]] = {}
    last: dict[str, Card] = {}
    seats: list[_SeatSetup] = []
    for deck in decks:
        for card in (deck.bastion, deck.mind, *deck.arcana, *deck.dream):
            if last.get(card.title) is card:
                continue  # Another copy, whose texts need not be printed again.
            last[card.title], kept = card, source(card)
            if pool.setdefault(card.title, kept) != kept:
                raise ValueError(f"The two decks have different cards called {card.title}.")
        seats.append(
            _SeatSetup(
                deck.name,
                deck.bastion.title,
                deck.mind.title,
                sorted(card.title for card in deck.arcana),
                sorted(card.title for card in deck.dream),
            )
        )
    cards = [pool[title] for title in sorted(pool)]
    return zlib.compress(msgspec.json.encode(_Setup(seats, cards)), 9)


def card_in(setup: bytes, title: str) -> Card | None:
    """Return the card of that title as a match of this setup knows it; None if it holds none of that title."""
    _, pool = _read_setup(setup)
    printed = pool.cards.get(title)
    return None if printed is None else printed.card


class Voidream:
    """The game of Voidream; see `engine.kernel.game.Game`."""

    name = "voidream"
    version = "1"

    def setup(self, decks: Sequence[Deck]) -> bytes:
        """Keep two decks with the texts of all their cards. Raises ValueError for decks that can't be played (§8)."""
        if len(decks) != 2:
            raise ValueError("Voidream is played with two decks.")
        for deck in decks:
            wrong = violations(deck)
            if wrong:
                raise ValueError(f"The deck {deck.name} can't be played: {' '.join(map(str, wrong))}")
        return keep(decks)

    def begin(self, setup: bytes, seed: str) -> Referee:
        """Return a referee before the first step of setting up (§3)."""
        kept, pool = _read_setup(setup)
        decks = [(seat.bastion, seat.mind, seat.arcana, seat.dream) for seat in kept.seats]
        return Referee(lay_out(decks, seed), pool)

    def resume(self, setup: bytes, position: bytes) -> Referee:
        """Return a referee at a saved position. Raises UnreadableMatch."""
        _, pool = _read_setup(setup)
        try:
            return Referee(_DECODER.decode(position), pool)
        except Exception as error:
            # Bytes can be anything: nested too deeply, cards that there are not, types that don't belong there.
            raise UnreadableMatch(
                f"The position of this match can't be read: {str(error).rstrip('.')}."
            ) from error

    def pack(self, machine: Machine[Any]) -> bytes:
        """Return the whole position as bytes."""
        return _ENCODER.encode(machine.position)

    def tongue(self, locale: Locale) -> Tongue:
        """Return a language with the texts of cards and the citations of rules, which are made; see `tongues`."""
        return voidream_tongue(locale)

    def view(self, machine: Machine[Any], seat: int | None, tongue: Tongue = ENGLISH) -> VoidreamView:
        """Return what a seat, or a spectator, may know."""
        return build_view(_referee(machine), seat, tongue)

    @property
    def kinds(self) -> Kinds:
        """The kinds of its events; see `events`."""
        return KINDS

    def words(self, event: Seen, names: Sequence[str], tongue: Tongue = ENGLISH) -> str:
        """Return a sentence for an event; see `words`."""
        return sentence(event, names, tongue)

    def story(self, happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
        """Return what an act led to, in beats; see `story`."""
        return story(happened, names, reader)

    def left_out(self, counts: Mapping[str, int]) -> Phrase:
        """Return a sentence that counts beats without room; see `story`."""
        return left_out(counts)

    def cause_words(self, cause: str) -> Phrase:
        """Return what people call a cause; see `causes`."""
        return cause_words(cause)

    def choosing_words(self, machine: Machine[Any], seat: int) -> tuple[Phrase | str, Phrase | str]:
        """Return what choosing some, or none, of the options comes to; see `conflict`."""
        return declaring_words(_referee(machine), seat)

    def why_not(self, machine: Machine[Any], seat: int, wish: str) -> Reason | None:
        """Explain why a wish can't be granted now; see `reasons`."""
        return why_not(_referee(machine), seat, wish)

    def forced(self, machine: Machine[Any]) -> tuple[int, Choice] | None:
        """Return an answer that a spectator could name; see `forced`."""
        return forced(_referee(machine))

    def sample(self, machine: Machine[Any], seats: Collection[int], chance: Chance) -> Referee:
        """Return another position that none of these seats can tell from this one; see `sampling`."""
        return sample(_referee(machine), seats, chance)

    def dealt(self, machine: Machine[Any]) -> list[Dealt]:
        """Return all that is dealt face down; see `setup`."""
        return dealt(_referee(machine))

    def lying(self, machine: Machine[Any]) -> tuple[Sequence[Sequence[int]], Collection[int]]:
        """Return how the decks lie, and which cards everybody sees."""
        ref = _referee(machine)
        decks = [state.deck if ref.position.shuffled else [] for state in ref.seats]
        lit = {card for card in range(len(ref.cards)) if is_open(ref, card)}
        return decks, lit | set(ref.showing)

    def round_number(self, machine: Machine[Any]) -> int:
        """Return the number of the round; 0 during setup."""
        return _referee(machine).position.round

    def order_forms(self, machine: Machine[Any], seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now; see `orders`."""
        return book.forms(_referee(machine), seat)

    def plan_form(self, machine: Machine[Any], seat: int) -> PlanForm | None:
        """Return what a seat could make a plan of now; see `orders.planning`."""
        return planning.form(_referee(machine), seat)

    def read_plan(self, machine: Machine[Any], seat: int, order: Order) -> Sequence[Sequence[PlannedStep]]:
        """Return the steps of a plan in words, and how they stand by what the seat knows."""
        return planning.read(_referee(machine), seat, order)

    def check_order(self, machine: Machine[Any], seat: int, order: Order) -> None:
        """Raise Refused for an order that can't be given now."""
        book.check(_referee(machine), seat, order)

    def given_now(self, machine: Machine[Any], seat: int, order: Order) -> Order | None:
        """Return an order as it would be kept if it were given now."""
        return book.given_now(_referee(machine), seat, order)

    def by_order(self, machine: Machine[Any], seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
        """Hold an order against what a seat is asked."""
        return book.by_order(_referee(machine), seat, order, happened)

    def order_words(self, order: Order) -> Phrase:
        """Return an order in a sentence for its owner."""
        return book.words(order)


def _referee(machine: Machine[Any]) -> Referee:
    assert isinstance(machine, Referee)
    return machine


VOIDREAM = Voidream()
