"""The moderator commands that bar people from playing on a server, and lift a bar."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.command_keys import Command, with_commands
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.messages import PrivateMessage, parts, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply, person_of
from bot.discord.controls import PressHandlers
from bot.discord.interaction_data import Interaction, chosen, matching
from bot.discord.moderators import Moderators
from bot.errors import Refusal
from bot.features.moderation.service import REASON, Bars
from bot.installation import Part, Services
from bot.people.contact_limits import moment
from bot.people.locales import translator_for
from cards.i18n import msg

REASONS = (
    msg("Insulting other players."),
    msg("Leaving matches again and again."),
    msg("Challenging people who don't want it."),
    msg("Breaking the rules of this server."),
)

_LISTED = 3900
"""Maximum characters of the list."""


class ModerationFeature(PressHandlers, frozen=True):
    """The commands about bars."""

    bars: Bars
    moderators: Moderators

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        async def reasons(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            suggestions = map(translator_for(interaction.locale), REASONS)
            return matching(((reason, reason) for reason in suggestions), typed)

        @layout.command(
            Command.MODERATE_BAR,
            msg("Keep someone from playing on this server. Their matches in progress continue."),
            user=msg("The person who may not play here."),
            reason=Parameter(msg("The reason. They see it when they try to play."), reasons),
        )
        async def bar(
            reply: Reply,
            user: discord.User,
            reason: app_commands.Range[str, 1, REASON] | None = None,
        ) -> None:
            await self._bar(reply, user, " ".join((reason or "").split()))

        @layout.command(
            Command.MODERATE_UNBAR,
            msg("Allow someone to play on this server again."),
            user=msg("The person who may play here again."),
        )
        async def unbar(reply: Reply, user: discord.User) -> None:
            await self.moderators.check_moderator(reply)
            person = person_of(user)
            await self.bars.lift(reply.interaction.id, reply.interaction.guild_id or 0, reply.person, person)
            await reply.say(msg("{who} can play on this server again.", who=f"**{plain(person.name, 60)}**"))

        @layout.command(Command.MODERATE_BARRED, msg("Show who is barred from playing on this server."))
        async def barred(reply: Reply) -> None:
            await self.moderators.check_moderator(reply)
            await self._list(reply)

    async def _bar(self, reply: Reply, user: discord.abc.User, reason: str) -> None:
        await self.moderators.check_moderator(reply)
        person = person_of(user)
        name = f"**{plain(person.name, 60)}**"
        if _manages(reply.interaction, person.id):
            raise Refusal(msg("{who} manages this server, so you can't bar them.", who=name))
        moderator, guild = person_of(reply.interaction.user), reply.interaction.guild_id or 0
        result = await self.bars.bar(reply.interaction.id, guild, moderator, person, reason)
        lines = [
            reply.translate(
                with_commands(
                    msg(
                        "{who} can no longer start matches on this server. `{/moderate-unbar}` lifts that.",
                        who=name,
                    )
                )
            )
        ]
        lines += (
            [reply.translate.msg("Open challenges and seats closed: {n}.", n=result.closed)]
            if result.closed
            else []
        )
        lines += (
            [
                reply.translate(
                    with_commands(
                        msg("Matches in progress: {n}. `{/moderate-end}` ends one.", n=result.running)
                    )
                )
            ]
            if result.running
            else []
        )
        await reply.say(
            "\n".join(
                [
                    *lines,
                    reply.translate.msg(
                        "-# I'll tell them when they try to play, with your reason. No one else sees it."
                    ),
                ]
            )
        )

    async def _list(self, reply: Reply) -> None:
        bars = await self.bars.of(reply.interaction.guild_id or 0)
        if not bars:
            await reply.say(msg("No one is barred from playing on this server."))
            return
        lines = [
            "- "
            + reply.translate(
                (
                    msg("{who} – barred {when}: {reason}") if bar.reason else msg("{who} – barred {when}")
                ).filled(
                    who=f"**{plain(bar.person.name, 60)}**",
                    when=moment(bar.at),
                    reason=plain(bar.reason, REASON),
                )
            )
            for bar in bars
        ]
        fitting = parts(lines, _LISTED)[0]
        hidden = len(lines) - len(fitting.splitlines())
        more = [reply.translate.msg("-# … and {n} more.", n=hidden)] if hidden else []
        await reply.show(
            PrivateMessage(
                (text("\n".join([reply.translate.msg("## Barred from playing here"), fitting, *more])),)
            )
        )


def _manages(interaction: Interaction, person: int) -> bool:
    """Return whether a chosen member manages the server, by the data that Discord sent with the command."""
    member = chosen(interaction, "members", person) or {}
    allowed = discord.Permissions(int(member.get("permissions") or 0))
    return allowed.manage_guild or allowed.administrator


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (ModerationFeature(Bars(of.context), of.moderators),)
