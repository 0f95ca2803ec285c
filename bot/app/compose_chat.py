"""Puts together what the bot shows on Discord from the parts of its features."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.delivery.request_meter import RequestMeter
from bot.discord.access_returns import AccessReturns
from bot.discord.client import VoidreamClient
from bot.discord.commands.layout import HasCommands
from bot.discord.controls import Controls, HasControls, WatchesServers
from bot.discord.outgoing.announcers import HasAnnouncements
from bot.discord.outgoing.posts import Posting
from bot.discord.outgoing.sender import DiscordSender
from bot.installation import Part, Services
from bot.maintenance.session_starts import SessionStarts
from bot.panel.controls import PanelControls
from bot.time.reach import Reach


def client(
    of: Services,
    parts: Sequence[Part],
    reach: Reach,
    meter: RequestMeter,
    *,
    guild_ready_timeout: float,
    paced: bool = False,
) -> VoidreamClient:
    """Make the client, with all commands and controls.

    `paced`: whether the bot waits longer and longer before it connects, when it is started again and again.
    """
    panel = PanelControls(
        of.matches, of.play, of.drafts, of.people, of.finder, of.panels, of.outdated, of.sections
    )

    handlers = [panel, *(part for part in parts if isinstance(part, HasControls))]
    return VoidreamClient(
        of.boundary,
        [part for part in parts if isinstance(part, HasCommands)],
        Controls(of.boundary, of.outdated.has_been, panel.answers, handlers),
        of.games,
        of.store,
        AccessReturns(of.store, of.troubles, of.renewal),
        [part for part in parts if isinstance(part, WatchesServers)],
        reach,
        meter,
        of.clock,
        offer_games=of.which.titles if len(of.games.games) > 1 else None,
        starts=SessionStarts(of.store, of.clock, paced=paced),
        guild_ready_timeout=guild_ready_timeout,
    )


def sender(of: Services, parts: Sequence[Part], client: discord.Client) -> DiscordSender:
    """Make what announcements are sent by."""
    announcing = [part for part in parts if isinstance(part, HasAnnouncements)]
    return DiscordSender(
        Posting(client, of.people), of.troubles, of.context, of.matches, of.requests, announcing
    )
