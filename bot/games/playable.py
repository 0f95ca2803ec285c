"""Games as the bot uses them: names, ready-made decks, pictures and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Generic, Protocol

import msgspec
from msgspec import Struct
from typing_extensions import TypeVar

from bot.command_keys import Command
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
"""A game's type of deck being built, which may be incomplete or illegal. Covariant, like the types of `Game`."""


class ReadyMadeDeck(msgspec.Struct, Generic[E_co], frozen=True):
    """A ready-made deck: its name, a sentence on how to play it, and its content for the game's `setup`."""

    name: str
    blurb: str
    content: E_co
    face: str = ""
    """The title of the card whose picture represents it, or ""."""

    @property
    def title(self) -> Message:
        """The translatable name."""
        return msg(self.name, "deck")

    @property
    def about(self) -> Message:
        """The translatable advice on how to play it."""
        return msg(self.blurb, "blurb")


Scene = Callable[[], Sequence[FilmFrame]]
"""Draws one scene of a film.

A scene takes well under a second, so that other pictures don't have to wait for the whole film.
"""
Film = Callable[[Sequence[V_co], Sequence[Sequence[SeenEvent]], Names, Translator], Sequence[Scene]]
"""(views, events, names, translator): returns the scenes of the film that shows how a match was decided, or none.

The views are the public ones of the last round, in order, each with its public events.
"""


class _FilmScene(Protocol):
    def paint(self) -> Sequence[FilmFrame]: ...


def film_of(
    finale_of: Callable[[Sequence[V], Sequence[Sequence[SeenEvent]]], F | None],
    scenes: Callable[[F, Names, Translator], Sequence[_FilmScene]],
) -> Film[V]:
    """Return a film made of the scenes of a finale."""

    def film(
        views: Sequence[V], events: Sequence[Sequence[SeenEvent]], names: Names, translator: Translator
    ) -> list[Scene]:
        finale = finale_of(views, events)
        return [] if finale is None else [scene.paint for scene in scenes(finale, names, translator)]

    return film


class SharedSight(msgspec.Struct, Generic[V_co], frozen=True):
    """The area that players share, such as a market, shown to anyone at a press: as pictures with alt texts, and as text.

    The text has the same content, in as many blocks as needed.
    """

    label: Message
    """The label of the button."""
    pictures: tuple[Callable[[V_co, Names, Translator], bytes], ...]
    alts: Callable[[V_co, Names, Translator], Sequence[str]]
    text: Callable[[V_co, Names, Translator], list[str]]


class GamePictures(msgspec.Struct, Generic[V_co], frozen=True):
    """A game's presentation of views: PNG bytes, and text with the same content.

    Functions get only a view, the players' names and the reader's translator. A board can be drawn for every audience,
    a hand only for a seat's own view.
    """

    board: Callable[[V_co, Names, Translator], bytes]
    board_alt: Callable[[V_co, Names, Translator], str]
    board_text: Callable[[V_co, Names, Translator], list[str]]
    hand: Callable[[V_co, Names, Translator], bytes]
    hand_alt: Callable[[V_co, Names, Translator], str]
    hand_text: Callable[[V_co, Names, Translator], list[str]]
    stage: Callable[[V_co, Translator], str] = lambda view, translator: ""
    """Returns the progress of a match in a few public words, such as "Round 3, main phase"."""
    standing: Callable[[V_co, Names, Translator], Sequence[str]] = lambda view, names, translator: ()
    """Returns the state of a match in a few public lines of Markdown: who is ahead, and what everyone has left."""
    finale: Film[V_co] | None = None
    """The film that shows how a match was decided, or None."""
    is_about_hand: Callable[[V_co, Question], bool] = lambda view, question: (
        question.kind is QuestionKind.ACTION
    )
    """Returns whether a question is about its seat's hand. Called with that seat's view."""
    is_of_hand_alone: Callable[[V_co, Question], bool] = lambda view, question: False
    """Returns whether a question is only about the hand, so that the board isn't needed."""
    on_board: Callable[[V_co, Question], frozenset[str]] = lambda view, question: frozenset()
    """Returns the keys of options that are cards on the board, where all their details are visible."""
    in_sight: Callable[[V_co, Names, Translator], Sequence[InSight]] = lambda view, names, translator: ()
    """Returns the cards that the view's owner can look at, nearest first."""
    pictured: Callable[[V_co, Question], str] = lambda view, question: question.subject or question.cause
    """Returns the title of the card that a question is about, which is shown beside it. Other texts show nothing."""
    shared: SharedSight[V_co] | None = None
    """The area that players share, if the board has no room for it; otherwise None."""


