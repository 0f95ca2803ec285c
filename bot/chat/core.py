"""What the Discord layer stands on, handed to everything that needs it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.blocking import Blocking
from bot.chat.troubles import Troubles
from bot.decisive import DecisiveRounds
from bot.decks import Decks
from bot.endings import Endings
from bot.games import Games
from bot.histories import Histories
from bot.ladder import Ladder
from bot.learning import Learning
from bot.locales import Locales
from bot.matches import Matches
from bot.ordering import Orders
from bot.people import People
from bot.pictures import Pictures
from bot.privacy import Privacy
from bot.reminders import Reminders
from bot.renewal import Renewal
from bot.replaying import Replays
from bot.servers import Servers
from bot.talking import Talking
from bot.vacations import Vacations
from bot.watching import Watching


@dataclass(frozen=True, slots=True)
class Core:
    """All that can be asked for and shown: matches, decks, people and whatever else concerns them."""

    matches: Matches
    people: People
    pictures: Pictures
    games: Games
    troubles: Troubles
    decks: Decks
    vacations: Vacations
    endings: Endings
    replays: Replays
    rounds: DecisiveRounds
    histories: Histories
    ladder: Ladder
    reminders: Reminders
    watching: Watching
    locales: Locales
    servers: Servers
    privacy: Privacy
    orders: Orders
    renewal: Renewal
    blocking: Blocking
    learning: Learning
    talking: Talking
