"""The games that can be played, as far as Discord needs to know them: names, ready-made decks, pictures, texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Generic, Protocol

import msgspec
from msgspec import Struct
from typing_extensions import TypeVar

from bot.errors import BadDeck, NotFound
from bot.games.author_tools import Authoring
from bot.games.reference import Reference
from cards.deck_builder import DeckStep
from cards.i18n import Locale, Message, Translator, Value, msg, series
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.puzzles import Collection
from engine.kernel.chance import Chance
from engine.kernel.consequence import Consequence, WholeAnswer
from engine.kernel.events.event import SeenEvent
from engine.kernel.game import E_co, Game, M_co, PlayerEntry, V, V_co
from engine.kernel.lessons import Course
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing
from engine.kernel.pregame import PregameRules
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import ComputerPlayer
from render.chance_curve import CountedIn
from render.film import FilmFrame
from render.match_history import PlayedProfile
from render.table.words import Names
from render.visible_card import InSight

F = TypeVar("F", default=object)
D_co = TypeVar("D_co", covariant=True, default=object)
"""A game's decks in the making, finished or not, legal or not. Covariant as the types of `Game` are."""


class ReadyMadeDeck(msgspec.Struct, Generic[E_co], frozen=True):
    """A ready-made deck: its name, a sentence on how to play it, and the argument for the game's `setup`."""

    name: str
    blurb: str
    content: E_co
    face: str = ""
    """The title of the card whose picture represents it, or ""."""

    @property
    def title(self) -> Message:
        """Its translatable name."""
        return msg(self.name, "deck")

    @property
    def about(self) -> Message:
        """Advice on how to play it, in the reader's language."""
        return msg(self.blurb, "blurb")


Scene = Callable[[], Sequence[FilmFrame]]
"""Draw one scene of a film.

Takes well under a second, so that other pictures don't have to wait for the whole film.
"""
Film = Callable[[Sequence[V_co], Sequence[Sequence[SeenEvent]], Names, Translator], Sequence[Scene]]
"""(views, happened, names, translator): return the scenes of the film that shows how a match was decided; none if it
wasn't.

The views are the public ones of the round, in order; `happened` are the public events of each.
"""


class _FilmScene(Protocol):
    def paint(self) -> Sequence[FilmFrame]: ...


def film_of(
    finale_of: Callable[[Sequence[V], Sequence[Sequence[SeenEvent]]], F | None],
    scenes: Callable[[F, Names, Translator], Sequence[_FilmScene]],
) -> Film[V]:
    """Return a film of the scenes of a finale."""

    def film(
        views: Sequence[V], happened: Sequence[Sequence[SeenEvent]], names: Names, translator: Translator
    ) -> list[Scene]:
        finale = finale_of(views, happened)
        return [] if finale is None else [scene.paint for scene in scenes(finale, names, translator)]

    return film


class SharedSight(msgspec.Struct, Generic[V_co], frozen=True):
    """The common ground of a game, such as a market: at a press for everyone, as pictures and in words.

    Each picture has its alternative text; the words have equal content, in as many texts as they need.
    """

    label: Message
    """The label of the button."""
    pictures: tuple[Callable[[V_co, Names, Translator], bytes], ...]
    alts: Callable[[V_co, Names, Translator], Sequence[str]]
    text: Callable[[V_co, Names, Translator], list[str]]


class GamePictures(msgspec.Struct, Generic[V_co], frozen=True):
    """A game's presentation of a view: PNG bytes, and words of equal content.

    Each is called with a view, the players' names, and the reader's language, and sees nothing else. A board can
    be drawn for every audience; a hand only for a seat's own view.
    """

    board: Callable[[V_co, Names, Translator], bytes]
    board_alt: Callable[[V_co, Names, Translator], str]
    board_text: Callable[[V_co, Names, Translator], list[str]]
    hand: Callable[[V_co, Names, Translator], bytes]
    hand_alt: Callable[[V_co, Names, Translator], str]
    hand_text: Callable[[V_co, Names, Translator], list[str]]
    stage: Callable[[V_co, Translator], str] = lambda view, translator: ""
    """The progress of a match, in a few public words: "Round 3, main phase"."""
    standing: Callable[[V_co, Names, Translator], Sequence[str]] = lambda view, names, translator: ()
    """Return the state of a match in a few public lines of Markdown: who is ahead, and what everyone has left."""
    finale: Film[V_co] | None = None
    """The film that shows how a match was decided; None where there is none."""
    is_about_hand: Callable[[V_co, Question], bool] = lambda view, question: (
        question.kind is QuestionKind.ACTION
    )
    """Whether a question is about the hand of its seat, whose own view it is called with."""
    is_of_hand_alone: Callable[[V_co, Question], bool] = lambda view, question: False
    """Whether the question is only about the hand, so that no board is needed."""
    on_board: Callable[[V_co, Question], frozenset[str]] = lambda view, question: frozenset()
    """The keys of options that are cards on the board, which shows all that their details say."""
    in_sight: Callable[[V_co, Names, Translator], Sequence[InSight]] = lambda view, names, translator: ()
    """Return the cards that this view's owner can look at, nearest first."""
    pictured: Callable[[V_co, Question], str] = lambda view, question: question.subject or question.cause
    """The title of the card that a question is about, which is shown beside it; anything else shows nothing."""
    shared: SharedSight[V_co] | None = None
    """The common ground between the players, where the board has no room for it."""