class Building(msgspec.Struct, Generic[D_co, E_co], frozen=True):
    """Functions that build, store, show and share a game's decks.

    They raise `cards.deck_builder.BuildingError` with sentences for the player.
    """

    blank: Callable[[], D_co]
    of: Callable[[E_co], D_co]
    """Returns a ready-made deck's content as a deck to build on."""
    playable: Callable[[str, D_co], E_co]
    """Returns a named deck for the game's `setup`. Raises BuildingError with all reasons if it can't be played."""
    write: Callable[[D_co], str]
    read: Callable[[str], D_co]
    """Write and read stored decks. `violations` reports cards that the game no longer has."""
    violations: Callable[[D_co], Sequence[Message]]
    """Returns the rules that a deck breaks, one sentence each."""
    steps: Callable[[D_co], Sequence[DeckStep]]
    chosen: Callable[[D_co, str, Mapping[str, int]], D_co]
    """Returns the deck after a choice in a step, given as counts by key."""
    filled: Callable[[D_co, Random], D_co]
    """Returns a legal deck with these cards, completed at random. Raises BuildingError if there is none."""
    misfits: Callable[[D_co], int]
    without_misfits: Callable[[D_co], D_co]
    """Return the number of cards that break a rule by being in the deck, and the deck without them."""
    summary: Callable[[D_co], Message]
    """Returns the type of a deck in a few words."""
    text: Callable[[str, D_co], str]
    code: Callable[[D_co], str]
    """Return a deck as readable text with its name, and as a code. `understand` reads both."""
    understand: Callable[[str], tuple[str, D_co]]
    """Returns the name ("" if none) and the deck in a text or code. Raises BuildingError with all mistakes."""
    picture: Callable[[str, D_co, Translator], bytes]
    alt: Callable[[str, D_co, Translator], str]
    words: Callable[[str, D_co, Translator], list[str]]
    """Return a deck as a picture, the picture's alt text, and the deck as text with the same content."""
    read_file: Callable[[Path], tuple[str, D_co]] | None = None
    """Returns the name and the deck in a file of the game's own `.toml` format; None if there is no such format.

    Raises BuildingError with all mistakes.
    """


class ProfilePicture(msgspec.Struct, frozen=True):
    """A game's picture of a player's record: PNG bytes, and the picture's alt text."""

    draw: Callable[[PlayedProfile, Translator], bytes]
    alt: Callable[[PlayedProfile, Translator], str]


class CommandChoice(Struct, frozen=True):
    """A variant of an action, as a choice of its command: the typed value, its label, and its verbs."""

    value: str
    title: Message
    verbs: tuple[str, ...]


