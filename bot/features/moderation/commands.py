"""Commands by which moderators bar people from playing on their server, and lift that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.messages import PrivateMessage, parts, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Handler, Interaction
from bot.discord.moderators import Moderators
from bot.discord.people import person_of
from bot.discord.texts.texts import ENGLISH, texts_for
from bot.errors import Told
from bot.features.moderation.service import REASON, Bars
from bot.people.contact_limits import moment

W = ENGLISH.moderation
_LISTED = 3900
"""Maximum characters of the list."""


class ModerationFeature(Struct, frozen=True):
    """Barring people from playing on a server."""

    bars: Bars
    moderators: Moderators

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""

        @layout.command(Command.MODERATE_BAR, W.d_bar)
        @app_commands.describe(user=W.d_bar_user, reason=W.d_bar_reason)
        async def bar(
            interaction: Interaction,
            user: discord.User,
            reason: app_commands.Range[str, 1, REASON] | None = None,
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self._bar(reply, user, " ".join((reason or "").split()))

        @bar.autocomplete("reason")
        async def reasons(interaction: Interaction, typed: str) -> Choices:
            async def fitting() -> list[tuple[str, str]]:
                offered = texts_for(interaction.locale).moderation.reasons
                return [(one, one) for one in offered if typed.strip().casefold() in one.casefold()]

            return await boundary.complete(interaction, fitting())

        @layout.command(Command.MODERATE_UNBAR, W.d_unbar)
        @app_commands.describe(user=W.d_unbar_user)
        async def unbar(interaction: Interaction, user: discord.User) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self.moderators.check_moderator(reply)
                person = person_of(user)
                await self.bars.lift(interaction.id, interaction.guild_id or 0, reply.person, person)
                await reply.say(reply.words.moderation.lifted.format(who=f"**{plain(person.name, 60)}**"))

        @layout.command(Command.MODERATE_BARRED, W.d_barred)
        async def barred(interaction: Interaction) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                await self.moderators.check_moderator(reply)
                await self._list(reply)

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls: it has none."""
        return {}

    async def _bar(self, reply: Reply, user: discord.abc.User, reason: str) -> None:
        await self.moderators.check_moderator(reply)
        said, person = reply.words.moderation, person_of(user)
        who = f"**{plain(person.name, 60)}**"
        if _manages(reply.interaction, person.id):
            raise Told(said.manages.format(who=who))
        moderator, guild = person_of(reply.interaction.user), reply.interaction.guild_id or 0
        done = await self.bars.bar(reply.interaction.id, guild, moderator, person, reason)
        lines = [said.barred.format(who=who)]
        lines += [said.closed.format(n=done.closed)] if done.closed else []
        lines += [said.running.format(n=done.running)] if done.running else []
        await reply.say("\n".join([*lines, said.told]))

    async def _list(self, reply: Reply) -> None:
        said, found = reply.words.moderation, await self.bars.of(reply.interaction.guild_id or 0)
        if not found:
            await reply.say(said.none)
            return
        lines = [
            "- "
            + (said.because if one.reason else said.since).format(
                who=f"**{plain(one.person.name, 60)}**", when=moment(one.at), reason=plain(one.reason, REASON)
            )
            for one in found
        ]
        shown = parts(lines, _LISTED)[0]
        left = len(lines) - len(shown.splitlines())
        more = [said.more.format(n=left)] if left else []
        await reply.show(PrivateMessage((text("\n".join([said.listed, shown, *more])),)))


def _manages(interaction: Interaction, person: int) -> bool:
    """Return whether someone who was chosen manages the server, as Discord says with the command."""
    data: Any = interaction.data
    member = data.get("resolved", {}).get("members", {}).get(str(person), {})
    allowed = discord.Permissions(int(member.get("permissions") or 0))
    return allowed.manage_guild or allowed.administrator
