"""The list of features, and their installation. A new feature is one more line here, and a folder in `bot.features`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.features.challenges import install as challenges
from bot.features.comments import install as comments
from bot.features.decks import install as decks
from bot.features.endings import install as endings
from bot.features.follows import install as follows
from bot.features.help import install as help_
from bot.features.hints import install as hints
from bot.features.lessons import install as lessons
from bot.features.matches import install as matches
from bot.features.moderation import install as moderation
from bot.features.orders import install as orders
from bot.features.privacy import install as privacy
from bot.features.profiles import install as profiles
from bot.features.puzzles import install as puzzles
from bot.features.ratings import install as ratings
from bot.features.reference import install as reference
from bot.features.reminders import install as reminders
from bot.features.replays import install as replays
from bot.features.review import install as review
from bot.features.server_settings import install as server_settings
from bot.features.takeovers import install as takeovers
from bot.features.time import install as time
from bot.features.welcome import install as welcome
from bot.installation import HasAlarms, Part, Services
from bot.panel.announcements import PanelAnnouncements
from bot.panel.commands import TypedPlayFeature
from bot.panel.look_at_card import LookAtCardFeature
from bot.panel.more import MoreFeature
from bot.time.alarms import Ring

FEATURES = (
    # What is pressing first: sections stand in this order (`bot.discord.sections`).
    time, orders, takeovers, endings, challenges, replays, review, hints, follows, lessons, ratings, puzzles,
    # These have no sections.
    comments, decks, help_, matches, moderation, privacy, profiles, reference, reminders, server_settings, welcome,
)  # fmt: skip


def rings_of(parts: Sequence[Part]) -> Mapping[str, Ring]:
    """Return the handlers of the alarms of features, by kind."""
    return {kind: ring for part in parts if isinstance(part, HasAlarms) for kind, ring in part.rings.items()}


def installed(of: Services) -> Sequence[Part]:
    """Return the parts of the panel and of all features."""
    panel: Sequence[Part] = (
        TypedPlayFeature(of.games, of.matches, of.finder, of.panels),
        LookAtCardFeature(of.matches, of.people, of.pictures, of.finder),
        MoreFeature(of.requests, of.finder, of.sections, of.matches),
        PanelAnnouncements(of.boundary, of.panels.panel_messages),
    )
    return [*panel, *(part for feature in FEATURES for part in feature.install(of))]
