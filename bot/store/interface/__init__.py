"""What the bot asks of its store, by subject. SQL stays behind this; PostgreSQL would be a second implementation."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.store.interface.absences import AbsencesReading, AbsencesWriting
from bot.store.interface.acts import ActsReading, ActsWriting, EventsReading
from bot.store.interface.calls import CallsReading, CallsWriting
from bot.store.interface.decks import DecksReading, DecksWriting
from bot.store.interface.facts import FactsReading, FactsWriting
from bot.store.interface.lessons import LessonsStore
from bot.store.interface.locales import LocalesReading, LocalesWriting
from bot.store.interface.look_backs import LookBacksStore
from bot.store.interface.matches import MatchesReading, MatchesWriting, SeatsWriting
from bot.store.interface.messages import MessagesReading, MessagesWriting, Notes
from bot.store.interface.offers import OffersStore
from bot.store.interface.orders import OrdersReading, OrdersWriting
from bot.store.interface.people import PeopleReading, PeopleWriting
from bot.store.interface.personal import PersonalReading, PersonalWriting
from bot.store.interface.puzzles import PuzzlesReading, PuzzlesWriting
from bot.store.interface.ratings import RatingsReading, RatingsWriting
from bot.store.interface.servers import ServersReading, ServersWriting
from bot.store.interface.time import AlarmsReading, AlarmsWriting, ClocksWriting, RemindersWriting
from bot.store.interface.watchers import WatchersReading, WatchersWriting


class Reading(Protocol):
    """Looks at one committed state of the database."""

    @property
    def people(self) -> PeopleReading:
        """What is remembered of people."""
        ...

    @property
    def matches(self) -> MatchesReading:
        """Challenges and matches."""
        ...

    @property
    def acts(self) -> ActsReading:
        """What people did in matches."""
        ...

    @property
    def events(self) -> EventsReading:
        """What happened in matches."""
        ...

    @property
    def alarms(self) -> AlarmsReading:
        """What falls due."""
        ...

    @property
    def messages(self) -> MessagesReading:
        """Where matches are shown."""
        ...

    @property
    def watchers(self) -> WatchersReading:
        """Who watches matches."""
        ...

    @property
    def decks(self) -> DecksReading:
        """Decks that people have built."""
        ...

    @property
    def ratings(self) -> RatingsReading:
        """Ratings and what rated matches did to them."""
        ...

    @property
    def lessons(self) -> LessonsStore:
        """How far people have got with lessons."""
        ...

    @property
    def puzzles(self) -> PuzzlesReading:
        """Who has answered which puzzles."""
        ...

    @property
    def look_backs(self) -> LookBacksStore:
        """Looking back at matches that are over."""
        ...

    @property
    def offers(self) -> OffersStore:
        """What players ask of each other."""
        ...

    @property
    def orders(self) -> OrdersReading:
        """Standing orders that people have given."""
        ...

    @property
    def calls(self) -> CallsReading:
        """When people called each other, and whom they have blocked."""
        ...

    @property
    def servers(self) -> ServersReading:
        """Settings of servers."""
        ...

    @property
    def locales(self) -> LocalesReading:
        """The languages of people and servers."""
        ...

    @property
    def personal(self) -> PersonalReading:
        """What belongs to one person."""
        ...

    @property
    def absences(self) -> AbsencesReading:
        """When the bot was out of reach."""
        ...

    @property
    def facts(self) -> FactsReading:
        """Single facts."""
        ...


class Writing(Reading, Protocol):
    """One transaction: all of it happens, or nothing."""

    @property
    def people(self) -> PeopleWriting:
        """What is remembered of people."""
        ...

    @property
    def matches(self) -> MatchesWriting:
        """Challenges and matches."""
        ...

    @property
    def acts(self) -> ActsWriting:
        """What people did in matches."""
        ...

    @property
    def alarms(self) -> AlarmsWriting:
        """What falls due."""
        ...

    @property
    def messages(self) -> MessagesWriting:
        """Where matches are shown."""
        ...

    @property
    def watchers(self) -> WatchersWriting:
        """Who watches matches."""
        ...

    @property
    def decks(self) -> DecksWriting:
        """Decks that people have built."""
        ...

    @property
    def ratings(self) -> RatingsWriting:
        """Ratings and what rated matches did to them."""
        ...

    @property
    def puzzles(self) -> PuzzlesWriting:
        """Who has answered which puzzles."""
        ...

    @property
    def orders(self) -> OrdersWriting:
        """Standing orders that people have given."""
        ...

    @property
    def calls(self) -> CallsWriting:
        """When people called each other, and whom they have blocked."""
        ...

    @property
    def servers(self) -> ServersWriting:
        """Settings of servers."""
        ...

    @property
    def locales(self) -> LocalesWriting:
        """The languages of people and servers."""
        ...

    @property
    def personal(self) -> PersonalWriting:
        """What belongs to one person."""
        ...

    @property
    def absences(self) -> AbsencesWriting:
        """When the bot was out of reach."""
        ...

    @property
    def facts(self) -> FactsWriting:
        """Single facts."""
        ...

    @property
    def seats(self) -> SeatsWriting:
        """The seats of matches."""
        ...

    @property
    def clocks(self) -> ClocksWriting:
        """The clocks of matches."""
        ...

    @property
    def reminders(self) -> RemindersWriting:
        """What people are reminded of."""
        ...

    @property
    def notes(self) -> Notes:
        """The outbox."""
        ...


class Presence(Protocol):
    """A living worker on a database, until `leave`."""

    def is_alone(self) -> bool:
        """Return whether no other worker lives on this database."""
        ...

    def leave(self) -> None:
        """End."""
        ...


class Store(Protocol):
    """A database. `write` is one transaction at a time, committed when the block ends without an exception."""

    def read(self) -> AbstractAsyncContextManager[Reading]:
        """Look at one committed state."""
        ...

    def write(self) -> AbstractAsyncContextManager[Writing]:
        """Begin a transaction."""
        ...

    def attend(self) -> Presence:
        """Let other workers on this database know that one lives here. Raises OSError."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...
