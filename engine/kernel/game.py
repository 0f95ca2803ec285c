"""The interface of a game: `Game` is a record of its functions, with a record for each optional part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Generic, Protocol
from typing import TypeVar as PlainTypeVar

import msgspec
from typing_extensions import TypeVar

from cards.i18n import ENGLISH, Locale, Message, Translator, as_message, msg, translator
from engine.kernel.chance import Chance
from engine.kernel.endings import EVERYWHERE, Endings
from engine.kernel.errors import GameError
from engine.kernel.events.event import SeenEvent
from engine.kernel.events.registry import Events
from engine.kernel.events.story import Beat
from engine.kernel.events.story_builder import Joins, StoryBuilder
from engine.kernel.events.view_parts import ViewParts
from engine.kernel.machine import AnyMachine
from engine.kernel.orders.book import OrderBook
from engine.kernel.position import packed
from engine.kernel.question import Choice, TopicWords
from engine.kernel.saves import Migration

M_co = TypeVar("M_co", bound=AnyMachine, covariant=True, default=AnyMachine)
"""The machine type of a game.

Covariant, although functions of a game take a machine as an argument: a machine is only passed to the game that made
it. Code that doesn't care about the game can therefore use `Game` without parameters.
"""
V_co = TypeVar("V_co", covariant=True, default=object)
"""A game's views of a match: what a seat, or a spectator, may know."""
E_co = TypeVar("E_co", covariant=True, default=object)
"""Each player's entry to a match, such as a deck; None if players bring nothing.

Covariant for the same reason as `M_co`.
"""

M = TypeVar("M", bound=AnyMachine, default=AnyMachine)
V = TypeVar("V", default=object)
E = TypeVar("E", default=object)
"""The same, for functions."""

_M_contra = PlainTypeVar("_M_contra", contravariant=True)
_V_co = PlainTypeVar("_V_co", covariant=True)


class DealtCard(msgspec.Struct, frozen=True):
    """A card of a hidden deal: whose, where ("deck 7", from the top, or "hand 2"), its id in the position, and its title."""

    seat: int
    where: str
    card: int
    title: str


class PlayerEntry(StrEnum):
    """The entry of each player of a game. Other choices before a match are `beforehand`."""

    NOTHING = "nothing"
    DECK = "deck"


class MakesViews(Protocol[_M_contra, _V_co]):
    """Makes views."""

    def __call__(self, machine: _M_contra, seat: int | None, translator: Translator = ENGLISH, /) -> _V_co:
        """Build the view of a seat (None: a spectator) from scratch.

        Its sentences are in the translator's language. Titles, kinds and texts of cards are data in English.
        """
        ...


Exchange = Callable[[M_co, Collection[int], Chance], M_co]
Reason = tuple[Message, str]
"""Why something can't be done: a sentence, and the rule behind it."""


class HiddenDeal(msgspec.Struct, Generic[M_co], frozen=True):
    """A hidden deal that is promised card by card (`commitment`), and followed in sealed records."""

    cards: Callable[[M_co], Sequence[DealtCard]]
    """Return all cards that are dealt face down, given a machine at the start, in the positions they are dealt to.

    The order of the list reveals nothing about the cards.
    """
    lying: Callable[[M_co], tuple[Sequence[Sequence[int]], Collection[int]]]
    """Return the ids of the cards in each seat's deck, from the top, and the ids of the cards that are now visible to
    everyone.

    A deck is empty before it is dealt.
    """


class Indifference(msgspec.Struct, frozen=True):
    """Questions about an order in which every answer may have the same result, and view fields to ignore when
    comparing.

    `idle_fields` are fields of views that carry no information, such as the number of a card on the table.
    """

    topics: frozenset[str]
    idle_fields: frozenset[str]


