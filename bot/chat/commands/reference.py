"""Looking things up, wherever one is: rules and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.chat.boundary import Boundary
from bot.chat.commands.layout import Layout
from bot.chat.core import Core
from bot.chat.lengths import Name
from bot.chat.reference import game_here, show_card, show_topic
from bot.chat.replies import Reply
from bot.chat.words import ENGLISH
from bot.commands import Command
from bot.locales import locale_of

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
W = ENGLISH.reference


def add(layout: Layout, core: Core, boundary: Boundary) -> None:
    """Add the commands."""

    @layout.command(Command.RULES, W.d_rules)
    @app_commands.describe(about=W.d_rules_about, share=W.d_share)
    async def rules(interaction: Interaction, about: Name = "", share: bool = False) -> None:
        async with boundary.answering(interaction) as reply:
            game = await game_here(core, reply)
            await show_topic(core, reply, game, about, to_all=share)

    @rules.autocomplete("about")
    async def topics(interaction: Interaction, typed: str) -> Choices:
        async def offer() -> Sequence[tuple[str, str]]:
            game = await game_here(core, Reply(interaction))
            said = game.tongue(locale_of(interaction.locale))
            return game.reference.suggest_topics(typed, said) if game.reference else ()

        return await boundary.complete(interaction, offer())

    @layout.command(Command.CARD, W.d_card)
    @app_commands.describe(title=W.d_card_title, share=W.d_share)
    async def card(interaction: Interaction, title: Name, share: bool = False) -> None:
        async with boundary.answering(interaction) as reply:
            game = await game_here(core, reply)
            await show_card(core, reply, game, title, to_all=share)

    @card.autocomplete("title")
    async def titles(interaction: Interaction, typed: str) -> Choices:
        async def offer() -> Sequence[tuple[str, str]]:
            game = await game_here(core, Reply(interaction))
            said = game.tongue(locale_of(interaction.locale))
            return game.reference.suggest_cards(typed, said) if game.reference else ()

        return await boundary.complete(interaction, offer())
