"""Everything that can be asked of the bot, on Discord or elsewhere: matches, people, decks, servers."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from bot.clocks.control import DAY
from bot.decks.own_decks import Decks
from bot.delivery.renewal import Renewal
from bot.discord.delivery_failures import Troubles
from bot.features.comments.service import CommentThreads
from bot.features.endings.service import Results
from bot.features.follows.service import Following
from bot.features.hints.service import Hints
from bot.features.lessons.service import Learning
from bot.features.moderation.service import Bars
from bot.features.orders.service import Orders
from bot.features.privacy.blocking import Blocking
from bot.features.privacy.own_data import Privacy
from bot.features.profiles.service import Profiles
from bot.features.puzzles.service import Puzzles
from bot.features.ratings.service import Leaderboards
from bot.features.reminders.service import Reminders
from bot.features.replays.service import Replays
from bot.features.review.narration import Retelling
from bot.features.review.service import LookingBack
from bot.features.time.vacations import Vacations
from bot.games.playable import Games
from bot.match.endings import Endings
from bot.match.followers import Followers
from bot.match.matches import Matches
from bot.match.practice import PracticeMatches
from bot.match.prompts import Quick
from bot.match.replay.decisive_round import Highlights
from bot.match.replay.records import Records
from bot.people.beginners import Beginners
from bot.people.contact_limits import Limits
from bot.people.locales import Locales
from bot.people.people import People
from bot.platform.clock import Clock
from bot.platform.randomness import Lot
from bot.search.pool import Pool
from bot.servers.game_choice import GameChoice
from bot.servers.servers import Servers
from bot.settings import Settings
from bot.store import Store
from bot.time.absences import Absences
from bot.views.pictures import PictureService


class Services(Struct, frozen=True):
    """All services, put together once. Only `bot.app` has them all; everything else takes those that it uses."""

    matches: Matches
    practising: PracticeMatches
    hints: Hints
    people: People
    pictures: PictureService
    games: Games
    choice: GameChoice
    troubles: Troubles
    decks: Decks
    vacations: Vacations
    absences: Absences
    endings: Endings
    records: Records
    replays: Replays
    rounds: Highlights
    histories: Profiles
    ladder: Leaderboards
    reminders: Reminders
    watching: Following
    locales: Locales
    servers: Servers
    privacy: Privacy
    orders: Orders
    renewal: Renewal
    bars: Bars
    blocking: Blocking
    beginners: Beginners
    followers: Followers
    results: Results
    learning: Learning
    talking: CommentThreads
    puzzles: Puzzles
    looking_back: LookingBack
    retelling: Retelling


def services(  # noqa: PLR0913
    store: Store,
    games: Games,
    settings: Settings,
    clock: Clock,
    pictures: PictureService,
    *,
    wake: Callable[[], None],
    seed: Callable[[], str],
    quick: Quick,
    lot: Lot,
    pool: Pool,
    work: Callable[[], None],
) -> Services:
    """Put the services together.

    `wake` is called when there is something to announce or an alarm to set, `pool` thinks about what takes long,
    `work` is called when a match is to be looked back at.
    """
    practising = PracticeMatches(store, games, clock, quick, lot, pool, wake)
    matches = Matches(
        store, games, settings, clock, wake=wake, seed=seed, quick=quick, lot=lot, practising=practising
    )
    records = Records(store, games)
    limits = Limits(settings.challenges_per_hour, settings.minutes_between_calls)
    looking_back = LookingBack(store, games, clock, wake=wake, work=work, limits=limits)
    return Services(
        matches=matches,
        practising=practising,
        hints=Hints(store, games, pool, lot),
        people=People(store),
        pictures=pictures,
        games=games,
        choice=GameChoice(store, games),
        troubles=Troubles(store),
        decks=Decks(store, games, settings, clock, lot),
        vacations=Vacations(store, clock, wake=wake),
        absences=Absences(store),
        endings=Endings(
            store,
            games,
            clock,
            wake=wake,
            quick=quick,
            limits=limits,
            gone_after=settings.days_until_gone * DAY,
        ),
        records=records,
        replays=Replays(records),
        rounds=Highlights(records, pictures),
        histories=Profiles(store, games),
        ladder=Leaderboards(store),
        reminders=Reminders(store, clock, wake=wake),
        watching=Following(store, games),
        locales=Locales(store),
        servers=Servers(store, games, clock),
        privacy=Privacy(store, games, clock, wake=wake, quick=quick, lot=lot),
        orders=Orders(store, games, clock, wake=wake, quick=quick, lot=lot, practising=practising),
        renewal=Renewal(store, clock.now, wake=wake),
        bars=Bars(store, games, clock, wake=wake),
        blocking=Blocking(store, games, clock, wake=wake),
        beginners=Beginners(store),
        followers=Followers(store),
        results=Results(store),
        learning=Learning(store, clock, matches),
        talking=CommentThreads(store, matches),
        puzzles=Puzzles(store, clock),
        looking_back=looking_back,
        retelling=Retelling(looking_back, records),
    )
