"""The slash commands. They can do everything that buttons can, and vice versa."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.discord.commands.layout import HasCommands, Layout, Offer
from bot.discord.components.lengths import TOO_LONG, cut, too_long
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction_data import data_of
from bot.errors import Refusal


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree. Errors before a command starts are handled here, all others in the boundary."""

    def __init__(
        self,
        client: discord.Client,
        boundary: ErrorBoundary,
        features: Iterable[HasCommands],
        offer_games: Offer | None = None,
        *,
        has_lapses: bool = False,
    ) -> None:
        super().__init__(client)
        self._boundary = boundary
        layout = Layout(boundary, offer_games, has_lapses)
        for feature in features:
            feature.add(layout)
        layout.plant(self)

    async def interaction_check(self, interaction: discord.Interaction[discord.Client], /) -> bool:
        """Cut text being typed, and refuse text that is too long. Discord should, but isn't trusted to."""
        if interaction.type is discord.InteractionType.autocomplete:
            cut(data_of(interaction).get("options", []))
            return True
        if not isinstance(command := interaction.command, app_commands.Command):
            return True
        excess = too_long(command, dict(iter(interaction.namespace)))
        if excess is None:
            return True
        async with self._boundary.answering(interaction):
            name, limit = excess
            raise Refusal(TOO_LONG.filled(name=name, n=limit))
        return False

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that no longer exists, or that was called with wrong arguments."""
        await self._boundary.answer_stray(interaction, error)