class Building(msgspec.Struct, Generic[D_co, E_co], frozen=True):
    """Building, storing, showing and sharing a game's decks.

    Raises `cards.deck_builder.BuildingError` with sentences for the person.
    """

    blank: Callable[[], D_co]
    of: Callable[[E_co], D_co]
    """The deck in the making that is the content of a ready-made deck."""
    playable: Callable[[str, D_co], E_co]
    """The input for the game's `setup`, for a name and a deck. Raises BuildingError if it can't be played, with all reasons."""
    write: Callable[[D_co], str]
    read: Callable[[str], D_co]
    """Read and write stored decks. `violations` reports cards that the game no longer has."""
    violations: Callable[[D_co], Sequence[Message]]
    """Every rule that a deck breaks, each in a sentence."""
    steps: Callable[[D_co], Sequence[DeckStep]]
    chosen: Callable[[D_co, str, Mapping[str, int]], D_co]
    """The deck after a choice in a step: a count of each key."""
    filled: Callable[[D_co, Random], D_co]
    """A legal deck that contains these cards; the rest is random. Raises BuildingError if there is none."""
    misfits: Callable[[D_co], int]
    without_misfits: Callable[[D_co], D_co]
    """The number of cards that break a rule by being in the deck, and the deck without them."""
    summary: Callable[[D_co], Message]
    """The kind of the deck, in a few words."""
    text: Callable[[str, D_co], str]
    code: Callable[[D_co], str]
    """A deck with its name as a text that people read and that can be read, and as a code."""
    understand: Callable[[str], tuple[str, D_co]]
    """Return the name ("" if none) and the deck in a text or code. Raises BuildingError with all mistakes."""
    picture: Callable[[str, D_co, Translator], bytes]
    alt: Callable[[str, D_co, Translator], str]
    words: Callable[[str, D_co, Translator], list[str]]
    """A deck as a picture, as the alt text of that picture, and in words of equal content, in a language."""
    read_file: Callable[[Path], tuple[str, D_co]] | None = None
    """Return the name and the deck in a file of the game's own `.toml` format; None if there is no such format.

    Raises BuildingError with all mistakes.
    """


class ProfilePicture(msgspec.Struct, frozen=True):
    """A game's picture of a person's record: PNG bytes, and the alt text of that picture, in a language."""

    draw: Callable[[PlayedProfile, Translator], bytes]
    alt: Callable[[PlayedProfile, Translator], str]


class CommandChoice(Struct, frozen=True):
    """A variant of an action as a choice of its command: the typed value, its name, and its verbs."""

    value: str
    title: Message
    verbs: tuple[str, ...]


class ActionCommand(Struct, frozen=True):
    """A command for one of the game's actions, under the game's first word: `/voidream play`.

    It takes one of the options of an action question whose verb is in `verbs`. `thing` is the name of the parameter
    for the object ("" if none is needed), `way` that of the parameter for the variant, one of `ways`. Discord limits
    descriptions to 100 characters.
    """

    name: str
    about: Message
    verbs: tuple[str, ...]
    thing: str = ""
    thing_about: Message | None = None
    way: str = ""
    way_about: Message | None = None
    ways: tuple[CommandChoice, ...] = ()

    def verbs_of(self, way: str | None) -> tuple[str, ...]:
        """Return the verbs for a variant, or for all of them."""
        return next((one.verbs for one in self.ways if one.value == way), self.verbs)

    def texts(self) -> Iterator[Message]:
        """Yield all texts that Discord's menu shows for it."""
        yield from filter(None, (self.about, self.thing_about, self.way_about))
        yield from (one.title for one in self.ways)


class HelpPage(Struct, frozen=True):
    """A page of the help that explains a game: under 2,000 characters of Markdown."""

    key: str
    title: Message
    text: Message


