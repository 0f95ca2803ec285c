"""All subjects of the store: those for reading, and those for transactions."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.about import About
from bot.store.absences import AbsenceLog, AbsenceQueries, AbsenceStatements
from bot.store.acts import ActQueries, ActStatements, EventQueries, EventStatements
from bot.store.budgets import BudgetStatements
from bot.store.calls import CallQueries, CallStatements
from bot.store.clocks import AlarmQueries, AlarmStatements, ClockStatements, ReminderStatements
from bot.store.connection import Connection
from bot.store.decks import DeckQueries, DeckStatements
from bot.store.key_values import FactQueries, FactStatements
from bot.store.lessons import LessonStatements
from bot.store.looks import LookQueries
from bot.store.marks import Draw
from bot.store.matches import MatchQueries, MatchStatements
from bot.store.messages import MessageQueries, MessageStatements
from bot.store.offers import OfferStatements
from bot.store.orders import OrderQueries, OrderStatements
from bot.store.outbox import NoteQueries, NoteStatements
from bot.store.people import LocaleQueries, LocaleStatements, PersonQueries, PersonStatements
from bot.store.personal import PersonalQueries, PersonalStatements
from bot.store.puzzles import PuzzleQueries, PuzzleStatements
from bot.store.ratings import RatingQueries, RatingStatements
from bot.store.reviews import LookBackStatements
from bot.store.seats import SeatStatements
from bot.store.servers import ServerQueries, ServerStatements
from bot.store.thoughts import ThoughtQueries, ThoughtStatements
from bot.store.watchers import WatcherQueries, WatcherStatements
from bot.store.workers import WorkerStatements


@dataclass(frozen=True, slots=True)
class Reading:
    """The queries of one committed state."""

    absences: AbsenceQueries
    acts: ActQueries
    alarms: AlarmQueries
    calls: CallQueries
    decks: DeckQueries
    events: EventQueries
    facts: FactQueries
    lessons: LessonStatements
    locales: LocaleQueries
    look_backs: LookBackStatements
    looks: LookQueries
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
        return cls(
            absences=AbsenceQueries(connection, absences),
            acts=ActQueries(connection),
            alarms=AlarmQueries(connection),
            calls=CallQueries(connection),
            decks=DeckQueries(connection),
            events=EventQueries(connection),
            facts=FactQueries(connection),
            lessons=LessonStatements(connection),
            locales=LocaleQueries(connection),
            look_backs=LookBackStatements(connection),
            looks=LookQueries(connection, matches),
            matches=matches,
            messages=MessageQueries(connection),
            notes=NoteQueries(connection),
            offers=OfferStatements(connection, absences),
            orders=OrderQueries(connection),
            people=PersonQueries(connection),
            personal=PersonalQueries(connection),
            puzzles=PuzzleQueries(connection),
            ratings=RatingQueries(connection),
            servers=ServerQueries(connection),
            thoughts=ThoughtQueries(connection),
            watchers=WatcherQueries(connection),
        )


@dataclass(frozen=True, slots=True)
class Writing(Reading):
    """One transaction: all of it happens, or nothing."""

    absences: AbsenceStatements
    acts: ActStatements
    alarms: AlarmStatements
    calls: CallStatements
    decks: DeckStatements
    events: EventStatements
    facts: FactStatements
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
        """Name more that the transaction is about: from here on nobody else changes it.

        Raises NotNamed for what comes, in the order of `bot.store.about`, before what it holds already.
        """
        await self.connection.hold(self.connection.scope.name(named))

    @classmethod
    def inside(cls, connection: Connection, absences: AbsenceLog, draw: Draw) -> Writing:
        """Return the subjects of a connection that writes; `draw` draws what must never come twice."""
        acts, events, notes = (
            ActStatements(connection),
            EventStatements(connection),
            NoteStatements(connection),
        )
        matches = MatchStatements(connection, absences, draw, acts, events, notes)
        return cls(
            absences=AbsenceStatements(connection, absences),
            acts=acts,
            alarms=AlarmStatements(connection),
            calls=CallStatements(connection),
            decks=DeckStatements(connection, draw),
            events=events,
            facts=FactStatements(connection),
            lessons=LessonStatements(connection),
            locales=LocaleStatements(connection),
            look_backs=LookBackStatements(connection),
            looks=LookQueries(connection, matches),
            matches=matches,
            messages=MessageStatements(connection),
            offers=OfferStatements(connection, absences),
            orders=OrderStatements(connection),
            people=PersonStatements(connection),
            personal=PersonalStatements(connection),
            puzzles=PuzzleStatements(connection),
            ratings=RatingStatements(connection),
            servers=ServerStatements(connection),
            thoughts=ThoughtStatements(connection),
            watchers=WatcherStatements(connection),
            clocks=ClockStatements(connection, absences),
            notes=notes,
            reminders=ReminderStatements(connection),
            seats=SeatStatements(connection),
            budgets=BudgetStatements(connection),
            workers=WorkerStatements(connection),
            connection=connection,
        )
