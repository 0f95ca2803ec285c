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
from engine.kernel.events.event import Seen
from engine.kernel.events.registry import Events
from engine.kernel.events.story import Beat
from engine.kernel.events.story_builder import Joins, StoryBuilder
from engine.kernel.events.view_parts import ViewParts
from engine.kernel.machine import AnyMachine
from engine.kernel.orders.book import OrderBook
from engine.kernel.position import packed
from engine.kernel.question import Choice
from engine.kernel.saves import Migration
from engine.kernel.topics import TopicWords

M_co = TypeVar("M_co", bound=AnyMachine, covariant=True, default=AnyMachine)
"""A game's machine.

It is covariant although functions of a game take one: a machine is only ever handed to the game that made it, so that any
game can stand where it does not matter which one it is (`Game` without parameters).
"""
V_co = TypeVar("V_co", covariant=True, default=object)
"""A game's views of a match: what a seat, or a spectator, may know."""
E_co = TypeVar("E_co", covariant=True, default=object)
"""The entry of each player, such as decks; None where nobody brings anything. Covariant as `M_co`."""

M = TypeVar("M", bound=AnyMachine, default=AnyMachine)
V = TypeVar("V", default=object)
E = TypeVar("E", default=object)
"""The same, for functions."""

_M_contra = PlainTypeVar("_M_contra", contravariant=True)
_V_co = PlainTypeVar("_V_co", covariant=True)


class Dealt(msgspec.Struct, frozen=True):
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
        """Return what the seat (None: a spectator) may know, built from nothing.

        Sentences in it are in the translator's language; titles, kinds and texts of cards are data, and in English.
        """
        ...


Exchange = Callable[[M_co, Collection[int], Chance], M_co]
Reason = tuple[Message, str]
"""Why something can't be done: a sentence, and the rule behind it."""


class HiddenDeal(msgspec.Struct, Generic[M_co], frozen=True):
    """A hidden deal that is promised card by card (`commitment`), and followed in sealed records."""

    cards: Callable[[M_co], Sequence[Dealt]]
    """All that is dealt face down, of a machine at the very beginning, as it will lie once it is dealt.

    The order in which it is given tells nothing of what it is.
    """
    lying: Callable[[M_co], tuple[Sequence[Sequence[int]], Collection[int]]]
    """The ids of the cards in each seat's deck, from the top, and of the cards that everybody sees at this moment.

    Decks that have not been dealt yet are empty.
    """


class Indifference(msgspec.Struct, frozen=True):
    """Questions about an order that may come to the same whatever is answered, and what views say in addition.

    `idle_fields` are fields of views that tell nobody anything by themselves, such as the number of a card on the table.
    """

    topics: frozenset[str]
    idle_fields: frozenset[str]