class PlayableGame(msgspec.Struct, Generic[M_co, V_co, E_co, D_co], frozen=True):
    """A game that can be played here. `kernel` has its rules; its `name` identifies it in stored matches.

    `phrasing` is the wording of records. `chapter` is the current part of a match for people: "Round 3".
    `building` is None if the game only has ready-made decks.

    Raises ValueError, with a sentence, if the declaration contradicts itself.
    """

    title: str
    kernel: Game[M_co, V_co, E_co]
    decks: Mapping[str, ReadyMadeDeck[E_co]]
    shown: GamePictures[V_co]
    phrasing: Phrasing
    chapter: Callable[[Match[M_co, V_co]], Message | str]
    blurb: Message | None = None
    """Its description in a sentence or two, for a person who chooses among games."""
    reference: Reference | None = None
    """The game's reference; None where there is nothing to look up."""
    building: Building[D_co, E_co] | None = None
    faction: Callable[[E_co], Message | str] = lambda deck: ""
    """The sort of a seat's deck, in a word; "" where there are no sorts."""
    profile: ProfilePicture | None = None
    """The picture of a person's record; None where it is text."""

    consequences: Callable[[V_co, Question, Names], Sequence[Consequence]] = lambda view, question, names: ()
    """The consequences of the answers to a question, computed from its seat's own view alone."""
    whole_answers: Callable[[V_co, Question, Names], Sequence[WholeAnswer]] = lambda view, question, names: ()
    """Answers that go through several questions and are given with one press, the best first, from the same view.

    Where there are any, the question's own answers are behind one more press.
    """
    rule: Callable[[V_co, Question], str] = lambda view, question: question.cause
    """The help for a person who does not understand a question: the title of a card, or a topic of the reference."""
    comes_to: Callable[[V_co, Question, Choice], Message | None] = lambda view, question, choice: None
    """Return the result of a partial answer so far, such as the sum of the chosen cards; None if there is none."""
    tally: Callable[[V_co], Message | None] = lambda view: None
    """The means that a player has left in their turn, in a line from their own view; None where there are none."""
    hurting: Callable[[V_co, Question], frozenset[str]] = lambda view, question: frozenset()
    """Return the keys of options that hurt the asked player, such as destroying their own card, when others don't."""
    usual_answers: Callable[[V_co, Question], Sequence[Choice]] = lambda view, question: ()
    """Answers that most people will want where several of many options are chosen; none: all of them, or nothing."""
    counted_in: CountedIn = CountedIn.ROUNDS
    """The name of its rounds (`Game.round_number`)."""
    leads: Callable[[V_co], int | None] | None = None
    """Return the seat that is publicly ahead, or None. Called with the public view."""
    practice: Callable[[Chance], ComputerPlayer[V_co]] | None = None
    """A program to practise against; None where there is none."""
    thinking: Thinking[M_co] | None = None
    """Its computer search, for levels of the practice opponent and for reviews; None where there is none."""
    puzzles: Callable[[], Collection] | None = None
    """Its puzzles, for which it must be thought about; None where there are none."""
    lessons: Course[M_co, V_co, E_co] | None = None
    """Its lessons; None where there are none. They need a practice opponent: see `practice`."""
    actions: Sequence[ActionCommand] = ()
    """Its own actions that can be taken by typing."""
    short_name: str = ""
    """The first word of its commands, if its name is too long."""
    help: Sequence[HelpPage] = ()
    """The help on the game itself."""
    verb_menus: Mapping[str, Message] = msgspec.field(default_factory=dict[str, Message])
    """The names of menus of options with one verb, by verb; menus of other options have one name for all."""
    verb_buttons: Mapping[str, Message] = msgspec.field(default_factory=dict[str, Message])
    """The labels, one word each, of buttons beside a card, by verb."""
    rare_verbs: frozenset[str] = frozenset()
    """Verbs that are seldom chosen: where several options have one, they share a menu, which leaves room for others."""
    by_lot: Callable[[Question], Message | None] = lambda question: None
    """The label of a button that draws the answer to a question of pure luck; None for any other question."""
    beforehand: PregameRules[M_co] | None = None
    """The choices that players can make before a match; None where there are none."""

    authoring: Callable[[], Authoring] = Authoring
    """Return its tools for authors, imported on demand so that the bot starts without them."""

    def __post_init__(self) -> None:
        """Raise ValueError with a sentence if the declaration contradicts itself."""
        wrong = next(self._contradictions(), None)
        if wrong is not None:
            raise ValueError(f"The game “{self.title}” {wrong}.")

    def _contradictions(self) -> Iterator[str]:
        if self.has_decks and not self.decks:
            yield "is played with decks, and `decks` is empty"
        if not self.has_decks and (self.decks or self.building is not None):
            yield "is played without decks, and has `decks` or `building`"
        if self.phrasing.topics.keys() != self.kernel.topics.keys():
            unlike = sorted(self.phrasing.topics.keys() ^ self.kernel.topics.keys())
            yield f"has `topics` that are not those of its `phrasing`: {', '.join(unlike)}"
        for field, of in (("thinking", self.thinking), ("lessons", self.lessons)):
            if of is not None and of.game.name != self.name:
                yield f"has `{field}` of another game, {of.game.name}"
        if self.lessons is not None and self.practice is None:
            yield "has `lessons`, and nobody to play against (`practice`)"
        if self.puzzles is not None and self.thinking is None:
            yield "has `puzzles`, and nobody who thinks about it (`thinking`)"

    @property
    def has_decks(self) -> bool:
        """Whether everybody brings a deck; where not, nobody is asked for one."""
        return self.kernel.entry is PlayerEntry.DECK

    @property
    def seats(self) -> range:
        """The numbers of seats."""
        return self.kernel.seats

    @property
    def is_in_rounds(self) -> bool:
        """Whether the last round of a match can be shown in moving pictures."""
        return self.shown.finale is not None

    @property
    def name(self) -> str:
        """The name under which matches of this game are stored."""
        return self.kernel.name

    @property
    def word(self) -> str:
        """The first word of its commands: `/voidream play`."""
        return self.short_name or self.name

    @property
    def names(self) -> frozenset[str]:
        """Its names for people, in lowercase: its key, with hyphens too, its word, and its title in every language."""
        title = msg(self.title, "game")
        said = {
            self.name,
            self.word,
            self.name.replace("_", "-"),
            self.title,
            *(self.translator(locale)(title) for locale in Locale),
        }
        return frozenset(one.casefold() for one in said)

    def translator(self, locale: Locale) -> Translator:
        """Return the translator for this game's texts."""
        return self.kernel.translator(locale)

    def ready_made(self, name: str) -> ReadyMadeDeck[E_co] | None:
        """Return the ready-made deck of that name, capitals or not, in any language; None if there is none."""
        wanted = name.strip().casefold()
        named = [{deck.name: deck for deck in self.decks.values()}]
        named += [
            {self.translator(each)(deck.title): deck for deck in self.decks.values()} for each in Locale
        ]
        return next(
            (deck for decks in named for said, deck in decks.items() if said.casefold() == wanted), None
        )

    def called(self, name: str) -> Value:
        """Return a deck's display name: translatable for a ready-made deck, unchanged for any other."""
        deck = self.ready_made(name)
        return name if deck is None else deck.title

    def deck(self, name: str) -> ReadyMadeDeck[E_co]:
        """Return the ready-made deck of that name, ignoring case. Raises BadDeck with the known names."""
        deck = self.ready_made(name)
        if deck is None:
            raise BadDeck(
                msg(
                    "There is no deck called “{name}”. You can choose {names}.",
                    name=name,
                    names=series(*self.decks, joined="or"),
                )
            )
        return deck

    def __repr__(self) -> str:
        # asyncio's debug output includes a task's result with everything it refers to, which would take a second
        # here.
        return f"<{type(self).__name__} {self.name!r}>"


