"""Snapshots of a match for one audience, built only from that audience's view.

`PublicSnapshot` and `PlayerSnapshot` are different types on purpose, and neither can be made from the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from bot.games.playable import PlayableGame
from bot.games.reference import CardPage
from bot.store.match_status import Invited, MatchStatus
from bot.store.orders import StandingOrder
from bot.store.person import A_FORMER_PLAYER, Person
from bot.store.rows import MatchHead, Panel
from cards.i18n import Locale, Message, Translator, translator
from engine.kernel.orders.order import OrderForm, StopChoice
from engine.kernel.orders.plan import ReadyPlan
from engine.kernel.position import Outcome
from engine.kernel.question import Question

ENGLISH = translator(Locale.ENGLISH)


class Time(msgspec.Struct, frozen=True):
    """The clock of one seat. Public.

    `left` are the milliseconds left when the clock last stopped or started. `due_at` is when they run out, None while
    it is stopped. `late`: they ran out, and it was announced. `away_until`: on vacation.
    `lapsed` is the number of consecutive decisions that timed out, in games with default answers.
    """

    left: int = 0
    due_at: int | None = None
    late: bool = False
    away_until: int | None = None
    lapsed: int = 0


class MatchTable(MatchHead, frozen=True, kw_only=True):
    """Public information about a match or challenge that doesn't need its position.

    `people` are by seat. Decks are private and not included (R51).
    """

    game: PlayableGame
    people: tuple[Person, ...]
    times: tuple[Time, ...] = ()
    """By seat; empty in a match without clocks."""
    keeping: frozenset[int] = frozenset()
    """The seats whose players keep their hands private after a match."""
    invited: tuple[Invited, ...] = ()
    """The replies to the challenge, by seat; the challenger counts as accepted."""
    out: frozenset[int] = frozenset()
    """The seats that are out of a match that continues without them."""
    gone: frozenset[int] = frozenset()
    """The seats whose players haven't returned, so that the others can end the match."""
    taken_over: frozenset[int] = frozenset()
    """The seats the bot plays for, or played for when the match ended."""
    free_seats: int = 0
    """The number of free seats at an open table; 0 for other matches."""

    @property
    def match_id(self) -> int:
        """The id of the match."""
        return self.id

    @property
    def key(self) -> str:
        """The id of the match with the token of its revision, as in the ids of controls."""
        return f"{self.match_id}-{self.revision_token}"

    @property
    def challenging(self) -> Person:
        """The challenger."""
        return self.people[self.challenger]

    @property
    def challenged(self) -> tuple[Person, ...]:
        """The challenged people."""
        return tuple(person for seat, person in enumerate(self.people) if seat != self.challenger)

    def others(self, seat: int | None) -> tuple[int, ...]:
        """Return the seats still playing, except this one."""
        return tuple(n for n in range(len(self.people)) if n != seat and n not in self.out)

    @property
    def played_for(self) -> frozenset[int]:
        """The seats the bot plays for now."""
        return self.taken_over if self.status is MatchStatus.PLAYING else frozenset()

    @property
    def is_quiet(self) -> bool:
        """Whether no messages are sent about it: a lesson, or practice outside a server."""
        return bool(self.lesson) or (self.guild_id is None and self.is_practice)

    @property
    def is_practice(self) -> bool:
        """Whether the bot itself plays."""
        return any(person.is_this_bot for person in self.people)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(person.name for person in self.people)

    def names_in(self, translator: Translator) -> tuple[str, ...]:
        """Return the players' names, by seat, in a language: deleted players have a translated name."""
        return tuple(translator(A_FORMER_PLAYER) if person.id < 0 else person.name for person in self.people)

    def naming(self, translator: Translator) -> Translator:
        """Return the translator, with this match's players as the names of seats."""
        return translator.naming(self.names_in(translator))

    def translator(self, locale: Locale) -> Translator:
        """Return the game's translator into a language, with this match's players as the names of seats."""
        return self.naming(self.game.translator(locale))

    def in_language(self, translator: Translator) -> MatchTable:
        """Return this table for readers of a language, with the players' names in that language."""
        if all(person.id >= 0 for person in self.people):
            return self
        names_by_person = zip(self.people, self.names_in(translator), strict=True)
        return replace(self, people=tuple(replace(person, name=name) for person, name in names_by_person))

    def seat_of(self, person: int) -> int | None:
        """Return the seat of a person, or None if they have none."""
        return next((seat for seat, player in enumerate(self.people) if player.id == person), None)


class AwaitedSeat(msgspec.Struct, frozen=True):
    """The seat whose decision is awaited, and its topic in public words."""

    seat: int
    person: Person
    about: str


class StoryLine(msgspec.Struct, frozen=True):
    """A line of recent events: the sentences about an act, in order.

    `standing_out` are the indices of the highlighted ones. `rev` is the revision that the act created.
    """

    sentences: tuple[str, ...]
    standing_out: tuple[int, ...] = ()
    rev: int = 0

    def __str__(self) -> str:
        return " ".join(self.sentences)


