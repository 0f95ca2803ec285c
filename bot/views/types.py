"""What one audience may be shown of a match, made from that audience's view and nothing else.

`PublicLook` and `PrivateLook` are different types on purpose, and neither can be made from the other.
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
    """The clock of one seat. Everyone may know it.

    `left` are the milliseconds that were left when the clock last stood still or began to run; `due_at` is when they will be
    used up, None while it stands still. `late`: they have been used up, and it has been told. `away_until`: on vacation.
    `lapsed` is how many decisions in a row they have let run out, where doing nothing is an answer.
    """

    left: int = 0
    due_at: int | None = None
    late: bool = False
    away_until: int | None = None
    lapsed: int = 0


class MatchTable(MatchHead, frozen=True, kw_only=True):
    """What everyone may know about a match without looking at its position; also of a challenge.

    `people` are in the order of seats. Decks are private and not in it (R51).
    """

    game: PlayableGame
    people: tuple[Person, ...]
    times: tuple[Time, ...] = ()
    """By seat; empty in a match without clocks."""
    keeping: frozenset[int] = frozenset()
    """The seats of those who keep their hands private when a match is over."""
    invited: tuple[Invited, ...] = ()
    """The answers to the challenge, by seat; its maker has accepted."""
    out: frozenset[int] = frozenset()
    """The seats of those who are out of a match that goes on without them."""
    gone: frozenset[int] = frozenset()
    """The seats of those who have not come back, so that the others can end the match."""
    taken_over: frozenset[int] = frozenset()
    """The seats of those for whom the bot plays on, or did so when the match ended."""
    free_seats: int = 0
    """The number of seats that anyone may take; 0 for everything but an open table."""

    @property
    def match_id(self) -> int:
        """The number of the match."""
        return self.id

    @property
    def key(self) -> str:
        """The match at this revision, as the ids of its controls name it."""
        return f"{self.match_id}-{self.mark}"

    @property
    def challenging(self) -> Person:
        """The one who challenged."""
        return self.people[self.challenger]

    @property
    def challenged(self) -> tuple[Person, ...]:
        """Those who were challenged."""
        return tuple(person for seat, person in enumerate(self.people) if seat != self.challenger)

    def others(self, seat: int | None) -> tuple[int, ...]:
        """Return the seats that still play, without this one."""
        return tuple(n for n in range(len(self.people)) if n != seat and n not in self.out)

    @property
    def played_for(self) -> frozenset[int]:
        """The seats of those for whom the house plays on now."""
        return self.taken_over if self.standing is MatchStatus.PLAYING else frozenset()

    @property
    def is_quiet(self) -> bool:
        """Whether no message tells of it: a lesson, or practice without a server. It is shown where it is played alone."""
        return bool(self.lesson) or (self.guild_id is None and self.is_practice)

    @property
    def is_practice(self) -> bool:
        """Whether the bot itself plays."""
        return any(person.is_house for person in self.people)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(person.name for person in self.people)

    def names_in(self, said: Translator) -> tuple[str, ...]:
        """Return the players' names, by seat, as a language calls them: it has a word for those who were forgotten."""
        return tuple(said(A_FORMER_PLAYER) if person.id < 0 else person.name for person in self.people)

    def naming(self, said: Translator) -> Translator:
        """Return who says in a language what names players by their seats."""
        return said.naming(self.names_in(said))

    def told_in(self, said: Translator) -> MatchTable:
        """Return this for readers of a language: with the players' names as they are called there."""
        if all(person.id >= 0 for person in self.people):
            return self
        named = zip(self.people, self.names_in(said), strict=True)
        return replace(self, people=tuple(replace(person, name=name) for person, name in named))

    def seat_of(self, person: int) -> int | None:
        """Return the seat of that person, None for everybody else."""
        return next((seat for seat, one in enumerate(self.people) if one.id == person), None)


class AwaitedSeat(msgspec.Struct, frozen=True):
    """The seat whose decision is awaited, and its topic in public words."""

    seat: int
    person: Person
    about: str


class StoryLine(msgspec.Struct, frozen=True):
    """A line of what happened: sentences about an act, in the order in which it happened.

    `standing_out` are the places of those that are to be seen at a glance. `rev` is the revision of the match that the act made.
    """

    sentences: tuple[str, ...]
    standing_out: tuple[int, ...] = ()
    rev: int = 0

    def __str__(self) -> str:
        return " ".join(self.sentences)


