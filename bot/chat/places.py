"""The channels and roles of a server by name: which of those that were once chosen are still there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.plain import plain
from bot.chat.words import Words
from bot.server_rules import Named, NotHere

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Places:
    """The channels and roles that a server has now, with their names; None where Discord would not say."""

    channels: Mapping[int, str] | None
    roles: Mapping[int, str] | None

    def parted(self, chosen: Sequence[Named], *, roles: bool = False) -> tuple[list[Named], list[Named]]:
        """Return those of the chosen ones that are still there, by the names they have now, and those that are gone."""
        known = self.roles if roles else self.channels
        if known is None:
            return list(chosen), []
        there = [Named(one.id, known[one.id]) for one in chosen if one.id in known]
        return there, [one for one in chosen if one.id not in known]


async def places(interaction: Interaction, guild_id: int) -> Places:
    """Ask Discord which channels and roles a server has."""
    http = interaction.client.http
    try:
        channels = await http.get_all_guild_channels(guild_id)
        roles = await http.get_roles(guild_id)
    except discord.HTTPException:
        return Places(None, None)
    return Places(
        {int(one["id"]): one["name"] or "" for one in channels},
        {int(one["id"]): one["name"] for one in roles},
    )


async def where_instead(interaction: Interaction, error: NotHere, words: Words) -> str:
    """Return where matches are begun on this server, for somebody who tried it elsewhere."""
    said, guild = words.settings, interaction.guild_id
    there, gone = error.channels, ()
    if guild is not None:
        there, gone = (await places(interaction, guild)).parted(error.channels)
    deleted = ", ".join(f"#{plain(one.name, 60)}" for one in gone)
    if not there:
        return said.challenge_nowhere.format(channels=deleted)
    sentence = said.challenge_in.format(channels=", ".join(f"<#{one.id}>" for one in there))
    return f"{sentence} {said.challenge_gone.format(channels=deleted)}" if deleted else sentence
