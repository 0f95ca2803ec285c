"""Looking things up, wherever one is: rules and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.lengths import Name
from bot.chat.components.replies import Reply
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.feature import Handler
from bot.chat.features.reference.messages import Lookup
from bot.chat.texts.texts import ENGLISH
from bot.command_keys import Command
from bot.people.locales import locale_of

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
W = ENGLISH.reference


class ReferenceFeature(Struct, frozen=True):
    """Looking up rules and cards."""

    lookup: Lookup

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""

        @layout.command(Command.RULES, W.d_rules)
        @app_commands.describe(about=W.d_rules_about, share=W.d_share)
        async def rules(interaction: Interaction, about: Name = "", share: bool = False) -> None:
            async with boundary.answering(interaction) as reply:
                game = await self.lookup.game_here(reply)
                await self.lookup.show_topic(reply, game, about, to_all=share)

        @rules.autocomplete("about")
        async def topics(interaction: Interaction, typed: str) -> Choices:
            async def offer() -> Sequence[tuple[str, str]]:
                game = await self.lookup.game_here(Reply(interaction))
                said = game.translator(locale_of(interaction.locale))
                return game.reference.suggest_topics(typed, said) if game.reference else ()

            return await boundary.complete(interaction, offer())

        @layout.command(Command.CARD, W.d_card)
        @app_commands.describe(title=W.d_card_title, share=W.d_share)
        async def card(interaction: Interaction, title: Name, share: bool = False) -> None:
            async with boundary.answering(interaction) as reply:
                game = await self.lookup.game_here(reply)
                await self.lookup.show_card(reply, game, title, to_all=share)

        @card.autocomplete("title")
        async def titles(interaction: Interaction, typed: str) -> Choices:
            async def offer() -> Sequence[tuple[str, str]]:
                game = await self.lookup.game_here(Reply(interaction))
                said = game.translator(locale_of(interaction.locale))
                return game.reference.suggest_cards(typed, said) if game.reference else ()

            return await boundary.complete(interaction, offer())

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """What its controls do, by act."""
        return {"rules": self._rules}

    async def _rules(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Reading on: what was chosen in a menu in its place, what a button leads to in a message of its own."""
        if values:
            await reply.in_place()
        game = await self.lookup.game_here(reply, control.match)
        await self.lookup.follow(reply, game, values[0] if values else control.state, control.match)
