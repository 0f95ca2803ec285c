"""The installation of a feature: its dependencies, and the parts it adds to the bot.

Each feature has a function `install(of: Services) -> Sequence[Part]`, usually in its module `commands`. It creates
the feature's services and messages, and returns its parts. `bot.app.features` lists the features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from bot.decks.own_decks import Decks
from bot.delivery.renewal import Renewal
from bot.discord.boards import Boards
from bot.discord.commands.layout import HasCommands
from bot.discord.controls import HasControls, PressHandlers, WatchesServers
from bot.discord.delivery_failures import DeliveryFailures
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.game_resolver import GameResolver
from bot.discord.match_resolver import MatchResolver
from bot.discord.missing_players import MissingPlayers
from bot.discord.moderators import Moderators
from bot.discord.outgoing.announcers import HasAnnouncements
from bot.discord.sections import FeatureSection
from bot.games.playable import Games
from bot.match.agreements import Agreements
from bot.match.challenges import Challenges
from bot.match.context import MatchContext
from bot.match.drafts import Drafts
from bot.match.followers import Followers
from bot.match.give_time import MatchTime
from bot.match.interventions import Interventions
from bot.match.matches import Matches
from bot.match.play import MatchPlay
from bot.match.practice import PracticeMatches
from bot.match.rematch import Rematches
from bot.match.replay.decisive_round import Highlights
from bot.match.replay.records import Records
from bot.match.requests import Requests
from bot.match.shown_signal import ShownSignals
from bot.match.takeovers import Takeovers
from bot.match.undo import Undo
from bot.panel.controls import OutdatedControls
from bot.panel.panel import PanelMessages
from bot.panel.service import Panels
from bot.people.beginners import Beginners
from bot.people.locales import Locales
from bot.people.people import People
from bot.platform.clock import Clock
from bot.platform.worker import Worker
from bot.search.queued_pool import Searches
from bot.servers.game_choice import GameChoice
from bot.servers.servers import Servers
from bot.store import Store
from bot.time.absences import Absences
from bot.time.alarms import AlarmHandler
from bot.views.pictures import PictureService


class Services(Struct, frozen=True, kw_only=True):
    """The dependencies of features, built once by `services`."""

    store: Store
    games: Games
    clock: Clock
    pool: Searches
    """Runs long searches."""
    worker: str
    """The worker id of this process, for its leases."""
    wake: Callable[[], None]
    """Call it when there may be something to announce, or a new alarm."""
    pictures: PictureService

    # -- matches
    context: MatchContext
    matches: Matches
    drafts: Drafts
    play: MatchPlay
    match_time: MatchTime
    challenges: Challenges
    rematches: Rematches
    practice_matches: PracticeMatches
    signals: ShownSignals
    """The signals that the outbox has sent a message, for callers waiting for it."""
    requests: Requests
    undo: Undo
    agreements: Agreements
    takeovers: Takeovers
    interventions: Interventions
    records: Records
    rounds: Highlights
    followers: Followers

    # -- people and servers
    people: People
    beginners: Beginners
    locales: Locales
    decks: Decks
    servers: Servers
    choice: GameChoice
    absences: Absences
    renewal: Renewal
    delivery_failures: DeliveryFailures

    # -- Discord
    game_resolver: GameResolver
    match_resolver: MatchResolver
    moderators: Moderators
    missing: MissingPlayers
    boards: Boards
    panels: Panels
    outdated: OutdatedControls
    boundary: ErrorBoundary
    sections: Sequence[FeatureSection]
    """The sections of all features, once they are installed."""


class Feature(PressHandlers, frozen=True):
    """A part of a feature, built from the services."""

    services: Services


@runtime_checkable
class HasAlarms(Protocol):
    """A feature with alarms."""

    @property
    def alarm_handlers(self) -> Mapping[str, AlarmHandler]:
        """The handlers of its alarms, by kind."""
        ...


Part = HasCommands | HasControls | HasAnnouncements | HasAlarms | FeatureSection | WatchesServers | Worker
"""A part of a feature; one object may be several of them."""


def services(
    context: MatchContext,
    pictures: PictureService,
    *,
    worker: str,
    seed: Callable[[], str],
    pool: Searches,
    sections: list[FeatureSection],
) -> Services:
    """Create all services.

    `worker` is the id under which this process leases work. `seed` draws the seed of a new match. `pool` runs searches.
    `sections` is filled once all features are installed.
    """
    store, games, clock = context.store, context.games, context.clock
    practice_matches, signals, matches = (
        PracticeMatches(context, pool),
        ShownSignals(context),
        Matches(context),
    )
    drafts, requests = Drafts(context, matches), Requests(context)
    play = MatchPlay(context, matches, drafts, practice_matches)
    challenges = Challenges(context, matches, signals, practice_matches, seed)
    records, people, servers = Records(store, games), People(store), Servers(store, games, clock)
    beginners, moderators, delivery_failures = Beginners(store), Moderators(servers), DeliveryFailures(store)
    choice, locales, renewal = (
        GameChoice(store, games),
        Locales(store),
        Renewal(store, clock.now, wake=context.wake),
    )
    game_resolver, match_resolver = (
        GameResolver(choice, games, matches),
        MatchResolver(matches, challenges, beginners, games, moderators),
    )
    panel_messages = PanelMessages(requests, people, matches, pictures, records, sections)
    panels = Panels(people, matches, play, drafts, practice_matches, panel_messages, match_resolver, sections)

    def answering(count: int) -> None:
        # While people wait for an answer, drawing is refused sooner and searches step aside.
        pictures.answering = count
        pool.answering(count)

    return Services(
        store=store,
        games=games,
        clock=clock,
        pool=pool,
        worker=worker,
        wake=context.wake,
        pictures=pictures,
        context=context,
        matches=matches,
        drafts=drafts,
        play=play,
        match_time=MatchTime(context),
        challenges=challenges,
        rematches=Rematches(context, matches, challenges),
        practice_matches=practice_matches,
        signals=signals,
        requests=requests,
        undo=Undo(context),
        agreements=Agreements(context),
        takeovers=Takeovers(context),
        interventions=Interventions(context),
        records=records,
        rounds=Highlights(records, pictures),
        followers=Followers(store),
        people=people,
        beginners=beginners,
        locales=locales,
        decks=Decks(store, games, context.settings, clock, context.random_source),
        servers=servers,
        choice=choice,
        absences=Absences(store),
        renewal=renewal,
        delivery_failures=delivery_failures,
        game_resolver=game_resolver,
        match_resolver=match_resolver,
        moderators=moderators,
        missing=MissingPlayers(context),
        boards=Boards(people, pictures),
        panels=panels,
        outdated=OutdatedControls(matches, renewal, panels),
        boundary=ErrorBoundary(game_resolver, locales, answering, panels.show_counted),
        sections=sections,
    )
