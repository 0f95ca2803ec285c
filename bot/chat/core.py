"""What the Discord layer stands on, handed to everything that needs it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chat.delivery_failures import Troubles
from bot.decks.own_decks import Decks
from bot.delivery.renewal import Renewal
from bot.games.playable import Games
from bot.lessons.learning import Learning
from bot.match.comments import Talking
from bot.match.endings import Endings
from bot.match.following import Watching
from bot.match.matches import Matches
from bot.orders.standing_orders import Orders
from bot.people.leaderboard import Ladder
from bot.people.locales import Locales
from bot.people.people import People
from bot.people.profiles import Histories
from bot.privacy.blocking import Blocking
from bot.privacy.own_data import Privacy
from bot.replay.highlight import DecisiveRounds
from bot.replay.replays import Replays
from bot.servers.servers import Servers
from bot.time.reminders import Reminders
from bot.time.vacations import Vacations
from bot.views.pictures import PictureService


@dataclass(frozen=True, slots=True)
class Core:
    """All that can be asked for and shown: matches, decks, people and whatever else concerns them."""

    matches: Matches
    people: People
    pictures: PictureService
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
