"""The leaderboard: who is rated highest on this server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.replies import Reply
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.feature import Handler
from bot.chat.features.ratings.messages import leaderboard_message
from bot.chat.texts.texts import ENGLISH
from bot.command_keys import Command
from bot.errors import Told
from bot.games.playable import Games
from bot.people.leaderboard import Ladder
from bot.servers.servers import Servers
from cards.numerals import numeral

Interaction = discord.Interaction[Any]
W = ENGLISH.ratings


class RatingsFeature(Struct, frozen=True):
    """The leaderboard."""

    games: Games
    ladder: Ladder
    servers: Servers

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the command."""

        @layout.command(Command.LEADERBOARD, W.d_leaderboard)
        @app_commands.describe(page=W.d_page)
        async def leaderboard(
            interaction: Interaction, page: app_commands.Range[int, 1, 10000] | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self._show(reply, page or 1)

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """What its controls do, by act."""
        return {"leaderboard": self._turn_page}

    async def _show(self, reply: Reply, page: int) -> None:
        guild = reply.interaction.guild_id
        if guild is None:
            raise Told(reply.words.ratings.only_there)
        board = await self.ladder.board(guild, reply.person, self.games.default, page)
        await reply.show(leaderboard_message(board, await self.servers.rules(guild), reply.words))

    async def _turn_page(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        page = numeral(control.state, 5)
        if page is None:
            raise Told(reply.words.unknown_control)
        await self._show(reply, page)
