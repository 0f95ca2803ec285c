"""Moderators, by Discord's permissions or the server's settings."""

from __future__ import annotations

import discord
from msgspec import Struct

from bot.discord.components.plain import QUOTED
from bot.discord.components.replies import Reply
from bot.errors import Refusal
from bot.servers.servers import Servers
from bot.store.servers import ServerRules
from cards.i18n import msg


class Moderators(Struct, frozen=True):
    """Checks who moderates a server."""

    servers: Servers

    async def is_moderator(self, reply: Reply) -> bool:
        """Return whether the person moderates the server of their interaction."""
        interaction = reply.interaction
        if interaction.guild_id is None:
            return False
        rules = await self.servers.rules(interaction.guild_id)
        allowed = interaction.permissions
        if allowed.manage_guild or _has_role(interaction.user, rules):
            return True
        return not rules.moderators and allowed.manage_messages

    async def check_moderator(self, reply: Reply) -> None:
        """Raise Refusal unless the person moderates the server of their interaction."""
        if await self.is_moderator(reply):
            return
        rules = await self.servers.rules(reply.interaction.guild_id)
        if rules.moderators:
            roles = ", ".join(reply.translate(QUOTED.filled(name=role.name)) for role in rules.moderators)
            raise Refusal(
                msg(
                    "Only people with “Manage Server”, or the role {roles}, can end other people's matches here.",
                    roles=roles,
                )
            )
        raise Refusal(
            msg("Only members with “Manage Server” or “Manage Messages” can end other people's matches here.")
        )


def _has_role(user: discord.abc.User, rules: ServerRules) -> bool:
    # `Member.roles` contains only cached roles; the ids came with the interaction.
    role_ids = user._roles if isinstance(user, discord.Member) else ()  # pyright: ignore[reportPrivateUsage]
    return any(role.id in role_ids for role in rules.moderators)