class Games(msgspec.Struct, frozen=True):
    """All games of this bot, by the name under which their matches are stored."""

    games: Mapping[str, PlayableGame] = msgspec.field(default_factory=dict[str, PlayableGame])

    @classmethod
    def of(cls, *games: PlayableGame) -> Games:
        """Return these games, in the order in which they are offered. Raises ValueError for two that are called alike."""
        called: dict[str, PlayableGame] = {}
        for game in games:
            for name in game.names:
                other = called.setdefault(name, game)
                if other is not game:
                    raise ValueError(f"Two games are called “{name}”: {other.title} and {game.title}.")
        return cls({game.name: game for game in games})

    def find(self, name: str) -> PlayableGame:
        """Return the game under whose name something is stored. Raises NotFound."""
        try:
            return self.games[name]
        except KeyError:
            raise NotFound(msg("There is no game called “{name}” here.", name=name)) from None

    def named(self, typed: str) -> PlayableGame:
        """Return the game that a person has named: by its key, or its title in any language. Raises NotFound."""
        wanted = typed.strip().casefold()
        for game in self.games.values():
            if wanted in game.names:
                return game
        raise NotFound(
            msg(
                "There is no game called “{name}”. You can choose {games}.",
                name=typed.strip()[:60],
                games=series(*(game.title for game in self.games.values()), joined="or"),
            )
        )