class ActionCommand(Struct, frozen=True):
    """A command for one of the game's actions, such as `/voidream play`.

    It chooses an option of an action question whose verb is in `verbs`. `thing` is the name of the parameter for the
    object ("" if none is needed), `way` that of the parameter for the variant, one of `ways`. Discord limits
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
        """Return the verbs of a variant, or of all variants."""
        return next((choice.verbs for choice in self.ways if choice.value == way), self.verbs)

    def texts(self) -> Iterator[Message]:
        """Yield all texts that Discord shows for the command."""
        yield from filter(None, (self.about, self.thing_about, self.way_about))
        yield from (choice.title for choice in self.ways)


class HelpPage(Struct, frozen=True):
    """A help page about a game: under 2,000 characters of Markdown."""

    key: str
    title: Message
    text: Message


class PlayableGame(msgspec.Struct, Generic[M_co, V_co, E_co, D_co], frozen=True):
    """A game that can be played with the bot. `kernel` has the rules; its `name` identifies the game in stored matches.

    `phrasing` is the wording of records. `chapter` returns the name of the current part of a match, such as "Round 3".
    `building` is None if the game has only ready-made decks. Raises ValueError if the declaration contradicts itself.
    """

    title: str
    kernel: Game[M_co, V_co, E_co]
    decks: Mapping[str, ReadyMadeDeck[E_co]]
    shown: GamePictures[V_co]
    phrasing: Phrasing
    chapter: Callable[[Match[M_co, V_co]], Message | str]
    blurb: Message | None = None
    """A description in one or two sentences, for choosing a game."""
    reference: Reference | None = None
    """The reference of rules and cards, or None."""
    building: Building[D_co, E_co] | None = None
    faction: Callable[[E_co], Message | str] = lambda deck: ""
    """Returns a deck's faction in a word; "" in games without factions."""
    profile: ProfilePicture | None = None
    """The picture of a player's record; None if it is shown as text."""

    consequences: Callable[[V_co, Question, Names], Sequence[Consequence]] = lambda view, question, names: ()
    """Returns the consequences of the answers to a question, computed only from its seat's view."""
    whole_answers: Callable[[V_co, Question, Names], Sequence[WholeAnswer]] = lambda view, question, names: ()
    """Returns answers to several successive questions that can be given with one press, best first, from the same view.

        If there are any, the question's own answers need one more press.
    """
    rule: Callable[[V_co, Question], str] = lambda view, question: question.cause
    """Returns the reference topic that explains a question: the title of a card, or a topic's key."""
    comes_to: Callable[[V_co, Question, Choice], Message | None] = lambda view, question, choice: None
    """Returns the effect of a partial answer, such as the sum of the chosen cards, or None."""
    tally: Callable[[V_co], Message | None] = lambda view: None
    """Returns a line about a player's remaining resources this turn, from their own view, or None."""
    hurting: Callable[[V_co, Question], frozenset[str]] = lambda view, question: frozenset()
    """Returns the keys of options that hurt the asked player, such as destroying their own card, if others don't."""
    usual_answers: Callable[[V_co, Question], Sequence[Choice]] = lambda view, question: ()
    """Returns likely answers to a question in which several options are chosen. If none: all options, or no option."""
    counted_in: CountedIn = CountedIn.ROUNDS
    """The unit of `Game.round_number`."""
    leads: Callable[[V_co], int | None] | None = None
    """Returns the seat that is ahead by the public view, or None."""
    practice: Callable[[Chance], ComputerPlayer[V_co]] | None = None
    """The computer player for practice, or None."""
    thinking: Thinking[M_co] | None = None
    """The search for stronger practice levels, hints and reviews, or None."""
    puzzles: Callable[[], Collection] | None = None
    """Returns the puzzles. None without puzzles; they need `thinking`."""
    lessons: Course[M_co, V_co, E_co] | None = None
    """The lessons, or None. They need a practice opponent (`practice`)."""
    actions: Sequence[ActionCommand] = ()
    """The game's own action commands."""
    short_name: str = ""
    """The first word of its commands, if its name is too long; otherwise ""."""
    help: Sequence[HelpPage] = ()
    """The help pages about the game."""
    verb_menus: Mapping[str, Message] = msgspec.field(default_factory=dict[str, Message])
    """The placeholders of menus whose options share a verb, by verb. Other menus share one placeholder."""
    verb_buttons: Mapping[str, Message] = msgspec.field(default_factory=dict[str, Message])
    """The one-word labels of buttons beside a card, by verb."""
    rare_verbs: frozenset[str] = frozenset()
    """Rarely chosen verbs. Several options with one of them share a menu, to leave room for others."""
    random_label: Callable[[Question], Message | None] = lambda question: None
    """Returns the label of a button that draws a random answer to a question of pure luck; None for other questions."""
    pregame: PregameRules[M_co] | None = None
    """The choices that players can make before a match, or None."""

    authoring: Callable[[], Authoring] = Authoring
    """Returns the tools for authors. They are imported on demand, so that the bot starts without them."""

    def __post_init__(self) -> None:
        """Raise ValueError if the declaration contradicts itself."""
        contradiction = next(self._contradictions(), None)
        if contradiction is not None:
            raise ValueError(f"The game “{self.title}” {contradiction}.")

    def _contradictions(self) -> Iterator[str]:
        if self.has_decks and not self.decks:
            yield "is played with decks, and `decks` is empty"
        if not self.has_decks and (self.decks or self.building is not None):
            yield "is played without decks, and has `decks` or `building`"
        if self.phrasing.topics.keys() != self.kernel.topics.keys():
            different = sorted(self.phrasing.topics.keys() ^ self.kernel.topics.keys())
            yield f"has `topics` that are not those of its `phrasing`: {', '.join(different)}"
        for field, part in (("thinking", self.thinking), ("lessons", self.lessons)):
            if part is not None and part.game.name != self.name:
                yield f"has `{field}` of another game, {part.game.name}"
        if self.lessons is not None and self.practice is None:
            yield "has `lessons`, and nobody to play against (`practice`)"
        if self.puzzles is not None and self.thinking is None:
            yield "has `puzzles`, and nobody who thinks about it (`thinking`)"

    @property
    def has_decks(self) -> bool:
        """Whether every player brings a deck."""
        return self.kernel.entry is PlayerEntry.DECK

    @property
    def seats(self) -> range:
        """The possible numbers of seats."""
        return self.kernel.seats

    @property
    def is_in_rounds(self) -> bool:
        """Whether the last round of a match can be shown as an animation."""
        return self.shown.finale is not None

    @property
    def name(self) -> str:
        """The name under which matches of this game are stored."""
        return self.kernel.name

    @property
    def word(self) -> str:
        """The first word of its commands, such as "voidream" in `/voidream play`."""
        return self.short_name or self.name

    @property
    def names(self) -> frozenset[str]:
        """The names that users can type, in lowercase: key (also with hyphens), command word, and titles in all languages."""
        title = msg(self.title, "game")
        names = {
            self.name,
            self.word,
            self.name.replace("_", "-"),
            self.title,
            *(self.translator(locale)(title) for locale in Locale),
        }
        return frozenset(name.casefold() for name in names)

    def translator(self, locale: Locale) -> Translator:
        """Return the translator for this game's texts."""
        return self.kernel.translator(locale)

    def ready_made(self, name: str) -> ReadyMadeDeck[E_co] | None:
        """Return the ready-made deck with this name in any language, ignoring case, or None."""
        query = name.strip().casefold()
        decks = self.decks.values()
        titles = [(deck.name, deck) for deck in decks]
        titles += [
            (translate(deck.title), deck) for translate in map(self.translator, Locale) for deck in decks
        ]
        return next((deck for title, deck in titles if title.casefold() == query), None)

    def called(self, name: str) -> Value:
        """Return a deck's display name: translatable for a ready-made deck, otherwise unchanged."""
        deck = self.ready_made(name)
        return name if deck is None else deck.title

    def deck(self, name: str) -> ReadyMadeDeck[E_co]:
        """Return the ready-made deck with this name in any language, ignoring case.

        Raises BadDeck with the known names.
        """
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
        # In debug mode, asyncio formats the results of tasks. The default repr of a whole game takes a second.
        return f"<{type(self).__name__} {self.name!r}>"


