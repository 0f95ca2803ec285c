"""The list of features, their installation, and all alarm handlers.

A new feature is a folder in `bot.features`, and listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.features.challenges import commands as challenges
from bot.features.comments import controls as comments
from bot.features.decks import commands as decks
from bot.features.endings import commands as endings
from bot.features.follows import commands as follows
from bot.features.help import commands as help_
from bot.features.hints import commands as hints
from bot.features.lessons import commands as lessons
from bot.features.matches import commands as matches
from bot.features.moderation import commands as moderation
from bot.features.orders import commands as orders
from bot.features.privacy import commands as privacy
from bot.features.profiles import commands as profiles
from bot.features.puzzles import commands as puzzles
from bot.features.ratings import commands as ratings
from bot.features.reference import commands as reference
from bot.features.reminders import commands as reminders
from bot.features.replays import commands as replays
from bot.features.review import commands as review
from bot.features.server_settings import commands as server_settings
from bot.features.takeovers import commands as takeovers
from bot.features.time import commands as time
from bot.features.welcome import messages as welcome
from bot.installation import HasAlarms, Part, Services
from bot.match.apply import ActExecutor
from bot.match.close_challenge import OPEN_TABLE
from bot.match.context import MatchContext
from bot.match.missing_players import LOOK, missing_players_check
from bot.match.prompts import TURN
from bot.match.requests import DRAW, draw_expires, table_expires
from bot.match.timeouts import Timeouts
from bot.panel.announcements import PanelAnnouncements
from bot.panel.commands import TypedPlayFeature
from bot.panel.look_at_card import LookAtCardFeature
from bot.panel.more import MoreFeature
from bot.store.clocks import TELL
from bot.time import reminder_schedule
from bot.time.absences import tell_absence
from bot.time.alarms import AlarmHandler
from bot.time.seat_clocks import TIME

FEATURES = (
    # The most urgent first: this is the order of sections (`bot.discord.sections`).
    time, orders, takeovers, endings, challenges, replays, review, hints, follows, lessons, ratings, puzzles,
    # These have no sections.
    comments, decks, help_, matches, moderation, privacy, profiles, reference, reminders, server_settings, welcome,
)  # fmt: skip


def handlers_of_features(parts: Sequence[Part]) -> Mapping[str, AlarmHandler]:
    """Return the alarm handlers of features, by kind."""
    return {
        kind: handler
        for part in parts
        if isinstance(part, HasAlarms)
        for kind, handler in part.alarm_handlers.items()
    }


def installed(of: Services) -> Sequence[Part]:
    """Return the parts of the panel and of all features."""
    panel: Sequence[Part] = (
        TypedPlayFeature(of.games, of.matches, of.match_resolver, of.panels),
        LookAtCardFeature(of.matches, of.people, of.pictures, of.match_resolver),
        MoreFeature(of.requests, of.match_resolver, of.sections, of.matches),
        PanelAnnouncements(of.boundary, of.panels.panel_messages),
    )
    return [*panel, *(part for feature in FEATURES for part in feature.install(of))]


def handlers_of_matches(context: MatchContext, think: Callable[[int], None]) -> Mapping[str, AlarmHandler]:
    """Return the alarm handlers of matches, by kind. `think` starts the bot's search in a match."""
    act_executor = ActExecutor(context, think)
    return {
        TIME: Timeouts(context, act_executor).on_time_up,
        TURN: act_executor.on_turn,
        reminder_schedule.REMIND: reminder_schedule.remind,
        DRAW: draw_expires,
        TELL: tell_absence,
        OPEN_TABLE: table_expires,
        LOOK: missing_players_check(context.gone_after),
    }
