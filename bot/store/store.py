"""The store: reads and write transactions, with all subjects."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, ParamSpec, Protocol, TypeVar, get_type_hints
from weakref import WeakKeyDictionary

import structlog

from bot.errors import Collision, Uncertain
from bot.platform import metrics
from bot.platform.metrics import StoreMeasure
from bot.store.about import About, AboutKey, AboutMatch, AboutPerson, MatchesOf, Scope
from bot.store.acts import ActQueries, ActStatements, EventQueries, EventStatements
from bot.store.blocks import BlockQueries, BlockStatements
from bot.store.budgets import BudgetStatements
from bot.store.clocks import (
    ALIVE,
    AbsenceLog,
    AbsenceQueries,
    AbsenceStatements,
    AlarmQueries,
    AlarmStatements,
    ClockStatements,
    ReminderStatements,
)
from bot.store.connection import Connection
from bot.store.decks import DeckQueries, DeckStatements
from bot.store.key_values import KeyValueQueries, KeyValueStatements
from bot.store.lessons import LessonStatements
from bot.store.matches import MatchQueries, MatchStatements
from bot.store.mentions import MentionQueries
from bot.store.messages import MessageQueries, MessageStatements
from bot.store.offers import OfferStatements
from bot.store.orders import OrderQueries, OrderStatements
from bot.store.outbox import NoteQueries, NoteStatements
from bot.store.people import LocaleQueries, LocaleStatements, PersonQueries, PersonStatements
from bot.store.personal import PersonalQueries, PersonalStatements
from bot.store.puzzles import PuzzleQueries, PuzzleStatements
from bot.store.random_values import Draw
from bot.store.ratings import RatingQueries, RatingStatements
from bot.store.reviews import ReviewStatements
from bot.store.seats import SeatStatements
from bot.store.servers import ServerQueries, ServerStatements
from bot.store.snapshots import SnapshotQueries
from bot.store.thoughts import ThoughtQueries, ThoughtStatements
from bot.store.watchers import WatcherQueries, WatcherStatements
from bot.store.workers import WorkerStatements


@dataclass(frozen=True, slots=True)
class Reading:
    """The queries of one committed state."""

    absences: AbsenceQueries
    acts: ActQueries
    alarms: AlarmQueries
    blocks: BlockQueries
    mentions: MentionQueries
    decks: DeckQueries
    events: EventQueries
    key_values: KeyValueQueries
    lessons: LessonStatements
    locales: LocaleQueries
    reviews: ReviewStatements
    snapshots: SnapshotQueries
    matches: MatchQueries
    messages: MessageQueries
    notes: NoteQueries
    offers: OfferStatements
    orders: OrderQueries
    people: PersonQueries
    personal: PersonalQueries
    puzzles: PuzzleQueries
    ratings: RatingQueries
    servers: ServerQueries
    thoughts: ThoughtQueries
    watchers: WatcherQueries

    @classmethod
    def on(cls, connection: Connection, absences: AbsenceLog) -> Reading:
        """Return the subjects of a connection that reads."""
        matches = MatchQueries(connection, absences)
        return _with_others(
            cls,
            connection,
            absences=AbsenceQueries(connection, absences),
            matches=matches,
            offers=OfferStatements(connection, absences),
            snapshots=SnapshotQueries(connection, matches),
        )


@dataclass(frozen=True, slots=True)
class Writing(Reading):
    """One transaction: all of it happens, or nothing."""

    absences: AbsenceStatements
    acts: ActStatements
    alarms: AlarmStatements
    blocks: BlockStatements
    decks: DeckStatements
    events: EventStatements
    key_values: KeyValueStatements
    locales: LocaleStatements
    matches: MatchStatements
    messages: MessageStatements
    notes: NoteStatements
    orders: OrderStatements
    people: PersonStatements
    personal: PersonalStatements
    puzzles: PuzzleStatements
    ratings: RatingStatements
    servers: ServerStatements
    thoughts: ThoughtStatements
    watchers: WatcherStatements
    clocks: ClockStatements
    reminders: ReminderStatements
    seats: SeatStatements
    budgets: BudgetStatements
    workers: WorkerStatements
    connection: Connection

    async def hold(self, *named: About) -> None:
        """Declare more subjects: from here on no one else changes them.

        Raises NotNamed for a subject that precedes one already held, in the order of `bot.store.about`.
        """
        await self.connection.hold(self.connection.scope.name(named))

    @classmethod
    def inside(cls, connection: Connection, absences: AbsenceLog, draw: Draw) -> Writing:
        """Return the subjects of a connection that writes. `draw` returns random numbers."""
        acts, events, notes = (
            ActStatements(connection),
            EventStatements(connection),
            NoteStatements(connection),
        )
        matches = MatchStatements(connection, absences, draw, acts, events, notes)
        return _with_others(
            cls,
            connection,
            absences=AbsenceStatements(connection, absences),
            acts=acts,
            clocks=ClockStatements(connection, absences),
            connection=connection,
            decks=DeckStatements(connection, draw),
            events=events,
            matches=matches,
            notes=notes,
            offers=OfferStatements(connection, absences),
            snapshots=SnapshotQueries(connection, matches),
        )


S = TypeVar("S", bound=Reading)


def _with_others(kind: type[S], connection: Connection, /, **made: object) -> S:
    """Return the subjects of a connection: those `made`, and all others, which only need the connection."""
    others = {name: subject for name, subject in _subject_types(kind).items() if name not in made}
    return kind(**made, **{name: subject(connection) for name, subject in others.items()})


@cache
def _subject_types(kind: type[Reading]) -> dict[str, Any]:
    return get_type_hints(kind)


class Presence(Protocol):
    """The announcement of a living worker."""

    def is_alone(self) -> bool:
        """Return whether no other worker lives on this database."""
        ...

    def ended(self) -> Collection[str]:
        """Return the workers known to have ended, each once. Others may have ended as well."""
        ...

    def end(self) -> None:
        """End without notice, like a killed process."""
        ...

    def leave(self) -> None:
        """Withdraw the announcement."""
        ...


class Database(Protocol):
    """A database behind the store."""

    def read(self, *, once: bool = False) -> AbstractAsyncContextManager[Connection]:
        """Yield a connection that sees one committed state, and changes nothing; `once`, for a single statement."""
        ...

    def change(self) -> AbstractAsyncContextManager[Connection]:
        """Yield a connection inside a transaction, committed if the block ends without an exception.

        Raises Unwritable if nothing can be written at the moment.
        """
        ...

    async def last_number(self, connection: Connection, table: str) -> int:
        """Return the last id assigned to a row of a table, 0 for none."""
        ...

    async def set_last_number(self, connection: Connection, table: str, number: int) -> None:
        """Make the ids of a table continue after this one."""
        ...

    def attend(self, worker: str) -> Presence | None:
        """Announce a worker of this process; None if that isn't possible. Raises OSError."""
        ...

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the database."""
        ...


class Store:
    """Reads and write transactions on a database."""

    def __init__(self, database: Database, draw: Draw) -> None:
        self.database = database
        self._draw = draw
        self.absences = AbsenceLog()
        self.reads = 0
        """The number of completed reads."""
        self._readings: WeakKeyDictionary[Connection, Reading] = WeakKeyDictionary()
        self._changes: WeakKeyDictionary[Connection, Writing] = WeakKeyDictionary()

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncGenerator[Reading]:
        """Read one committed state; `once`, for a single statement, which needs no transaction."""
        measure = StoreMeasure("read")
        try:
            async with self.database.read(once=once) as connection:
                measure.begun()
                reading = self._readings.get(connection)
                if reading is None:
                    reading = self._readings[connection] = Reading.on(connection, self.absences)
                yield reading
                self.reads += 1
        finally:
            measure.ended()

    @asynccontextmanager
    async def write(self, *named: About) -> AsyncGenerator[Writing]:
        """Begin a transaction about the named subjects. It is committed if the block ends without an exception.

        No one else changes these subjects until then, and nothing else can be written. Raises Unwritable while
        nothing can be written, and Collision if it can be retried immediately. New absences of the bot are stored with
        it, so that clocks written in it don't include them.
        """
        is_shared = self.absences.is_shared
        if self.absences.new and is_shared:
            # A separate transaction: others store absences too, and these subjects have to be locked first.
            async with self._change((AboutKey(ALIVE),), with_absences=True):
                pass
        async with self._change(named, with_absences=not is_shared) as writing:
            yield writing

    @asynccontextmanager
    async def _change(self, named: tuple[About, ...], *, with_absences: bool) -> AsyncGenerator[Writing]:
        absence_count = 0
        measure = StoreMeasure("write")
        try:
            async with self.database.change() as connection:
                measure.begun()
                writing = self._changes.get(connection)
                if writing is None:
                    writing = self._changes[connection] = Writing.inside(
                        connection, self.absences, self._draw
                    )
                connection.scope = Scope()
                await self._hold(writing, named)
                if with_absences and self.absences.new:
                    absence_count = await writing.absences.write()
                yield writing
        except BaseException:
            self.absences.take_back(absence_count)
            raise
        finally:
            measure.ended()
        if absence_count:
            self.absences.on_written()

    async def _hold(self, tx: Writing, named: tuple[About, ...]) -> None:
        all_matches = next((subject for subject in named if isinstance(subject, MatchesOf)), None)
        if all_matches is None:
            await tx.hold(*named)
            return
        match_ids = await tx.personal.matches(all_matches.id, over=all_matches.over)
        other_subjects = [subject for subject in named if subject is not all_matches]
        await tx.hold(*other_subjects, *map(AboutMatch, match_ids), AboutPerson(all_matches.id))
        # Seats are added under their person's lock, so from here on no match can be added.
        if not set(await tx.personal.matches(all_matches.id, over=all_matches.over)) <= set(match_ids):
            raise Collision
        tx.connection.scope.made(all_matches)

    async def load_absences(self) -> None:
        """Load the stored absences of the bot."""
        async with self.read() as reading:
            await reading.absences.load()

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the database."""
        await self.database.close()


ATTEMPTS = 3
"""Maximum attempts of an act."""
_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.store")
P = ParamSpec("P")
T = TypeVar("T")
_Act = Callable[P, Coroutine[object, object, T]]


def retried(*, known: bool) -> Callable[[_Act[P, T]], _Act[P, T]]:
    """Return a decorator that repeats an act whose transaction collided, at most three times in all.

    It reads everything again. `known`: the act recognises that it was already carried out, by its interaction
    or its effect. Only then is it also repeated after a commit whose confirmation was lost.
    """
    retryable = (Collision, Uncertain) if known else Collision

    def retry(act: _Act[P, T]) -> _Act[P, T]:
        @wraps(act)
        async def carried_out(*args: P.args, **kwargs: P.kwargs) -> T:
            for attempt in range(1, ATTEMPTS):
                try:
                    return await act(*args, **kwargs)
                except retryable as error:
                    metrics.STORE_RETRIES.labels(type(error).__name__).inc()
                    _log.info("retried", act=act.__qualname__, attempt=attempt, why=type(error).__name__)
            return await act(*args, **kwargs)

        return carried_out

    return retry
