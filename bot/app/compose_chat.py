"""Puts together what the bot shows on Discord: each feature gets the services and the messages that it uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord
from msgspec import Struct

from bot.app.services import Services
from bot.delivery.request_meter import RequestMeter
from bot.discord.access_returns import AccessReturns
from bot.discord.boards import Boards
from bot.discord.client import VoidreamClient
from bot.discord.controls import Controls
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.game_resolver import WhichGame
from bot.discord.match_resolver import MatchFinder
from bot.discord.missing_players import MissingPlayers
from bot.discord.moderators import Moderators
from bot.discord.outgoing.posts import Posting
from bot.discord.outgoing.sender import DiscordSender
from bot.discord.sections import Section
from bot.features.challenges.announcements import ChallengeAnnouncements
from bot.features.challenges.commands import ChallengesFeature
from bot.features.challenges.flow import Challenging
from bot.features.challenges.messages import ChallengeMessages
from bot.features.challenges.rematch import RematchFeature
from bot.features.challenges.section import RematchSection
from bot.features.comments.announcements import CommentAnnouncements
from bot.features.comments.controls import CommentsFeature
from bot.features.decks.commands import DecksFeature
from bot.features.decks.handlers import DeckEditing
from bot.features.decks.messages import DeckMessages
from bot.features.endings.announcements import EndingAnnouncements
from bot.features.endings.commands import EndingsFeature
from bot.features.endings.ended import EndedMessages
from bot.features.endings.messages import EndingMessages
from bot.features.endings.section import EndingsSection
from bot.features.follows.commands import WatchingFeature
from bot.features.follows.messages import DigestMessages
from bot.features.follows.section import FollowsSection
from bot.features.help.commands import HelpFeature
from bot.features.hints.commands import HintsFeature
from bot.features.hints.section import HintsSection
from bot.features.lessons.commands import LessonsFeature
from bot.features.lessons.section import LessonsSection
from bot.features.matches.announcements import MatchAnnouncements
from bot.features.matches.commands import MatchesFeature
from bot.features.matches.status import StatusMessages
from bot.features.moderation.commands import ModerationFeature
from bot.features.orders.commands import OrdersFeature
from bot.features.orders.placement import OrderGiving
from bot.features.orders.plan_commands import PlansFeature
from bot.features.orders.section import OrdersSection
from bot.features.privacy.commands import PrivacyFeature
from bot.features.profiles.commands import ProfilesFeature
from bot.features.puzzles.commands import PuzzlesFeature
from bot.features.puzzles.messages import PuzzleMessages
from bot.features.puzzles.section import PuzzlesSection
from bot.features.ratings.commands import RatingsFeature
from bot.features.ratings.section import RatingsSection
from bot.features.reference.commands import ReferenceFeature
from bot.features.reference.messages import Lookup
from bot.features.reminders.announcements import ReminderAnnouncements
from bot.features.reminders.commands import RemindersFeature
from bot.features.replays.announcements import RoundAnnouncements
from bot.features.replays.commands import ReplaysFeature
from bot.features.replays.messages import ReplayMessages
from bot.features.replays.section import ReplaysSection
from bot.features.review.announcements import ReviewAnnouncements
from bot.features.review.commands import LookingBackFeature
from bot.features.review.messages import LookBackMessages
from bot.features.review.section import ReviewSection
from bot.features.server_settings.commands import SettingsFeature
from bot.features.server_settings.messages import SettingsMessages
from bot.features.takeovers.announcements import TakeoverAnnouncements
from bot.features.takeovers.commands import TakeoversFeature
from bot.features.takeovers.section import TakeoversSection
from bot.features.time.announcements import TimeAnnouncements
from bot.features.time.commands import TimeFeature
from bot.features.time.section import TimeSection
from bot.features.welcome.messages import Welcomes
from bot.maintenance.session_starts import SessionStarts
from bot.panel.announcements import PanelAnnouncements
from bot.panel.commands import DecidingFeature
from bot.panel.controls import PanelControls
from bot.panel.look_at_card import LookAtCardFeature
from bot.panel.more import MoreFeature
from bot.panel.outdated_controls import OutdatedControls
from bot.panel.panel import PanelMessages
from bot.panel.service import Panels
from bot.platform.clock import Clock
from bot.store import Store
from bot.time.reach import Reach


class Shared(Struct, frozen=True):
    """Messages that several features, and announcements, show."""

    finder: MatchFinder
    moderators: Moderators
    boards: Boards
    ending_messages: EndingMessages
    status_messages: StatusMessages
    panel_messages: PanelMessages
    look_backs: LookBackMessages
    watching: WatchingFeature
    sections: Sequence[Section]


def shared(of: Services) -> Shared:
    """Make the messages that several features show."""
    moderators = Moderators(of.servers)
    finder = MatchFinder(of.matches, of.beginners, of.games, moderators)
    ending_messages = EndingMessages(of.endings)
    digests = DigestMessages(of.people, of.pictures, of.rounds, of.records)
    watching = WatchingFeature(of.watching, finder, digests)
    sections = [
        TimeSection(),
        OrdersSection(),
        TakeoversSection(),
        EndingsSection(of.endings, ending_messages),
        RematchSection(),
        ReplaysSection(),
        ReviewSection(of.retelling),
        HintsSection(),
        FollowsSection(watching),
        LessonsSection(of.learning, of.beginners, of.matches),
        RatingsSection(of.ladder),
        PuzzlesSection(of.puzzles),
    ]
    return Shared(
        finder=finder,
        moderators=moderators,
        boards=Boards(of.people, of.pictures),
        ending_messages=ending_messages,
        status_messages=StatusMessages(of.endings, of.pictures, sections),
        panel_messages=PanelMessages(of.endings, of.people, of.matches, of.pictures, of.records, sections),
        look_backs=LookBackMessages(of.looking_back, of.retelling, of.people, of.pictures),
        watching=watching,
        sections=sections,
    )


def client(  # noqa: PLR0913
    of: Services,
    has: Shared,
    store: Store,
    clock: Clock,
    reach: Reach,
    meter: RequestMeter,
    *,
    answering: Callable[[int], None],
    guild_ready_timeout: float,
    paced: bool = False,
) -> VoidreamClient:
    """Make the client, with all commands and controls. `answering` is told how many people wait for an answer.

    `paced`: whether the bot waits longer and longer before it connects, when it is started again and again.
    """
    finder, sections = has.finder, has.sections
    panels = Panels(of.people, of.troubles, of.matches, has.panel_messages, finder, sections)
    outdated = OutdatedControls(of.matches, of.renewal, panels)
    missing = MissingPlayers(of.endings)
    which = WhichGame(of.choice, of.games, of.matches)
    challenge_messages = ChallengeMessages(
        of.decks, of.matches, of.beginners, of.servers, of.people, of.pictures
    )
    challenging = Challenging(
        of.matches,
        of.servers,
        of.decks,
        of.troubles,
        of.people,
        of.beginners,
        finder,
        challenge_messages,
        panels,
    )
    deck_messages = DeckMessages(of.games, of.decks, of.people, of.pictures)
    editing = DeckEditing(of.decks, which, deck_messages)
    giving = OrderGiving(of.orders, panels)
    plans = PlansFeature(of.orders, giving)
    replays = ReplaysFeature(
        of.replays,
        of.records,
        of.matches,
        of.rounds,
        finder,
        outdated,
        ReplayMessages(of.people, of.pictures, sections),
    )
    panel_controls = PanelControls(of.matches, of.people, finder, panels, outdated, sections)
    features = [
        ChallengesFeature(of.matches, of.servers, which, finder, challenging, challenge_messages),
        LessonsFeature(which, of.learning, of.beginners, panels),
        MatchesFeature(which, of.matches, of.people, finder, has.moderators, sections, has.boards),
        HelpFeature(which),
        has.watching,
        RematchFeature(of.matches, finder, challenging, challenge_messages),
        EndingsFeature(of.endings, of.matches, finder, has.moderators, panels, missing),
        ReferenceFeature(which, Lookup(of.locales, of.people, of.pictures)),
        OrdersFeature(of.orders, finder, giving, plans),
        TimeFeature(of.vacations, of.matches, finder, panels, missing),
        TakeoversFeature(of.endings, finder, panels),
        RemindersFeature(of.reminders, of.people, of.matches, finder, panels),
        replays,
        LookingBackFeature(of.looking_back, finder, has.look_backs),
        ProfilesFeature(which, of.histories, of.people, of.pictures, sections),
        PuzzlesFeature(which, of.puzzles, PuzzleMessages(of.people, of.pictures)),
        RatingsFeature(which, of.ladder, of.servers),
        ModerationFeature(of.bars, has.moderators),
        PrivacyFeature(of.blocking, of.privacy, of.locales, of.matches),
        SettingsFeature(of.servers, which, SettingsMessages(of.choice, of.servers)),
    ]
    only_commands = [
        DecidingFeature(of.games, of.matches, finder, panels),
        DecksFeature(which, of.decks, editing, deck_messages),
    ]
    only_controls = [
        CommentsFeature(of.matches, of.talking, of.troubles),
        panel_controls,
        LookAtCardFeature(of.matches, of.people, of.pictures, finder),
        MoreFeature(of.endings, finder, sections, of.matches),
        HintsFeature(of.hints, of.matches),
        editing,
    ]
    boundary = ErrorBoundary(which, of.locales, answering, panels.show_counted)

    async def offer_games(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[discord.app_commands.Choice[str]]:
        return await boundary.complete(interaction, which.titles(interaction, typed))

    controls = Controls(boundary, outdated.has_been, panel_controls.answers, [*features, *only_controls])
    return VoidreamClient(
        boundary, [*features, *only_commands], controls, of.games, store,
        AccessReturns(store, of.troubles, of.renewal), [Welcomes(of.games, store, clock)], reach, meter, clock,
        offer_games=offer_games if len(of.games.games) > 1 else None,
        starts=SessionStarts(store, clock, paced=paced),
        guild_ready_timeout=guild_ready_timeout
    )  # fmt: skip


def sender(of: Services, has: Shared, client: discord.Client, boundary: ErrorBoundary) -> DiscordSender:
    """Make what announcements are sent by."""
    ended_messages = EndedMessages(of.records, of.results, has.ending_messages)
    return DiscordSender(
        Posting(client, of.people),
        of.troubles,
        of.endings,
        [
            ChallengeAnnouncements(of.beginners),
            MatchAnnouncements(has.status_messages),
            EndingAnnouncements(of.endings, of.followers, of.servers, ended_messages),
            RoundAnnouncements(of.rounds),
            ReviewAnnouncements(has.look_backs),
            CommentAnnouncements(of.troubles),
            TimeAnnouncements(of.absences),
            ReminderAnnouncements(),
            TakeoverAnnouncements(),
            PanelAnnouncements(boundary, has.panel_messages),
        ],
    )
