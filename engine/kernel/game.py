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
    """A card of a hidden deal.

    `where` is its position: "deck 7", from the top, or "hand 2". `card` is its id in the game's position.
    """

    seat: int
    where: str
    card: int
    title: str


class PlayerEntry(StrEnum):
    """A player's entry to a match. Other choices before a match are in `engine.kernel.pregame`."""

    NOTHING = "nothing"
    DECK = "deck"


class MakesViews(Protocol[_M_contra, _V_co]):
    """A function that builds views."""

    def __call__(self, machine: _M_contra, seat: int | None, translator: Translator = ENGLISH, /) -> _V_co:
        """Build the view of a seat (None: a spectator) from scratch.

        Sentences are in the translator's language. Titles, kinds and texts of cards are data in English.
        """
        ...


Exchange = Callable[[M_co, Collection[int], Chance], M_co]
Reason = tuple[Message, str]
"""Why something can't be done: a sentence, and the rule behind it."""


class HiddenDeal(msgspec.Struct, Generic[M_co], frozen=True):
    """A hidden deal whose cards are committed to one by one (`commitment`) and revealed in sealed records."""

    cards: Callable[[M_co], Sequence[DealtCard]]
    """Return all cards that are dealt face down, given a machine at the start, in the positions they are dealt to.

    The order of the list reveals nothing about the cards.
    """
    deck_order: Callable[[M_co], tuple[Sequence[Sequence[int]], Collection[int]]]
    """Return the ids of the cards in each seat's deck, from the top, and of the cards that are now public.

    A deck that hasn't been dealt yet is empty.
    """


class Indifference(msgspec.Struct, Generic[M_co], frozen=True):
    """Questions for an order in which every answer may have the same result.

    `idle_fields` are view fields that carry no information, such as the number of a card on the table. Comparisons
    ignore them. `idle_where`: (machine), for a view field that is true or false, the fields beside it that make no
    difference where it is true, according to public knowledge.
    """

    topics: frozenset[str]
    idle_fields: frozenset[str]
    idle_where: Callable[[M_co], Mapping[str, frozenset[str]]] = lambda machine: {}


