"""What a game offers to be played in a match: `Game` is what every game has, the other classes what it may have besides.

A game is a class derived from `Game` and from each of the others that it has; code that needs one of those asks with
`isinstance`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from cards.i18n import ENGLISH, Locale, Message, Translator, as_message, msg, msg_plural, translator
from engine.kernel.chance import Chance
from engine.kernel.endings import Endings
from engine.kernel.errors import Refused
from engine.kernel.events.event import Kinds, Seen
from engine.kernel.events.story import Beat, plainly
from engine.kernel.machine import AnyMachine
from engine.kernel.orders import Order, Ordered, OrderForm, PlanForm, PlannedStep
from engine.kernel.question import Choice
from engine.kernel.saving import Migration
from engine.kernel.topics import TopicWords


class Dealt(msgspec.Struct, frozen=True):
    """A card of a hidden deal: whose, where ("deck 7", from the top, or "hand 2"), its id in the position, and its title."""

    seat: int
    where: str
    card: int
    title: str


class Entry(StrEnum):
    """What each player brings to a match of a game. What they can say before it besides is `beforehand`."""

    NOTHING = "nothing"
    DECK = "deck"


class Game(ABC):
    """The rules of a game, without any state of a match.

    `setup` is what a match was begun with, as bytes that only the game reads: decks with the texts of their cards,
    so that a later change of the card set never alters a running match. The bytes stay as they are while a match goes on,
    so that they say in which format they are, and every later version reads them.
    """

    name: str
    """The game's name, as stored with its matches."""
    version: str
    """The version of the rules, as stored in records."""
    seats: range
    """How many can play it."""
    entry: Entry
    """What each player brings."""
    endings: Endings
    """The endings of its matches: its own, and those that any match can come to (`endings.endings`)."""
    kinds: Kinds
    """The kinds of its events, with those of every game (`Ended`, `WentOut`, `TakenBack`)."""
    topics: Mapping[str, TopicWords]
    """What is said of its questions, by their topics."""
    migrations: Sequence[Migration] = ()
    """How positions that earlier versions packed become such as `resume` reads, from the first format on."""

    # -- matches

    @abstractmethod
    def setup(self, entries: Sequence[Any]) -> bytes:
        """Return what a match keeps of what the players bring, one entry a seat: a deck of the game's own type, or None.

        Raises ValueError for as many as can't play, and for decks that can't be played.
        """

    def promises_setup(self, setup: bytes) -> bool:
        """Return whether the commitment covers the setup, as it does for all that are made today. Raises UnreadableMatch."""
        return True

    @abstractmethod
    def begin(self, setup: bytes, seed: str) -> AnyMachine:
        """Return a machine at the very beginning of a match; nothing has run yet."""

    @abstractmethod
    def resume(self, setup: bytes, position: bytes) -> AnyMachine:
        """Return a machine at a saved position. Raises UnreadableMatch."""

    @abstractmethod
    def pack(self, machine: AnyMachine) -> bytes:
        """Return the machine's position as bytes for `resume`."""

    def leave(self, machine: AnyMachine, seats: Sequence[int], ending: str) -> None:
        """Take seats out of the match, together. It ends, or can go on with those who are left.

        A game of more than two also gives up what the seats were in the middle of (`Machine.drop`).
        """
        machine.leave(seats, ending)

    @abstractmethod
    def round_number(self, machine: AnyMachine) -> int:
        """Return which round is being played: what `order_preview.rehearse` looks back on is one of them. 0 before the first."""

    def has_dealt(self, machine: AnyMachine) -> bool:
        """Return whether chance has given any player a hidden card, so that someone may know how good their start is.

        As soon as the first round has begun, unless a game deals before it. `conformance.dealt` checks it.
        """
        return self.round_number(machine) > 0

    # -- what is hidden

    @abstractmethod
    def know(self, machine: AnyMachine, seats: Collection[int]) -> bytes:
        """Return what these seats know together of a position, and nothing else; of none: what everybody knows.

        That is more than they see now: what they were shown once they know as long as they can follow it. Whatever is
        exchanged that they don't know, and whatever chance will bring, the bytes are the same. The machine is not changed.
        """

    @abstractmethod
    def sample(self, knowledge: bytes, chance: Chance) -> AnyMachine:
        """Return a position drawn afresh with `chance` from what some seats know, one that could well be the true one.

        It has chance of its own to come. These seats are shown and asked the same as in the true one, and know the same.
        """

    def exchange(self, machine: AnyMachine, seats: Collection[int], chance: Chance) -> AnyMachine:
        """Return a twin of this position, that none of these seats, and no spectator, can tell from it by what they see.

        All that none of them sees is exchanged with `chance`, likely or not, so that what is held against it differs as
        much as it can: what lies hidden, what others have chosen in secret, and what chance will bring. Everything stands
        for the same thing as before, whatever that is now: open questions of other seats keep their options, in the same
        order, so that the same can be answered in both. The machine is not changed.

        It is a sampled position, unless a game says otherwise. A game does if its seats remember more than they see, or if
        others can be asked about what is hidden.
        """
        return self.sample(self.know(machine, seats), chance)

    def twin(self, machine: AnyMachine, seats: Collection[int], chance: Chance) -> AnyMachine:
        """Return a twin of this position that none of these seats can tell from it by all that they know.

        As `exchange`, but what they remember stays; and all by which a position only calls things otherwise is another, such
        as the numbers of cards. It owes nothing to `know`, which is held against it. The machine is not changed.

        A game says how it is made if its seats remember more than they see, or if its cards have numbers.
        """
        return self.exchange(machine, seats, chance)

    # -- what people see

    @abstractmethod
    def view(self, machine: AnyMachine, seat: int | None, translator: Translator = ENGLISH) -> Any:
        """Return what the seat (None: a spectator) may know, built from nothing.

        Sentences in it are in the language of `tongue`; titles, kinds and texts of cards are data, and in English.
        """

    @abstractmethod
    def words(self, event: Seen, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return a sentence for an event as one audience saw it ("" for what needs no words)."""

    def story(self, happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
        """Return what an act led to, in beats, from the events as one audience saw them.

        `reader` is the seat that is called "you", None where everybody is called by name. Unless a game makes more of it,
        every event is a beat, in its own words.
        """
        told = [self.words(event, names) for event in happened]
        return plainly([as_message(text) if text else None for text in told])

    def left_out(self, counts: Mapping[str, int]) -> Message:
        """Return a sentence that counts beats that a story had no room for, by their sorts."""
        return msg_plural("And {n} more thing.", "And {n} more things.", sum(counts.values()))

    def cause_words(self, cause: str) -> Message:
        """Return what people call the cause of an event, of a question, or the rule of a reason: "§4 Main phase"."""
        return self.endings[cause].name if cause in self.endings else as_message(cause)

    def translator(self, locale: Locale) -> Translator:
        """Return a language with all that is made rather than looked up in this game, such as texts of cards."""
        return translator(locale)


class Explains(ABC):
    """A game that says why something can't be done."""

    @abstractmethod
    def why_not(self, machine: AnyMachine, seat: int, wish: str) -> tuple[Message, str] | None:
        """Explain why the seat can't do `wish` now: (sentence, rule), or None when it can or the wish is unknown.

        `wish` is an option key of an action question, such as "play Cunning Plan".
        """


class Forces(ABC):
    """A game in which public knowledge forces some answers."""

    @abstractmethod
    def forced(self, machine: AnyMachine) -> tuple[int, Choice] | None:
        """Return the seat and the answer of an open question that a spectator could name; see Match.forced."""


class DealsFaceDown(ABC):
    """A game whose hidden deal is promised card by card (`dealing`), and followed in sealed records."""

    @abstractmethod
    def dealt(self, machine: AnyMachine) -> Sequence[Dealt]:
        """Return all that is dealt face down, of a machine at the very beginning, as it will lie once it is dealt.

        The order in which it is told tells nothing of what it is.
        """

    @abstractmethod
    def lying(self, machine: AnyMachine) -> tuple[Sequence[Sequence[int]], Collection[int]]:
        """Return the ids of the cards in each seat's deck, from the top, and of the cards that everybody sees at this moment.

        Decks that have not been dealt yet are empty.
        """


class TakesOrders(ABC):
    """A game whose seats can give standing orders; see `orders`."""

    @abstractmethod
    def order_forms(self, machine: AnyMachine, seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now, the most useful ones first."""

    @abstractmethod
    def check_order(self, machine: AnyMachine, seat: int, order: Order) -> None:
        """Raise Refused for an order that a seat can't give now."""

    @abstractmethod
    def given_now(self, machine: AnyMachine, seat: int, order: Order) -> Order | None:
        """Return the order as it would be kept if it were given in this position; None if it can't be given in it."""

    @abstractmethod
    def by_order(self, machine: AnyMachine, seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
        """Hold an order against what a seat is asked; see Match.by_order."""

    @abstractmethod
    def order_words(self, order: Order) -> Message:
        """Return an order in a sentence for its owner."""


class TakesPlans(TakesOrders):
    """A game whose standing orders can be plans."""

    @abstractmethod
    def plan_form(self, machine: AnyMachine, seat: int) -> PlanForm | None:
        """Return what the seat could make a plan of now; None if nothing can be planned."""

    @abstractmethod
    def read_plan(self, machine: AnyMachine, seat: int, order: Order) -> Sequence[Sequence[PlannedStep]]:
        """Return the steps of a plan, line by line, in words, and how they stand by what the seat knows."""


def taking_orders(game: Game) -> TakesOrders:
    """Return a game as one that takes orders. Raises Refused for one that takes none."""
    if not isinstance(game, TakesOrders):
        raise Refused(msg("In this game no orders can be given."))
    return game
