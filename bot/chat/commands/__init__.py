"""The slash commands. Whatever buttons can do, these can do, and the other way round."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.boundary import Boundary
from bot.chat.commands import (
    challenging,
    decks,
    ending,
    leaderboard,
    learning,
    looking,
    ordering,
    playing,
    privacy,
    profiles,
    reference,
    reminding,
    replaying,
    settings,
    timing,
    watching,
)
from bot.chat.commands.layout import Layout
from bot.chat.core import Core
from bot.chat.lengths import cut, too_long
from bot.errors import Told

_PARTS = (
    *(
        challenging,
        learning,
        playing,
        looking,
        watching,
        ending,
        reference,
        decks,
        ordering,
        timing,
        reminding,
    ),
    *(replaying, profiles, leaderboard, privacy, settings),
)


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree. What goes wrong before a command has begun ends here; everything else in the boundary."""

    def __init__(self, client: discord.Client, core: Core, boundary: Boundary) -> None:
        super().__init__(client)
        self._boundary = boundary
        layout = Layout()
        for part in _PARTS:
            part.add(layout, core, boundary)
        layout.plant(self)

    async def interaction_check(self, interaction: discord.Interaction[discord.Client], /) -> bool:
        """Cut what somebody is typing, and refuse what is too long: Discord does so too, but need not be trusted."""
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.autocomplete:
            cut(data.get("options", []))
            return True
        if not isinstance(command := interaction.command, app_commands.Command):
            return True
        found = too_long(command, dict(iter(interaction.namespace)))
        if found is None:
            return True
        async with self._boundary.answering(interaction) as reply:
            name, most = found
            raise Told(reply.words.too_long.format(name=name, n=most))
        return False

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that does not exist any more, or that was called with what it doesn't take."""
        await self._boundary.answer_stray(interaction, error)
