"""Watching: what somebody has missed in a match, and being called at its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands

from bot.chat.command_layout import Layout
from bot.chat.components.custom_ids import CustomId
from bot.chat.components.lengths import Name
from bot.chat.components.replies import Reply
from bot.chat.core import Core
from bot.chat.error_boundary import ErrorBoundary
from bot.chat.features.matches.comments import talk_about
from bot.chat.features.watching.messages import digest_message
from bot.chat.find_match import find_match, offer_matches
from bot.chat.texts.texts import ENGLISH, texts_for
from bot.command_keys import Command

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]
Press = Callable[[Core, Reply, CustomId, Sequence[str]], Awaitable[None]]
W = ENGLISH.watch


def add(layout: Layout, core: Core, boundary: ErrorBoundary) -> None:
    """Add the command."""

    @layout.command(Command.WATCH, W.d_watch)
    @app_commands.describe(match=W.d_watch_match)
    async def watch(interaction: Interaction, match: Name | None = None) -> None:
        async with boundary.answering(interaction) as reply:
            await reply.later()
            await show_digest(core, reply, await find_match(core, interaction, match, reply.words), call=True)

    @watch.autocomplete("match")
    async def matches(interaction: Interaction, typed: str) -> Choices:
        words = texts_for(interaction.locale)
        return await boundary.complete(interaction, offer_matches(core, interaction.user.id, typed, words))


async def show_digest(core: Core, reply: Reply, match_id: int, *, call: bool = False) -> None:
    """Answer with what somebody has missed in a match; with `call`, a spectator is called at its end. Raises Refusal."""
    digest = await core.watching.digest(match_id, reply.person, call=call, locale=reply.words.locale)
    await reply.show(await digest_message(core, digest, reply.person, reply.words))


async def _look(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    """From the thread a message of its own; from there again in place."""
    await (reply.in_place() if control.state else reply.later())
    await show_digest(core, reply, control.match_id, call=control.state == "call")


async def _stop(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await core.watching.stop(control.match_id, reply.person)
    await reply.say(reply.words.watch.stopped)


async def _talk(core: Core, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
    await reply.later()
    await talk_about(core, reply, control.match_id)


WATCH_ACTS: Mapping[str, Press] = MappingProxyType({"watch": _look, "unwatch": _stop, "talk": _talk})
"""What the controls of followed matches do, by act."""
