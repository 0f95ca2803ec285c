"""Puts the services together from which everything else is built."""

from __future__ import annotations

from collections.abc import Callable

from bot.decks.own_decks import Decks
from bot.delivery.renewal import Renewal
from bot.discord.boards import Boards
from bot.discord.delivery_failures import Troubles
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.game_resolver import WhichGame
from bot.discord.match_resolver import MatchFinder
from bot.discord.missing_players import MissingPlayers
from bot.discord.moderators import Moderators
from bot.discord.sections import FeatureSection
from bot.games.playable import Games
from bot.installation import Services
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
from bot.match.prompts import Quick
from bot.match.rematch import Rematches
from bot.match.replay.decisive_round import Highlights
from bot.match.replay.records import Records
from bot.match.requests import Requests
from bot.match.shown_signal import ShownSignals
from bot.match.takeovers import Takeovers
from bot.match.undo import Undo
from bot.panel.outdated_controls import OutdatedControls
from bot.panel.panel import PanelMessages
from bot.panel.service import Panels
from bot.people.beginners import Beginners
from bot.people.locales import Locales
from bot.people.people import People
from bot.platform.clock import Clock
from bot.platform.randomness import Lot
from bot.search.queued_pool import Searches
from bot.servers.game_choice import GameChoice
from bot.servers.servers import Servers
from bot.settings import Settings
from bot.store import Store
from bot.time.absences import Absences
from bot.views.pictures import PictureService


def services(  # noqa: PLR0913
    store: Store,
    games: Games,
    settings: Settings,
    clock: Clock,
    pictures: PictureService,
    *,
    worker: str,
    wake: Callable[[], None],
    seed: Callable[[], str],
    quick: Quick,
    lot: Lot,
    pool: Searches,
    sections: list[FeatureSection],
    answering: Callable[[int], None],
) -> Services:
    """Put the services together.

    `worker` is the id under which this process leases what it does. `wake` is called when there is something to announce or
    an alarm to set, `pool` thinks about what takes long, `sections` are filled in once all features are installed, and
    `answering` is called with how many people wait for an answer.
    """
    context = MatchContext(
        store=store, games=games, settings=settings, clock=clock, wake=wake, quick=quick, lot=lot
    )
    practising, signals, matches = PracticeMatches(context, pool), ShownSignals(context), Matches(context)
    drafts, requests = Drafts(context, matches), Requests(context)
    play = MatchPlay(context, matches, drafts, practising)
    challenges = Challenges(context, matches, signals, practising, seed)
    records, people, servers = Records(store, games), People(store), Servers(store, games, clock)
    beginners, moderators, troubles = Beginners(store), Moderators(servers), Troubles(store)
    choice, locales, renewal = GameChoice(store, games), Locales(store), Renewal(store, clock.now, wake=wake)
    which, finder = (
        WhichGame(choice, games, matches),
        MatchFinder(matches, challenges, beginners, games, moderators),
    )
    panel_messages = PanelMessages(requests, people, matches, pictures, records, sections)
    panels = Panels(people, matches, play, drafts, practising, panel_messages, finder, sections)
    return Services(
        store=store,
        games=games,
        clock=clock,
        quick=quick,
        lot=lot,
        pool=pool,
        worker=worker,
        wake=wake,
        limits=context.limits,
        pictures=pictures,
        context=context,
        matches=matches,
        drafts=drafts,
        play=play,
        match_time=MatchTime(context),
        challenges=challenges,
        rematches=Rematches(context, matches, challenges),
        practising=practising,
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
        decks=Decks(store, games, settings, clock, lot),
        servers=servers,
        choice=choice,
        absences=Absences(store),
        renewal=renewal,
        troubles=troubles,
        which=which,
        finder=finder,
        moderators=moderators,
        missing=MissingPlayers(context),
        boards=Boards(people, pictures),
        panels=panels,
        outdated=OutdatedControls(matches, renewal, panels),
        boundary=ErrorBoundary(which, locales, answering, panels.show_counted),
        sections=sections,
    )
