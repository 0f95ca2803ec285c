"""The leaderboard: a server's highest ratings."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.command_keys import Command
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.replies import Reply
from bot.discord.controls import Presses, pressed
from bot.discord.game_resolver import WhichGame
from bot.errors import Refusal
from bot.features.ratings.messages import RatingsSection, leaderboard_message
from bot.features.ratings.service import Leaderboards
from bot.games.playable import PlayableGame
from bot.installation import Part, Services
from bot.servers.servers import Servers
from cards.i18n import msg
from cards.numerals import numeral


class RatingsFeature(Presses, frozen=True):
    """The leaderboard."""

    which: WhichGame
    ladder: Leaderboards
    servers: Servers

    def add(self, layout: Layout) -> None:
        """Add the command."""

        @layout.command(
            Command.LEADERBOARD,
            msg("The highest ratings on this server."),
            of_a_game=True,
            page=msg("The page. Default: the first."),
        )
        async def leaderboard(
            reply: Reply, page: app_commands.Range[int, 1, 10000] | None = None, game: Name = ""
        ) -> None:
            again = CustomId("leaderboard", state=str(page or 1))
            await self._show(reply, await self.which.game(reply, game, again=again), page or 1)

    async def _show(self, reply: Reply, game: PlayableGame, page: int) -> None:
        guild = reply.interaction.guild_id
        if guild is None:
            raise Refusal(msg("Each server has its own leaderboard. Please ask on a server."))
        board = await self.ladder.board(guild, reply.person, game, page)
        await reply.show(
            leaderboard_message(
                board, game, await self.servers.rules(guild), reply.translate, self.which.naming(game)
            )
        )

    @pressed("leaderboard", first=Reply.in_place)
    async def _turn_page(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        page = numeral(control.state, 5)
        if page is None:
            raise Refusal(UNKNOWN_CONTROL)
        again = CustomId("leaderboard", state=control.state)
        await self._show(reply, await self.which.game(reply, control=control, again=again), page)


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    ladder = Leaderboards(of.store)
    return RatingsFeature(of.which, ladder, of.servers), RatingsSection(ladder)