class Game(msgspec.Struct, Generic[M_co, V_co, E_co], frozen=True, kw_only=True, eq=False):
    """The rules of a game, without the state of any match.

    A setup is the starting data of a match, as bytes that only the game reads: decks with the texts of their cards. A
    later change of the card set therefore never alters a match in progress. The bytes don't change during the match;
    they contain their format, and every later version can read them.

    Raises ValueError, with a sentence, if the declaration contradicts itself.
    """

    name: str
    """The game's name in stored matches."""
    version: str
    """The version of the rules in records."""
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
    """The parts of its views that can change. Events refer to them (`EventEntry.changes`)."""
    joins: Joins = {}
    """Functions that join events with others of their act, where their entries don't suffice."""
    topics: Mapping[str, TopicWords]
    """The words for its questions, by topic."""
    migrations: Sequence[Migration] = ()
    """The migrations of saved positions, from the first format on."""

    # -- matches

    setup: Callable[[Sequence[E_co]], bytes]
    """Return the setup of a match from the entries of the players, by seat.

    Raises ValueError for an unsupported number of players and for illegal decks.
    """
    promises_setup: Callable[[bytes], bool] = lambda setup: True
    """Whether the commitment covers a setup. True for every setup made today. Raises UnreadableMatch."""
    begin: Callable[[bytes, str], M_co]
    """(setup, seed): return a machine at the very beginning of a match, before its first step."""
    resume: Callable[[bytes, bytes], M_co]
    """(setup, position): return a machine at a saved position. Raises UnreadableMatch."""
    leave: Callable[[M_co, Sequence[int], str], None] = AnyMachine.leave
    """(machine, seats, ending): remove seats from the match together. It ends, or continues without them.

    A game for more than two players also drops the procedures that the seats were in (`Machine.drop`).
    """
    round_number: Callable[[M_co], int]
    """Return the current round, or 0 before the first. `order_preview.rehearse` goes back one round."""
    has_dealt: Callable[[M_co], bool]
    """Return whether any player has received a hidden card, so that someone may know how good their start is.

    Checked by `conformance.dealt`.
    """

    # -- hidden information

    know: Callable[[M_co, Collection[int]], bytes]
    """(machine, seats): return what these seats together know about a position, as bytes. No seats: public knowledge.

    Knowledge exceeds the current view: seats remember cards they were shown, as long as they can track them. The
    bytes don't depend on information unknown to these seats, nor on future randomness. The machine isn't changed.
    """
    sample: Callable[[bytes, Chance], M_co]
    """Draw a position at random that is consistent with what some seats know.

    The position has new future randomness. These seats see, are asked and know the same as in the true position.
    """
    exchange: Exchange[M_co]
    """Return a twin of a position: one that neither these seats nor spectators can tell apart by what they see.

    Everything that none of them sees is exchanged at random, however unlikely the result, so that a comparison with
    the twin finds as many leaks as possible: hidden cards, other players' secret choices and future randomness.
    References stay consistent. Open questions of other seats keep their options in the same order, so the same
    answers are legal in both. The machine isn't changed.

    Can be `sampled` if seats remember no more than they see and no question is about hidden information.
    """
    twin: Exchange[M_co]
    """Return a twin of a position that none of these seats can tell apart by everything they know.

    Like `exchange`, but keeps what they remember and also changes arbitrary names, such as card numbers. It is
    independent of `know`, which is checked against it. The machine isn't changed.

    Can be `exchange` if seats remember no more than they see and cards have no numbers.
    """

    # -- what people see

    view: MakesViews[M_co, V_co]
    cause_words: Callable[[str], Message]
    """Return the name of the cause of an event or question, or of a rule: "§4 Main phase". See `named_plainly`."""
    translator: Callable[[Locale], Translator] = translator
    """Return the translator for a language, including texts that this game generates, such as card texts."""

    # -- optional parts

    why_not: Callable[[M_co, int, str], Reason | None] = lambda machine, seat, wish: None
    """Return why the seat can't do `wish` now; None if it can, or if the wish is unknown.

    A wish is an option key of an action question, such as "play Cunning Plan".
    """
    forced: Callable[[M_co], tuple[int, Choice] | None] = lambda machine: None
    """Return the seat and answer of an open question that public knowledge forces (`Match.forced`)."""
    indifference: Indifference[M_co] | None = None
    """The questions for an order that aren't asked if every order has the same result (`order_relevance`).

    None if all are asked.
    """
    lapse: Callable[[M_co, int], Choice] | None = None
    """(machine, seat): return the default answer of a seat whose time has run out.

    The answer is legal and depends only on what the seat knows. If this is None, a seat that runs out of time leaves
    the match.
    """
    active: Callable[[M_co], int] | None = None
    """Return the seat whose turn it is, or -1 between turns; None if seats don't take turns in order."""
    hidden_deal: HiddenDeal[M_co] | None = None
    """None if only the seed is committed to."""
    orders: OrderBook[M_co] | None = None
    """Its standing orders; None if it has none."""

    def pack(self, machine: AnyMachine) -> bytes:
        """Return the machine's position as bytes for `resume`."""
        return packed(machine.position)

    def words(self, event: SeenEvent, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return the log sentence for an event as one audience saw it, or "" if the event has none."""
        return self.events.sentence(event, names, translator)

    def story(
        self, happened: Sequence[SeenEvent], names: Sequence[str], reader: int | None
    ) -> tuple[Beat, ...]:
        """Return the summary of an act in beats, from its events as one audience saw them.

        `reader` is the seat addressed as "you"; None names every player.
        """
        return StoryBuilder(self.events, self.parts, happened, names, reader).build(self.joins)

    def topic(self, key: str) -> TopicWords:
        """Return the texts for questions of a topic. Raises RuntimeError if the game hasn't declared the topic."""
        words = self.topics.get(key)
        if words is None:
            raise RuntimeError(
                f"Of the game “{self.name}”, `topics` lacks “{key}”, about which a seat is asked."
            )
        return words

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
    """Return the order book of a game. Raises GameError if the game has no standing orders."""
    if game.orders is None:
        raise GameError(msg("This game has no standing orders."))
    return game.orders
