"""Looking: board, hand, log, one's matches, and the help."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat import boards
from bot.chat.command_layout import Layout
from bot.chat.command_translator import described
from bot.chat.components.lengths import Name
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.help.messages import help_message, topic, topics
from bot.chat.features.lessons.coaching import open_lesson
from bot.chat.features.matches.list import matches_message
from bot.chat.find_match import find_match, look, offer_matches, player_look
from bot.chat.texts.texts import ENGLISH as W
from bot.chat.texts.texts import texts_for
from bot.command_keys import Command

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]

_AS = {
    "picture": W.as_picture_now,
    "text": W.as_text_now,
    "pictures": W.as_picture_always,
    "texts": W.as_text_always,
}


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the commands."""

    @layout.command(Command.BOARD, W.d_board)
    @app_commands.rename(shown_as="as")
    @app_commands.describe(shown_as=W.d_board_as, match=W.d_match)
    @app_commands.choices(shown_as=[app_commands.Choice(name=name, value=v) for v, name in _AS.items()])
    async def board(interaction: Interaction, shown_as: str | None = None, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            note = ""
            if shown_as in ("pictures", "texts"):
                await core.people.want_text_boards(reply.person, shown_as == "texts")
                note = reply.words.text_from_now if shown_as == "texts" else reply.words.pictures_from_now
            found = await find_match(core, interaction, match, reply.words)
            seen = await look(core, found, reply.person, reply.words)
            as_text = None if shown_as is None else shown_as.startswith("text")
            await reply.show(
                await boards.board(core, seen, reply.person, reply.words, as_text=as_text, note=note)
            )

    @layout.command(Command.HAND, W.d_hand)
    @app_commands.describe(match=W.d_match)
    async def hand(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_match(core, interaction, match, reply.words)
            mine = await player_look(core, found, reply.person, reply.words)
            await reply.show(await boards.hand(core, mine, reply.words))

    @layout.command(Command.LOG, W.d_log)
    @app_commands.describe(page=W.d_log_page, match=W.d_match)
    async def log(
        interaction: Interaction,
        page: app_commands.Range[int, 1, 10000] | None = None,
        match: Name | None = None,
    ) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await find_match(core, interaction, match, reply.words)
            table = await core.matches.table(found)
            lines = await core.matches.log(found, reply.person, page, reply.words.locale)
            await reply.show(boards.log(table, lines, reply.words))

    @layout.command(Command.MATCHES, W.d_matches)
    async def matches(interaction: Interaction) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            found = await core.matches.of_person(reply.person)
            game, words = core.games.default, reply.words
            lesson = await open_lesson(core, game, reply.person, words)
            is_new = await core.learning.is_new(reply.person, game)
            await reply.show(matches_message(found, reply.person, words, lesson, may_learn=is_new))

    @layout.command(Command.HELP, W.d_help)
    @app_commands.describe(about=W.d_help_about)
    async def help_(interaction: Interaction, about: app_commands.Range[str, 1, 100] | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            wanted = topic(about, reply.words) if about else ""
            await reply.show(help_message(core.games.default, reply.words, described(reply), wanted))

    @help_.autocomplete("about")
    async def subjects(interaction: Interaction, typed: str) -> Choices:
        async def fitting() -> list[tuple[str, str]]:
            offered = topics(texts_for(interaction.locale))
            return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

        return await boundary.complete(interaction, fitting())

    @board.autocomplete("match")
    @hand.autocomplete("match")
    @log.autocomplete("match")
    async def of_match(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_matches(core, interaction.user.id, typed, words))
