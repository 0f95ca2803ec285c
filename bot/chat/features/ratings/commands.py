"""The leaderboard: who is rated highest on this server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.ratings.messages import leaderboard_message
from bot.chat.texts.texts import ENGLISH
from bot.command_keys import Command
from bot.errors import Told
from cards.numerals import numeral

Interaction = discord.Interaction[Any]
Press = Callable[[Core, Reply, CustomId, Sequence[str]], Awaitable[None]]
W = ENGLISH.ratings


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the command."""

    @layout.command(Command.LEADERBOARD, W.d_leaderboard)
    @app_commands.describe(page=W.d_page)
    async def leaderboard(
        interaction: Interaction, page: app_commands.Range[int, 1, 10000] | None = None
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await _show(core, reply, page or 1)


async def _show(core: Core, reply: Reply, page: int) -> None:
    guild = reply.interaction.guild_id
    if guild is None:
        raise Told(reply.words.ratings.only_there)
    board = await core.ladder.board(guild, reply.person, core.games.default, page)
    await reply.show(leaderboard_message(board, await core.servers.rules(guild), reply.words))


async def _turn_page(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    page = numeral(control.state, 5)
    if page is None:
        raise Told(reply.words.unknown_control)
    await _show(core, reply, page)


LEADERBOARD_ACTS: Mapping[str, Press] = MappingProxyType({"leaderboard": _turn_page})
"""What the controls of leaderboards do, by act."""