class Game(msgspec.Struct, Generic[M_co, V_co, E_co], frozen=True, kw_only=True, eq=False):
    """The rules of a game, without the state of any match.

    A setup is the starting data of a match, as bytes that only the game reads: decks with the texts of their cards. A
    later change of the card set therefore never alters a match in progress. The bytes don't change during the match;
    they contain their format, and every later version can read them.

    Raises ValueError, with a sentence, if the declaration contradicts itself.
    """

    name: str
    """The game's name, as stored with its matches."""
    version: str
    """The version of the rules, as stored in records."""
    seats: range
    """The numbers of seats."""
    entry: PlayerEntry
    """The entry of each player."""
    endings: Endings
    """The endings of its matches: the game's own and those of every match (`endings.endings`)."""
    events: Events
    """The kinds of its events with their texts, including those of every game (`Ended`, `WentOut`, `TimeRanOut`,
    `TakenBack`).
    """
    parts: ViewParts
    """The parts of its views that can change, which events refer to (`EventEntry.changes`)."""
    joins: Joins = {}
    """Functions that join events with others of their act, where their entries don't suffice."""
    topics: Mapping[str, TopicWords]
    """The words for its questions, by topic."""
    migrations: Sequence[Migration] = ()
    """The migrations of positions that earlier versions packed, from the first format on."""

    # -- matches

    setup: Callable[[Sequence[E_co]], bytes]
    """Return the setup of a match from the entries of the players, by seat.

    Raises ValueError for an unsupported number of players and for illegal decks.
    """
    promises_setup: Callable[[bytes], bool] = lambda setup: True
    """Whether the commitment covers a setup. True for every setup made today. Raises UnreadableMatch."""
    begin: Callable[[bytes, str], M_co]
    """(setup, seed), a machine at the very beginning of a match; nothing has run yet."""
    resume: Callable[[bytes, bytes], M_co]
    """(setup, position), a machine at a saved position. Raises UnreadableMatch."""
    leave: Callable[[M_co, Sequence[int], str], None] = AnyMachine.leave
    """(machine, seats, ending), takes seats out of the match, together. It ends, or can go on with those who are left.

    A game of more than two also gives up what the seats were in the middle of (`Machine.drop`).
    """
    round_number: Callable[[M_co], int]
    """The current round: `order_preview.rehearse` looks back on one of them. 0 before the first."""
    has_dealt: Callable[[M_co], bool]
    """Whether a player has received a hidden card yet, so that someone may know how good their start is.

    Checked by `conformance.dealt`.
    """

    # -- hidden information

    know: Callable[[M_co, Collection[int]], bytes]
    """(machine, seats): return the shared knowledge of these seats about a position as bytes; for no seats, public
    knowledge.

    Knowledge includes more than the current view: seats remember cards they were shown as long as they can track
    them. The bytes don't change if information unknown to these seats is exchanged, or with future randomness. The
    machine isn't changed.
    """
    sample: Callable[[bytes, Chance], M_co]
    """Draw a position at random that is consistent with what some seats know.

    Its future randomness is new. In it these seats see the same, are asked the same and know the same as in the true
    position.
    """
    exchange: Exchange[M_co]
    """Return a twin of a position: one that neither these seats nor spectators can tell apart by what they see.

    Everything that none of them sees is exchanged at random, however unlikely the result, so that comparisons with it
    find as much as possible: hidden cards, other players' secret choices and future randomness. References are kept
    consistent. Open questions of other seats keep their options in the same order, so the same answers are legal in
    both. The machine isn't changed.

    Can be a sampled position (`sampled`) if seats remember no more than they see and no question is about hidden
    information.
    """
    twin: Exchange[M_co]
    """Return a twin of a position that none of these seats can tell apart by everything they know.

    Like `exchange`, but keeps what they remember, and also changes mere names, such as the numbers of cards.
    Independent of `know`, which is checked against it. The machine isn't changed.

    Can be `exchange` if seats remember no more than they see and cards have no numbers.
    """

    # -- what people see

    view: MakesViews[M_co, V_co]
    cause_words: Callable[[str], Message]
    """The names of causes of events and questions, and of rules behind reasons: "§4 Main phase". See `named_plainly`."""
    translator: Callable[[Locale], Translator] = translator
    """Return the translator to a language, including the texts this game generates, such as card texts."""

    # -- what not every game has

    why_not: Callable[[M_co, int, str], Reason | None] = lambda machine, seat, wish: None
    """Why the seat can't do a wish now; None when it can, or the wish is unknown.

    A wish is an option key of an action question, such as "play Cunning Plan".
    """
    forced: Callable[[M_co], tuple[int, Choice] | None] = lambda machine: None
    """The seat and the answer of an open question that public knowledge forces; see `Match.forced`."""
    indifference: Indifference | None = None
    """The orders that need no question if every order has the same result; None if each order is asked.

    See `order_relevance`.
    """
    lapse: Callable[[M_co, int], Choice] | None = None
    """(machine, seat): return the default answer for a seat whose time has run out.

    The answer is legal for the seat and depends only on what the seat knows. None if the game has no default answer:
    then a seat that runs out of time leaves the match.
    """
    active: Callable[[M_co], int] | None = None
    """The seat whose turn it is, or -1 between turns; None if seats don't take turns in order."""
    hidden_deal: HiddenDeal[M_co] | None = None
    """None where only the seed is promised."""
    orders: OrderBook[M_co] | None = None
    """Its standing orders; None where none can be given."""

    def pack(self, machine: AnyMachine) -> bytes:
        """Return the machine's position as bytes for `resume`."""
        return packed(machine.position)

    def words(self, event: SeenEvent, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return the log sentence for an event as one audience saw it, or "" if the event has none."""
        return self.events.sentence(event, names, translator)

    def story(
        self, happened: Sequence[SeenEvent], names: Sequence[str], reader: int | None
    ) -> tuple[Beat, ...]:
        """Return a summary of an act in beats, from its events as one audience saw them.

        `reader` is the seat addressed as "you"; None if every player is named.
        """
        return StoryBuilder(self.events, self.parts, happened, names, reader).build(self.joins)

    def topic(self, key: str) -> TopicWords:
        """Return the texts for questions of a topic. Raises RuntimeError if the game hasn't declared the topic."""
        found = self.topics.get(key)
        if found is None:
            raise RuntimeError(
                f"Of the game “{self.name}”, `topics` lacks “{key}”, about which a seat is asked."
            )
        return found

    def __post_init__(self) -> None:
        """Raise ValueError with a sentence if the declaration contradicts itself."""
        lacking = sorted(EVERYWHERE.keys() - self.endings.keys())
        if not (self.name.isidentifier() and self.name.isascii() and self.name.islower()):
            wrong = "its name is not a word of small letters, as keys are"
        elif not self.seats or self.seats.start < 1:
            wrong = f"`seats` is {self.seats}, so that nobody can play it"
        elif lacking:
            wrong = f"`endings` lacks {', '.join(lacking)}, to which any match can come"
        elif not self.topics:
            wrong = "`topics` is empty, so that nobody can be asked anything"
        elif self.orders is not None and (unasked := sorted(self.orders.topics - self.topics.keys())):
            wrong = f"orders answer {', '.join(unasked)}, and `topics` has no such question"
        elif self.indifference is not None and (unasked := self.indifference.topics - self.topics.keys()):
            wrong = f"`indifference` is about {', '.join(sorted(unasked))}, and `topics` has no such question"
        elif (
            self.indifference is not None
            and self.orders is not None
            and (unasked := self.indifference.topics - self.orders.topics)
        ):
            wrong = f"nothing in `orders` answers {', '.join(sorted(unasked))}, as “Always like this” does (`trigger_order`)"
        else:
            return
        raise ValueError(f"Of the game “{self.name}”, {wrong}.")


def sampled(
    know: Callable[[M_co, Collection[int]], bytes], sample: Callable[[bytes, Chance], M_co]
) -> Exchange[M_co]:
    """Return an `exchange` that samples a position from the knowledge of the seats."""
    return lambda machine, seats, chance: sample(know(machine, seats), chance)


def named_plainly(endings: Endings) -> Callable[[str], Message]:
    """Return the `cause_words` of a game whose causes are endings or are shown as they are."""
    return lambda cause: endings[cause].name if cause in endings else as_message(cause)


def orders_of(game: Game) -> OrderBook:
    """Return the order book of a game. Raises GameError for one in which no orders can be given."""
    if game.orders is None:
        raise GameError(msg("This game has no standing orders."))
    return game.orders
