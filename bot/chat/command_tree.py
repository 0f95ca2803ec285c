"""The slash commands. Whatever buttons can do, these can do, and the other way round."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.command_layout import Layout
from bot.chat.components.lengths import cut, too_long
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.challenges import commands as challenges_commands
from bot.chat.features.deciding import commands as deciding_commands
from bot.chat.features.decks import commands as decks_commands
from bot.chat.features.endings import commands as endings_commands
from bot.chat.features.lessons import commands as lessons_commands
from bot.chat.features.matches import commands as matches_commands
from bot.chat.features.orders import commands as orders_commands
from bot.chat.features.privacy import commands as privacy_commands
from bot.chat.features.profiles import commands as profiles_commands
from bot.chat.features.ratings import commands as ratings_commands
from bot.chat.features.reference import commands as reference_commands
from bot.chat.features.reminders import commands as reminders_commands
from bot.chat.features.replays import commands as replays_commands
from bot.chat.features.servers import commands as servers_commands
from bot.chat.features.time import commands as time_commands
from bot.chat.features.watching import commands as watching_commands
from bot.errors import Told

_PARTS = (
    *(
        challenges_commands,
        lessons_commands,
        deciding_commands,
        matches_commands,
        watching_commands,
        endings_commands,
        reference_commands,
        decks_commands,
        orders_commands,
        time_commands,
        reminders_commands,
    ),
    *(replays_commands, profiles_commands, ratings_commands, privacy_commands, servers_commands),
)


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree. What goes wrong before a command has begun ends here; everything else in the boundary."""

    def __init__(self, client: discord.Client, core: Core, boundary: ErrorBoundary) -> None:
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