class Games(msgspec.Struct, frozen=True):
    """All games of this bot, by their stored name."""

    games: Mapping[str, PlayableGame] = msgspec.field(default_factory=dict[str, PlayableGame])

    @classmethod
    def of(cls, *games: PlayableGame) -> Games:
        """Return these games in the order in which they are offered. Raises ValueError if two share a name."""
        game_by_name: dict[str, PlayableGame] = {}
        for game in games:
            for name in game.names:
                other = game_by_name.setdefault(name, game)
                if other is not game:
                    raise ValueError(f"Two games are called “{name}”: {other.title} and {game.title}.")
        return cls({game.name: game for game in games})

    def find(self, name: str) -> PlayableGame:
        """Return the game with a stored name. Raises NotFound."""
        try:
            return self.games[name]
        except KeyError:
            raise NotFound(msg("There is no game called “{name}” here.", name=name)) from None

    def challenge_command(self, game: PlayableGame) -> str:
        """Return the command that challenges someone to a game, as it is typed."""
        word = game.word if len(self.games) > 1 else Command.CHALLENGE.family
        return f"/{word} {Command.CHALLENGE.own_name}"

    def named(self, typed: str) -> PlayableGame:
        """Return the game with a typed name: its key, its command word, or its title in any language.

        Raises NotFound.
        """
        query = typed.strip().casefold()
        for game in self.games.values():
            if query in game.names:
                return game
        raise NotFound(
            msg(
                "There is no game called “{name}”. You can choose {games}.",
                name=typed.strip()[:60],
                games=series(*(game.title for game in self.games.values()), joined="or"),
            )
        )
