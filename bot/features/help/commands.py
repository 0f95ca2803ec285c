"""The command and the menus of the help."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.command_keys import Command
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.commands.translator import described
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.controls import Presses, pressed
from bot.discord.game_resolver import WhichGame
from bot.discord.interaction_data import Interaction
from bot.features.help.messages import help_message, topic, topics
from bot.installation import Part, Services
from cards.i18n import msg


class HelpFeature(Presses, frozen=True):
    """Help on the bot and on a game."""

    which: WhichGame

    def add(self, layout: Layout) -> None:
        """Add the command."""

        async def subjects(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
            named = getattr(interaction.namespace, "game", None) or ""
            meant, reply = await self.which.likely(interaction, named), Reply(interaction)
            offered = topics(meant, reply.translate, described(reply, meant))
            return [one for one in offered if typed.strip().casefold() in one[0].casefold()]

        @layout.command(
            Command.HELP,
            msg("How to play here."),
            of_a_game=True,
            defer=False,
            about=Parameter(msg("The topic. Default: how to begin."), subjects),
        )
        async def help_(
            reply: Reply, about: app_commands.Range[str, 1, 100] | None = None, game: Name = ""
        ) -> None:
            # The page to begin with says nothing of any game, so nobody needs to be asked.
            meant = await self.which.likely(reply.interaction, game)
            commands = described(reply, meant)
            wanted = topic(about, meant, reply.translate, commands) if about else ""
            await reply.show(help_message(meant, reply.translate, commands, wanted))

    @pressed("help")
    async def _help(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The help: a message of its own, and then its pages in place."""
        if control.state:
            await reply.in_place()
        here = await self.which.here(reply.interaction, control=control)
        games = await self.which.choice.offered(reply.interaction.guild_id) if here is None else (here,)
        chosen = values[0] if values else ""
        await reply.show(help_message(games, reply.translate, described(reply, games), control.state, chosen))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (HelpFeature(of.which),)
