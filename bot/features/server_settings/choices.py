"""Channels and roles that a person chose, by command or in a menu. Nothing of them is looked up in a cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.discord.channels import WITH_THREADS
from bot.discord.components.plain import bare
from bot.discord.components.replies import Reply
from bot.errors import Refusal
from bot.store.servers import NamedSetting
from cards.i18n import msg


class _TextChannel(app_commands.Transformer):
    """An option for a channel in which there are threads; nothing of it is looked up in a cache."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(WITH_THREADS)

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


class _Role(app_commands.Transformer):
    """An option for a role."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.role

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> NamedSetting:
        return NamedSetting(value.id, bare(value.name))


Channel = app_commands.Transform[NamedSetting, _TextChannel]
Role = app_commands.Transform[NamedSetting, _Role]


def this_channel(reply: Reply) -> NamedSetting:
    """Return the channel where a person asks, if it is one in which matches can be begun. Raises Refusal."""
    channel: Any = reply.interaction.channel
    if channel is None or channel.type not in WITH_THREADS:
        raise Refusal(msg("Please say which channel."))
    return NamedSetting(channel.id, bare(channel.name or ""))


def changed(now: Sequence[NamedSetting], change: str, one: NamedSetting, reply: Reply) -> list[NamedSetting]:
    """Return what is chosen after one was added or removed. Raises Refusal."""
    if change == "add":
        return [*(other for other in now if other.id != one.id), one]
    if all(other.id != one.id for other in now):
        raise Refusal(msg("{name} is not among them.", name=one.name))
    return [other for other in now if other.id != one.id]


def resolved(reply: Reply, kind: str, values: Sequence[str]) -> list[NamedSetting]:
    """Return the channels or roles that were chosen in a menu, by the names that came with them."""
    data: Any = reply.interaction.data or {}
    known: Any = data.get("resolved", {}).get(kind, {})
    return [NamedSetting(int(one), bare(str(known[one].get("name") or ""))) for one in values if one in known]