class PublicSnapshot(msgspec.Struct, frozen=True):
    """A spectator's knowledge of a match, for channels, threads, and people without a seat.

    `story` are recent events, oldest first. `seed` is "" until the match is over. `translator` is for the server's
    language. `turn_order` are the seats in turn order from the current one; empty if they don't take turns.
    """

    table: MatchTable
    view: object
    awaited: tuple[AwaitedSeat, ...]
    story: tuple[StoryLine, ...]
    outcome: Outcome | None
    commitment: str
    seed: str
    translator: Translator = ENGLISH
    turn_order: tuple[int, ...] = ()


class SeatOrders(msgspec.Struct, frozen=True):
    """A player's standing orders when they decide: active ones and those that have just ended.

    `answers`: one of them will answer the question in a moment.
    """

    orders: tuple[StandingOrder, ...] = ()
    answers: bool = False


NO_ORDERS = SeatOrders()


class DraftSnapshot(msgspec.Struct, frozen=True):
    """A player's draft that hasn't been submitted yet.

    `steps` are the answers as text, step by step. `finals` are the interruptions by option key: choosing such
    an option submits the whole draft. `lost`: some of it was no longer possible and has been removed. `digest`
    identifies its content. `is_ahead`: it isn't their turn yet, and the draft will become a plan; then
    `stops` are the events that can end it, each with whether it does. `can_have_else`: an alternative to the
    last step can be added; `is_choosing_else`: it is being chosen. `ends_turn`: their turn is over after the last step.
    """

    steps: tuple[tuple[Message, ...], ...] = ()
    finals: Mapping[str, Message] = MappingProxyType({})
    lost: bool = False
    digest: str = ""
    is_ahead: bool = False
    stops: tuple[tuple[StopChoice, bool], ...] = ()
    can_have_else: bool = False
    is_choosing_else: bool = False
    ends_turn: bool = False


class ReaderProfile(msgspec.Struct, frozen=True):
    """A player's display preferences, and whether direct messages reach them.

    `dm_closed`: their direct messages are refused; `dm_told`: they know that.
    """

    text_boards: bool = False
    dm_closed: bool = False
    dm_told: bool = False


class PlayerSnapshot(msgspec.Struct, frozen=True):
    """One player's knowledge of their match, for direct messages and replies that only they see.

    `panel` is the direct message that shows this match to them, as (channel id, message id), if any. `translator`,
    `question` and `story` are in their language; `story` are the events since their last act, including its result.
    """

    table: MatchTable
    seat: int
    person: Person
    view: object
    question: Question | None
    awaited: tuple[AwaitedSeat, ...]
    story: tuple[StoryLine, ...]
    outcome: Outcome | None
    seed: str
    panel: Panel | None = None
    reader: ReaderProfile = ReaderProfile()
    orders: SeatOrders = NO_ORDERS
    forms: tuple[OrderForm, ...] = ()
    """The orders they can give now."""
    again: Message | None = None
    """The text of their last order, if a press can repeat it."""
    ready: tuple[ReadyPlan, ...] = ()
    """The ready-made plans they can give with a press."""
    translator: Translator = ENGLISH
    sheet: DraftSnapshot | None = None
    """Their draft.

    If present, `view` and `question` show the expected match. None if answers are given one by one, or in a snapshot
    of the current match (`Matches.player_snapshot`).
    """
    place: int | None = None
    """Their place if they are out of a match in progress, else None."""
    answered_last: bool = False
    """Whether the last act with visible events was their own answer."""
    card: CardPage | None = None
    """The printed card that the question is about; None for a question about none."""

    @property
    def may_be_idle(self) -> bool:
        """Whether they are asked for an order that may make no difference."""
        indifference = self.table.game.kernel.indifference
        return (
            indifference is not None
            and self.question is not None
            and self.question.topic in indifference.topics
        )


class ActResult(msgspec.Struct, frozen=True):
    """The result of an answer or a resignation, for the person who gave it.

    `happened` are the events that followed, as that person knows them, and `snapshot` the current match. `repeated`: this
    interaction was already carried out, so nothing was done now, and `happened` are the events of that time.
    """

    happened: tuple[StoryLine, ...]
    snapshot: PlayerSnapshot
    repeated: bool = False


class LogLine(msgspec.Struct, frozen=True):
    """A sentence of a match's log, as one audience knows it. `number` counts all lines of that audience from 1.

    `cause` is the card or rule behind it, as the game cites it, and `because` its name in the reader's language.
    `heading` names the new part of the match that begins here and what was decided in it, or is "".
    """

    number: int
    at: int
    text: str
    cause: str = ""
    because: str = ""
    heading: str = ""


class LogPage(msgspec.Struct, frozen=True):
    """A page of a log. `page` counts from 1, the oldest lines first; `pages` is at least 1."""

    lines: tuple[LogLine, ...]
    page: int
    pages: int


class Summary(msgspec.Struct, frozen=True):
    """A challenge or match in a person's list. `awaited` are the seats whose decision is awaited."""

    table: MatchTable
    awaited: tuple[int, ...]