class PublicLook(msgspec.Struct, frozen=True):
    """A spectator's knowledge of a match: for channels, threads, and people without a seat.

    `story` is what happened lately, oldest first. `seed` is "" until the match is over. `translator` says
    everything in the language of the server. `turn_order` are the seats in the order of their turns, from the one whose
    turn it is; none where they don't take turns.
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


class Ordering(msgspec.Struct, frozen=True):
    """A player's standing orders where they decide: those that stand or have just ended.

    `answers`: one of them answers the question in a moment.
    """

    given: tuple[StandingOrder, ...] = ()
    answers: bool = False


NO_ORDERS = Ordering()


class SheetLook(msgspec.Struct, frozen=True):
    """A player's draft that has not been given yet, and what would give it.

    `steps` are the answers in words, step by step. `finals` says of options, by their keys, what comes in with them: then all of
    it is given at once. `lost`: some of it could not be given any more, and is gone. `mark` names what is on it. `is_ahead`: they
    are not asked yet, and it will be a plan: then `stops` are the events that can end it, each with whether it does.
    `can_have_else`: what is done if the last step can't be can be said, `is_choosing_else` that it is being chosen.
    """

    steps: tuple[tuple[Message, ...], ...] = ()
    finals: Mapping[str, Message] = MappingProxyType({})
    lost: bool = False
    mark: str = ""
    is_ahead: bool = False
    stops: tuple[tuple[StopChoice, bool], ...] = ()
    can_have_else: bool = False
    is_choosing_else: bool = False


class ReaderProfile(msgspec.Struct, frozen=True):
    """A player's display preferences, and whether direct messages reach them.

    `dm_closed`: their direct messages are refused; `dm_told`: they know that.
    """

    text_boards: bool = False
    dm_closed: bool = False
    dm_told: bool = False


class PrivateLook(msgspec.Struct, frozen=True):
    """One player's knowledge of their match: for direct messages and replies that only they see.

    `panel` is the direct message that shows this match to them, as (channel id, message id), if there is one. `translator`
    says everything in their language, and `question` and `story` are in it: what has happened since their last act, with
    what that decided.
    """

    table: MatchTable
    seat: int
    person: Person
    view: object
    question: Question | None
    awaited: tuple[AwaitedSeat, ...]
    story: tuple[StoryLine, ...]
    outcome: Outcome | None
    commitment: str
    seed: str
    panel: Panel | None = None
    reader: ReaderProfile = ReaderProfile()
    orders: Ordering = NO_ORDERS
    forms: tuple[OrderForm, ...] = ()
    """The orders that they can give now."""
    again: Message | None = None
    """The order that they have given last, in words, if it can be given once more by a press."""
    ready: tuple[ReadyPlan, ...] = ()
    """The plans that they can give by a press."""
    translator: Translator = ENGLISH
    sheet: SheetLook | None = None
    """Their draft: then `view` and `question` are as they would be. None where answers are given one by one,
    or in a look at the match as it is (`Matches.look_private`)."""
    place: int | None = None
    """In which place they came in; None while they play, and for a match that ended."""
    answered_last: bool = False
    """Whether the last act of which anything is told was an answer of theirs."""
    card: CardPage | None = None
    """The card that the question is about, as it is printed; None for a question about none."""

    @property
    def may_be_idle(self) -> bool:
        """Whether they are asked for an order that may come to the same whichever they give."""
        indifference = self.table.game.kernel.indifference
        return (
            indifference is not None
            and self.question is not None
            and self.question.topic in indifference.topics
        )


class Done(msgspec.Struct, frozen=True):
    """The result of an answer or a resignation, for the person who gave it.

    `happened` is what followed, as that person knows it, and `look` the match as it is now. `repeated` says that this interaction
    had been carried out before: nothing was done now, and `happened` is what happened then.
    """

    happened: tuple[StoryLine, ...]
    look: PrivateLook
    repeated: bool = False


class LogLine(msgspec.Struct, frozen=True):
    """A sentence of a match's log, as one audience knows it. `number` counts all lines of that audience from 1.

    `cause` is the card or the rule behind it, as the game cites it, `because` what it is called in the reader's language.
    `heading`, where a new part of the match begins with it, says which, and what was decided in it; else "".
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
