"""The slash commands: the group `/voidream`. Whatever buttons can do, these can do, and the other way round."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat.boundary import Boundary
from bot.chat.commands import challenging, ending, looking, playing, reminding, replaying, timing, watching
from bot.chat.core import Core
from bot.chat.words import ENGLISH

Group = app_commands.Group


def voidream(core: Core, boundary: Boundary) -> Group:
    """Return the group with all its commands."""
    group = Group(
        name="voidream",
        description=ENGLISH.d_group,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    challenging.add(group, core, boundary)
    playing.add(group, core, boundary)
    looking.add(group, core, boundary)
    timing.add(group, core, boundary)
    ending.add(group, core, boundary)
    replaying.add(group, core, boundary)
    watching.add(group, core, boundary)
    return group


def me(core: Core, boundary: Boundary) -> Group:
    """Return the group `/me`: one's own time and reminders, in all matches."""
    group = timing.me(core, boundary)
    reminding.add(group, core, boundary)
    return group


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree. What goes wrong before a command has begun ends here; everything else in the boundary."""

    def __init__(self, client: discord.Client, boundary: Boundary) -> None:
        super().__init__(client)
        self._boundary = boundary

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that does not exist any more, or that was called with what it doesn't take."""
        await self._boundary.answer_stray(interaction, error)
