"""All subjects of the SQLite store together, as `bot.store.interface` asks for them."""

from __future__ import annotations

from bot.store.absences import AbsenceLog, SqliteAbsences
from bot.store.acts import SqliteActs
from bot.store.alarms import SqliteAlarms
from bot.store.calls import SqliteCalls
from bot.store.clocks import SqliteClocks, SqliteReminders
from bot.store.connection import Connection
from bot.store.decks import SqliteDecks
from bot.store.events import SqliteEvents
from bot.store.facts import SqliteFacts
from bot.store.lessons import SqliteLessons
from bot.store.locales import SqliteLocales
from bot.store.look_backs import SqliteLookBacks
from bot.store.marks import Draw
from bot.store.matches import SqliteMatches
from bot.store.messages import SqliteMessages
from bot.store.offers import SqliteOffers
from bot.store.orders import SqliteOrders
from bot.store.outbox import SqliteNotes
from bot.store.people import SqlitePeople
from bot.store.personal import SqlitePersonal
from bot.store.puzzles import SqlitePuzzles
from bot.store.ratings import SqliteRatings
from bot.store.seats import SqliteSeats
from bot.store.servers import SqliteServers
from bot.store.watchers import SqliteWatchers


class SqliteSubjects:
    """The statements of one connection: inside a transaction, or while looking at one committed state."""

    def __init__(self, connection: Connection, draw: Draw, absences: AbsenceLog) -> None:
        self.absences = SqliteAbsences(connection, absences)
        self.acts = SqliteActs(connection)
        self.alarms = SqliteAlarms(connection)
        self.calls = SqliteCalls(connection)
        self.clocks = SqliteClocks(connection, absences)
        self.decks = SqliteDecks(connection, draw)
        self.events = SqliteEvents(connection)
        self.facts = SqliteFacts(connection)
        self.lessons = SqliteLessons(connection)
        self.locales = SqliteLocales(connection)
        self.look_backs = SqliteLookBacks(connection)
        self.messages = SqliteMessages(connection)
        self.notes = SqliteNotes(connection)
        self.matches = SqliteMatches(connection, absences, draw, self.acts, self.events, self.notes)
        self.offers = SqliteOffers(connection, absences)
        self.orders = SqliteOrders(connection)
        self.people = SqlitePeople(connection)
        self.personal = SqlitePersonal(connection)
        self.puzzles = SqlitePuzzles(connection)
        self.ratings = SqliteRatings(connection)
        self.reminders = SqliteReminders(connection)
        self.seats = SqliteSeats(connection)
        self.servers = SqliteServers(connection)
        self.watchers = SqliteWatchers(connection)
