"""Composition of a bot process below its client: services, and workers beside them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence

import discord
import msgspec

from bot.app.features import handlers_of_features, handlers_of_matches, installed
from bot.app.roles import Role
from bot.delivery.outbox import Outbox
from bot.delivery.request_meter import RequestMeter
from bot.delivery.results import Sender
from bot.discord.access_returns import AccessReturns
from bot.discord.client import VoidreamClient
from bot.discord.commands.layout import HasCommands
from bot.discord.controls import Controls, HasControls, WatchesServers
from bot.discord.outgoing.announcers import HasAnnouncements
from bot.discord.outgoing.posts import PostSender
from bot.discord.outgoing.sender import DiscordSender
from bot.discord.sections import FeatureSection
from bot.games.playable import Games
from bot.installation import Part, Services, services
from bot.maintenance.membership import Membership
from bot.maintenance.session_starts import SessionStarts
from bot.match.context import MatchContext
from bot.match.prompts import ReplyDelay
from bot.panel.controls import PanelControls
from bot.platform.clock import Clock
from bot.platform.randomness import RandomSource
from bot.platform.worker import Worker
from bot.search.queued_pool import Searches
from bot.settings import Settings
from bot.store import Store
from bot.time.alarms import Alarms
from bot.time.reach import Reach
from bot.views.pictures import PictureService


class Composition(msgspec.Struct, frozen=True):
    """A process without a client. `outbox` needs a sender, which may itself be built from the `parts`."""

    services: Services
    parts: Sequence[Part]
    """The parts of all features."""
    membership: Membership
    alarms: Alarms
    feature_workers: Sequence[Worker]
    wake_event: asyncio.Event
    """Wakes the outbox."""
    meter: RequestMeter

    def outbox(self, sender: Sender) -> Outbox:
        """Return the outbox that uses `sender`."""
        of = self.services
        return Outbox(
            of.store,
            of.matches,
            of.signals,
            sender,
            of.clock,
            self.wake_event,
            owner=of.worker,
            meter=self.meter,
            wake=of.wake,
            renewal=of.renewal,
        )

    def wake_all(self) -> None:
        """Wake all workers, because other processes may have left work."""
        self.services.wake()
        for worker in self.feature_workers:
            worker.wake()


def composed(  # noqa: PLR0913
    store: Store,
    games: Games,
    settings: Settings,
    clock: Clock,
    pictures: PictureService,
    pool: Searches,
    meter: RequestMeter,
    *,
    role: Role,
    version: str,
    seed: Callable[[], str],
    reply_delay: ReplyDelay,
    random_source: RandomSource,
) -> Composition:
    """Build a process for a role. `pool` runs long searches."""
    wake_event, next_alarm = asyncio.Event(), asyncio.Event()

    def wake() -> None:
        next_alarm.set()
        on_alarms_run()

    def on_alarms_run() -> None:
        wake_event.set()
        of.practice_matches.recheck()

    sections: list[FeatureSection] = []
    worker = secrets.token_hex(8)
    of = services(
        MatchContext(
            store=store,
            games=games,
            settings=settings,
            clock=clock,
            wake=wake,
            reply_delay=reply_delay,
            random_source=random_source,
        ),
        pictures,
        worker=worker,
        seed=seed,
        pool=pool,
        sections=sections,
    )
    parts = installed(of)
    sections += [part for part in parts if isinstance(part, FeatureSection)]
    of_matches = handlers_of_matches(of.context, of.practice_matches.think)
    store.absences.on_written = next_alarm.set
    return Composition(
        of,
        parts,
        Membership(store, clock, worker, role=role, version=version, on_freed=wake, meter=meter),
        Alarms(store, {**of_matches, **handlers_of_features(parts)}, clock, next_alarm, on_alarms_run),
        [part for part in parts if isinstance(part, Worker)],
        wake_event,
        meter,
    )


def client(
    of: Services,
    parts: Sequence[Part],
    reach: Reach,
    meter: RequestMeter,
    *,
    guild_ready_timeout: float,
    paced: bool = False,
) -> VoidreamClient:
    """Build the client, with all commands and controls.

    `paced`: whether it delays connections with growing waits if it is restarted repeatedly.
    """
    panel = PanelControls(
        of.matches, of.play, of.drafts, of.people, of.match_resolver, of.panels, of.outdated, of.sections
    )

    handlers = [panel, *(part for part in parts if isinstance(part, HasControls))]
    return VoidreamClient(
        of.boundary,
        [part for part in parts if isinstance(part, HasCommands)],
        Controls(of.boundary, of.outdated.has_been, panel.answers, handlers),
        of.games,
        of.store,
        AccessReturns(of.store, of.delivery_failures, of.renewal),
        [part for part in parts if isinstance(part, WatchesServers)],
        reach,
        meter,
        of.clock,
        offer_games=of.game_resolver.titles if len(of.games.games) > 1 else None,
        starts=SessionStarts(of.store, of.clock, paced=paced),
        guild_ready_timeout=guild_ready_timeout,
    )


def sender(of: Services, parts: Sequence[Part], client: discord.Client) -> DiscordSender:
    """Build the sender of announcements."""
    announcing = [part for part in parts if isinstance(part, HasAnnouncements)]
    return DiscordSender(
        PostSender(client, of.people), of.delivery_failures, of.context, of.matches, of.requests, announcing
    )