class Game(msgspec.Struct, Generic[M_co, V_co, E_co], frozen=True, kw_only=True, eq=False):
    """The rules of a game, without any state of a match.

    A setup is what a match was begun with, as bytes that only the game reads: decks with the texts of their cards,
    so that a later change of the card set never alters a running match. The bytes stay as they are while a match goes on,
    so that they say in which format they are, and every later version reads them.

    Raises ValueError, with a sentence, for a game that contradicts itself.
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
    """The endings of its matches: its own, and those that any match can come to (`endings.endings`)."""
    events: Events
    """The kinds of its events with what people read of them, and those of every game (`Ended`, `WentOut`, `TimeRanOut`, `TakenBack`)."""
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
    """Return a match's setup from what each seat brings, one entry a seat.

    Raises ValueError for as many as can't play, and for decks that can't be played.
    """
    promises_setup: Callable[[bytes], bool] = lambda setup: True
    """Whether the commitment covers a setup, as it does for all that are made today. Raises UnreadableMatch."""
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
    """Whether chance has given any player a hidden card, so that someone may know how good their start is.

    `conformance.dealt` checks it.
    """

    # -- what is hidden

    know: Callable[[M_co, Collection[int]], bytes]
    """(machine, seats), what these seats know together of a position, and nothing else; of none: what everybody knows.

    That is more than they see now: what they were shown once they know as long as they can follow it. Whatever is
    exchanged that they don't know, and whatever chance will bring, the bytes are the same. The machine is not changed.
    """
    sample: Callable[[bytes, Chance], M_co]
    """A position drawn afresh with chance from what some seats know, one that could well be the true one.

    It has chance of its own to come. These seats are shown and asked the same as in the true one, and know the same.
    """
    exchange: Exchange[M_co]
    """A twin of a position, that none of these seats, and no spectator, can tell from it by what they see.

    All that none of them sees is exchanged with chance, likely or not, so that what is compared with it differs as
    much as it can: what lies hidden, what others have chosen in secret, and what chance will bring. Everything stands
    for the same thing as before, whatever that is now: open questions of other seats keep their options, in the same
    order, so that the same can be answered in both. The machine is not changed.

    It may be a sampled position (`sampled`) where seats remember no more than they see, and nobody is asked about what is
    hidden.
    """
    twin: Exchange[M_co]
    """A twin of a position that none of these seats can tell from it by all that they know.

    As `exchange`, but what they remember stays; and all by which a position only calls things otherwise is another, such
    as the numbers of cards. It owes nothing to `know`, which is compared with it. The machine is not changed.

    It may be `exchange` where seats remember no more than they see, and cards have no numbers.
    """

    # -- what people see

    view: MakesViews[M_co, V_co]
    cause_words: Callable[[str], Message]
    """The names of causes of events and questions, and of rules behind reasons: "§4 Main phase". See `named_plainly`."""
    translator: Callable[[Locale], Translator] = translator
    """A language with all that is made rather than looked up in this game, such as texts of cards."""

    # -- what not every game has

    why_not: Callable[[M_co, int, str], Reason | None] = lambda machine, seat, wish: None
    """Why the seat can't do a wish now; None when it can, or the wish is unknown.

    A wish is an option key of an action question, such as "play Cunning Plan".
    """
    forced: Callable[[M_co], tuple[int, Choice] | None] = lambda machine: None
    """The seat and the answer of an open question that public knowledge forces; see `Match.forced`."""
    indifference: Indifference | None = None
    """The orders that need no question where they come to the same; None where each is asked for. See `order_relevance`."""
    lapse: Callable[[M_co, int], Choice] | None = None
    """(machine, seat), the answer that doing nothing is, for a seat that is asked something and whose time runs out.

    It is one that the seat could give, and depends on nothing that the seat doesn't know. None where nobody's silence is an
    answer: then whose time runs out leaves the match.
    """
    active: Callable[[M_co], int] | None = None
    """The seat whose turn it is, -1 where it is nobody's; None where seats don't take turns in their order."""
    hidden_deal: HiddenDeal[M_co] | None = None
    """None where only the seed is promised."""
    orders: OrderBook[M_co] | None = None
    """Its standing orders; None where none can be given."""

    def pack(self, machine: AnyMachine) -> bytes:
        """Return the machine's position as bytes for `resume`."""
        return packed(machine.position)

    def words(self, event: Seen, names: Sequence[str], translator: Translator = ENGLISH) -> str:
        """Return a sentence for an event as one audience saw it ("" for what needs no words)."""
        return self.events.sentence(event, names, translator)

    def story(self, happened: Sequence[Seen], names: Sequence[str], reader: int | None) -> tuple[Beat, ...]:
        """Return what an act led to, in beats, from the events as one audience saw them.

        `reader` is the seat that is called "you", None where everybody is called by name.
        """
        return StoryBuilder(self.events, self.parts, happened, names, reader).build(self.joins)

    def topic(self, key: str) -> TopicWords:
        """Return what is said of questions of a topic. Raises RuntimeError for one that the game has not declared."""
        found = self.topics.get(key)
        if found is None:
            raise RuntimeError(
                f"Of the game “{self.name}”, `topics` lacks “{key}”, about which a seat is asked."
            )
        return found

    def __post_init__(self) -> None:
        """Raise ValueError, with a sentence that says what, if it contradicts itself."""
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
    """Return an `exchange` that draws a position from what the seats know."""
    return lambda machine, seats, chance: sample(know(machine, seats), chance)


def named_plainly(endings: Endings) -> Callable[[str], Message]:
    """Return `cause_words` for a game in which a cause is an ending, or is called what it is."""
    return lambda cause: endings[cause].name if cause in endings else as_message(cause)


def orders_of(game: Game) -> OrderBook:
    """Return the order book of a game. Raises GameError for one in which no orders can be given."""
    if game.orders is None:
        raise GameError(msg("This game has no standing orders."))
    return game.orders
