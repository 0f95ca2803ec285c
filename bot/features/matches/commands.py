"""Looking: board, hand, log, and one's matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import app_commands
from msgspec import Struct

from bot.command_keys import Command
from bot.discord import boards
from bot.discord.boards import Boards
from bot.discord.channels import may_see
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import PrivateMessage
from bot.discord.components.replies import Reply
from bot.discord.components.submitted import number
from bot.discord.error_boundary import ErrorBoundary
from bot.discord.feature import Choices, Handler, Interaction
from bot.discord.game_resolver import WhichGame
from bot.discord.match_resolver import MatchFinder
from bot.discord.moderators import Moderators
from bot.discord.reference_pages import why_items
from bot.discord.sections import Section
from bot.discord.texts.texts import ENGLISH as W
from bot.errors import Told
from bot.features.matches.list import matches_message, server_message
from bot.match.matches import Matches
from bot.people.people import People
from bot.views.types import Summary

_AS = {
    "picture": W.as_picture_now,
    "text": W.as_text_now,
    "pictures": W.as_picture_always,
    "texts": W.as_text_always,
}


class MatchesFeature(Struct, frozen=True):
    """Looking at a match: list, board, hand, log."""

    which: WhichGame
    matches: Matches
    people: People
    finder: MatchFinder
    moderators: Moderators
    sections: Sequence[Section]
    boards: Boards

    def add(self, layout: Layout, boundary: ErrorBoundary) -> None:
        """Add the commands."""

        @layout.command(Command.BOARD, W.d_board)
        @app_commands.rename(shown_as="as")
        @app_commands.describe(shown_as=W.d_board_as, match=W.d_match)
        @app_commands.choices(shown_as=[app_commands.Choice(name=name, value=v) for v, name in _AS.items()])
        async def board(
            interaction: Interaction, shown_as: str | None = None, match: Name | None = None
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                note = ""
                if shown_as in ("pictures", "texts"):
                    await self.people.want_text_boards(reply.person, shown_as == "texts")
                    note = reply.words.text_from_now if shown_as == "texts" else reply.words.pictures_from_now
                found = await self.finder.find_match(interaction, match, reply.words)
                seen = await self.finder.look(found, reply.person, reply.words)
                as_text = None if shown_as is None else shown_as.startswith("text")
                await reply.show(
                    await self.boards.board(seen, reply.person, reply.words, as_text=as_text, note=note)
                )

        @layout.command(Command.HAND, W.d_hand)
        @app_commands.describe(match=W.d_match)
        async def hand(interaction: Interaction, match: Name | None = None) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                mine = await self.finder.player_look(found, reply.person, reply.words)
                await reply.show(await self.boards.hand(mine, reply.words))

        @layout.command(Command.LOG, W.d_log)
        @app_commands.describe(page=W.d_log_page, match=W.d_match)
        async def log(
            interaction: Interaction,
            page: app_commands.Range[int, 1, 10000] | None = None,
            match: Name | None = None,
        ) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                found = await self.finder.find_match(interaction, match, reply.words)
                table = await self.matches.table(found)
                lines = await self.matches.log(found, reply.person, page, reply.words.locale)
                await reply.show(boards.log(table, lines, reply.words))

        @layout.command(Command.MATCHES, W.d_matches)
        @app_commands.describe(server=W.here.d_server)
        async def matches(interaction: Interaction, server: bool = False) -> None:
            async with boundary.answering(interaction) as reply:
                await reply.later()
                if server:
                    await self._show_server(reply)
                    return
                found = await self.matches.of_person(reply.person)
                words = reply.words
                games = await self.which.choice.offered(interaction.guild_id)
                added = [await one.listed(reply.person, games, words) for one in self.sections]
                on_server = interaction.guild_id is not None
                await reply.show(matches_message(found, reply.person, words, added, on_server=on_server))

        @board.autocomplete("match")
        @hand.autocomplete("match")
        @log.autocomplete("match")
        async def of_match(interaction: Interaction, typed: str) -> Choices:
            return await boundary.complete(interaction, self.finder.offer_matches(interaction, typed))

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of its controls, by act."""
        return {
            "board": self._board,
            "picture": self._picture,
            "text": self._text,
            "always": self._always,
            "hand": self._hand,
            "shared": self._shared,
            "log": self._log,
            "why": self._why,
            "here": self._here,
        }

    async def _show_server(self, reply: Reply, page: int = 1) -> None:
        """Show what is played on this server: to moderators all of it, to others what they can see."""
        guild, said = reply.interaction.guild_id, reply.words.here
        if guild is None:
            raise Told(said.only_there)
        found = await self.matches.on_server(guild)
        tables = [Summary(table, ()) for table in await self.matches.open_tables(guild)]
        sees_all = await self.moderators.is_moderator(reply)
        seen = [
            one for one in (*tables, *found) if sees_all or may_see(reply.interaction, one.table.channel_id)
        ]
        with_game = len(self.which.games.games) > 1
        await reply.show(server_message(seen, page, reply.words, with_game=with_game, sees_all=sees_all))

    async def _here(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The matches of this server: a new message from one's own list, the next page in its place."""
        await (reply.in_place() if control.state else reply.later())
        await self._show_server(reply, number(control.state) if control.state else 1)

    async def _board(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.later()
        seen = await self.finder.look(control.match_id, reply.person, reply.words)
        await reply.show(await self.boards.board(seen, reply.person, reply.words))

    async def _picture(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        seen = await self.finder.look(control.match_id, reply.person, reply.words)
        await reply.show(await self.boards.board(seen, reply.person, reply.words, as_text=False))

    async def _text(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """The board as text: a new message from the status message, the next page in one's own."""
        await (reply.in_place() if control.state else reply.later())
        seen = await self.finder.look(control.match_id, reply.person, reply.words)
        page = number(control.state) if control.state else 1
        await reply.show(await self.boards.board(seen, reply.person, reply.words, as_text=True, page=page))

    async def _always(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await reply.in_place()
        wants_text = control.state == "text"
        await self.people.want_text_boards(reply.person, wants_text)
        note = reply.words.text_from_now if wants_text else reply.words.pictures_from_now
        seen = await self.finder.look(control.match_id, reply.person, reply.words)
        await reply.show(await self.boards.board(seen, reply.person, reply.words, note=note))

    async def _hand(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await (reply.in_place() if control.state else reply.later())
        mine = await self.finder.player_look(control.match_id, reply.person, reply.words)
        page = number(control.state) if control.state else 0
        await reply.show(await self.boards.hand(mine, reply.words, page))

    async def _shared(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the common ground between the players: as the person's seat sees it, or as everyone does."""
        await (reply.in_place() if control.state else reply.later())
        seen = await self.finder.look(control.match_id, reply.person, reply.words)
        page = number(control.state) if control.state else 0
        await reply.show(await self.boards.shared(seen, reply.person, reply.words, page))

    async def _log(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await (reply.in_place() if control.state else reply.later())
        table = await self.matches.table(control.match_id)
        page = number(control.state) if control.state else None
        lines = await self.matches.log(table.match_id, reply.person, page, reply.words.locale)
        await reply.show(boards.log(table, lines, reply.words))

    async def _why(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Why a line stands in the log: the card or the rule behind it."""
        await reply.later()
        line_number, locale = number(values[0]), reply.words.locale
        line, found = await self.matches.explained(control.match_id, reply.person, line_number, locale)
        await reply.show(PrivateMessage(why_items(line, found, reply.words, control.match)))
