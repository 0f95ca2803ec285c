"""Profiles: what somebody has played, for the eyes of whoever asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from bot.chat.boards import drawn
from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.profiles.messages import played_by, profile_message
from bot.chat.features.replays.commands import show_replay
from bot.chat.features.replays.messages import ReplayPlace
from bot.chat.outdated_controls import has_been
from bot.chat.texts.texts import ENGLISH
from bot.command_keys import Command
from bot.errors import Told
from cards.numerals import numeral

Interaction = discord.Interaction[Any]
Press = Callable[[Core, Reply, CustomId, Sequence[str]], Awaitable[None]]
W = ENGLISH.profiles


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the command."""

    @layout.command(Command.PROFILE, W.d_profile)
    @app_commands.describe(person=W.d_person)
    async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            whose = interaction.user if person is None else person
            await _show(core, reply, whose.id, whose.display_name)


async def _show(core: Core, reply: Reply, person: int, name: str = "", page: int = 1) -> None:
    guild = reply.interaction.guild_id
    own = person == reply.person
    if not own and guild is None:
        raise Told(reply.words.profiles.only_there)
    game, locale = core.games.default, reply.words.locale
    found = await core.histories.profile(person, reply.person, guild, game, page)
    rank = await core.ladder.of(person, guild, game)
    picture = None
    if game.profile is not None and not await core.people.text_boards(reply.person):
        picture = await drawn(core.pictures.profile(game, played_by(found, name), locale), 0)
    translator = game.translator(locale)
    await reply.show(profile_message(found, rank, name, reply.words, translator, picture, own=own))


async def _turn_page(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.in_place()
    named, _, turned = control.state.partition(".")
    person, page = numeral(named, 19), numeral(turned, 5)
    if person is None or page is None:
        raise Told(reply.words.unknown_control)
    await _show(core, reply, person, page=page)


async def _replay(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """The menu of matches: the chosen one is replayed from its beginning."""
    await reply.later()
    chosen = CustomId("again", values[0])
    if await has_been(core, reply, chosen):
        await show_replay(core, reply, chosen.match_id, ReplayPlace(0))


PROFILE_ACTS: Mapping[str, Press] = MappingProxyType({"profile": _turn_page, "again": _replay})
"""What the controls of profiles do, by act."""
