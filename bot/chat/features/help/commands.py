"""The command and the menus of the help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.chat.command_layout import Layout
from bot.chat.command_translator import described
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.replies import Reply
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.feature import Handler
from bot.chat.features.help.messages import help_message, topic, topics
from bot.chat.texts.texts import ENGLISH as W
from bot.chat.texts.texts import texts_for
from bot.command_keys import Command
from bot.games.playable import Games
from bot.match.matches import Matches

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


class HelpFeature(Struct, frozen=True):
    """Help on the bot and on a game."""

    games: Games
    matches: Matches

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the command."""

        @layout.command(Command.HELP, W.d_help)
        @app_commands.describe(about=W.d_help_about)
        async def help_(
            interaction: Interaction, about: app_commands.Range[str, 1, 100] | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                wanted = topic(about, reply.words) if about else ""
                await reply.show(help_message(self.games.default, reply.words, described(reply), wanted))

        @help_.autocomplete("about")
        async def subjects(interaction: Interaction, typed: str) -> Choices:
            async def fitting() -> list[tuple[str, str]]:
                offered = topics(texts_for(interaction.locale))
                return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

            return await boundary.complete(interaction, fitting())

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """What its controls do, by act."""
        return {"help": self._help}

    async def _help(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The help: a message of its own, and then its pages in place."""
        if control.state:
            await reply.in_place()
        game = (await self.matches.table(control.match_id)).game if control.match else self.games.default
        chosen = values[0] if values else ""
        await reply.show(help_message(game, reply.words, described(reply), control.state, chosen))
