"""The slash commands. Whatever buttons can do, these can do, and the other way round."""

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
    """The command tree. What goes wrong before a command has begun ends here; everything else in the boundary."""

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
        """Cut what a person is typing, and refuse what is too long: Discord does so too, but need not be trusted."""
        if interaction.type is discord.InteractionType.autocomplete:
            cut(data_of(interaction).get("options", []))
            return True
        if not isinstance(command := interaction.command, app_commands.Command):
            return True
        found = too_long(command, dict(iter(interaction.namespace)))
        if found is None:
            return True
        async with self._boundary.answering(interaction):
            name, most = found
            raise Refusal(TOO_LONG.filled(name=name, n=most))
        return False

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that does not exist any more, or that was called with what it doesn't take."""
        await self._boundary.answer_stray(interaction, error)
