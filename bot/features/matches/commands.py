"""Commands that show the board, the hand, the log, and a player's matches."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.command_keys import Command
from bot.discord import boards
from bot.discord.channels import may_see
from bot.discord.commands.layout import Layout, Parameter
from bot.discord.components.custom_ids import CustomId, number
from bot.discord.components.lengths import Name
from bot.discord.components.messages import PrivateMessage
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.reference_pages import why_items
from bot.errors import Refusal
from bot.features.matches.announcements import MatchesAnnouncements, StatusMessages
from bot.features.matches.list import matches_message, server_message
from bot.installation import Feature, Part, Services
from bot.views.types import Summary
from cards.i18n import msg

PICTURES_FROM_NOW = msg("From now on, I'll show you boards and hands as pictures.")
TEXT_FROM_NOW = msg("From now on, I'll show you boards and hands as text.")

_AS = {
    "picture": str(msg("picture")),
    "text": str(msg("text")),
    "pictures": str(msg("always as a picture")),
    "texts": str(msg("always as text")),
}


class MatchesFeature(Feature, frozen=True):
    """The commands and buttons that show matches: list, board, hand, log."""

    def add(self, layout: Layout) -> None:
        """Add the commands."""

        @layout.command(
            Command.BOARD,
            msg("Show the board. Only you see it."),
            shown_as=Parameter(
                msg("As a picture or as text, now or always."),
                name="as",
                choices=[app_commands.Choice(name=name, value=v) for v, name in _AS.items()],
            ),
            match=self.services.match_resolver.option,
        )
        async def board(reply: Reply, shown_as: str | None = None, match: Name | None = None) -> None:
            note = ""
            if shown_as in ("pictures", "texts"):
                await self.services.people.want_text_boards(reply.person, shown_as == "texts")
                note = reply.translate(TEXT_FROM_NOW if shown_as == "texts" else PICTURES_FROM_NOW)
            match_id = await self.services.match_resolver.find_match(reply, match)
            snapshot = await self.services.match_resolver.snapshot(reply, match_id)
            as_text = None if shown_as is None else shown_as.startswith("text")
            await reply.show(
                await self.services.boards.board(
                    snapshot, reply.person, reply.translate, as_text=as_text, note=note
                )
            )

        @layout.command(
            Command.HAND,
            msg("Show your hand and your current question. Only you see it."),
            match=self.services.match_resolver.option,
        )
        async def hand(reply: Reply, match: Name | None = None) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            snapshot = await self.services.match_resolver.player_snapshot(reply, match_id)
            await reply.show(await self.services.boards.hand(snapshot, reply.translate))

        @layout.command(
            Command.LOG,
            msg("Show the match log. Only you see it."),
            page=msg("The page. Default: the latest."),
            match=self.services.match_resolver.option,
        )
        async def log(
            reply: Reply,
            page: app_commands.Range[int, 1, 10000] | None = None,
            match: Name | None = None,
        ) -> None:
            match_id = await self.services.match_resolver.find_match(reply, match)
            table = await self.services.matches.table(match_id)
            lines = await self.services.matches.log(match_id, reply.person, page, reply.translate.locale)
            await reply.show(boards.log(table, lines, reply.translate))

        @layout.command(
            Command.MATCHES,
            msg("Show your matches and challenges."),
            server=msg("List the matches on this server that you can see instead."),
        )
        async def matches(reply: Reply, server: bool = False) -> None:
            if server:
                await self._show_server(reply)
                return
            summaries = await self.services.matches.of_person(reply.person)
            translate = reply.translate
            games = await self.services.game_resolver.choice.offered(reply.interaction.guild_id)
            section_parts = [
                await section.listed(reply.person, games, translate) for section in self.services.sections
            ]
            on_server = reply.interaction.guild_id is not None
            await reply.show(
                matches_message(summaries, reply.person, translate, section_parts, on_server=on_server)
            )

    async def _show_server(self, reply: Reply, page: int = 1) -> None:
        """Show the matches on this server: all to moderators, and those in visible channels to others."""
        guild = reply.interaction.guild_id
        if guild is None:
            raise Refusal(msg("This lists a server's matches, so use it on a server."))
        summaries = await self.services.matches.on_server(guild)
        tables = [Summary(table, ()) for table in await self.services.challenges.open_tables(guild)]
        sees_all = await self.services.moderators.is_moderator(reply)
        visible = [
            each
            for each in (*tables, *summaries)
            if sees_all or may_see(reply.interaction, each.table.channel_id)
        ]
        with_game = len(self.services.game_resolver.games.games) > 1
        await reply.show(
            server_message(visible, page, reply.translate, with_game=with_game, sees_all=sees_all)
        )

    @pressed("here")
    async def _server_matches(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the matches on this server: as a new message from the player's list; other pages in place."""
        await (reply.in_place() if control.state else reply.later())
        await self._show_server(reply, number(control.state) if control.state else 1)

    @pressed("board", first=Reply.later)
    async def _board(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        snapshot = await self.services.match_resolver.snapshot(reply, control.match_id)
        await reply.show(await self.services.boards.board(snapshot, reply.person, reply.translate))

    @pressed("picture", first=Reply.in_place)
    async def _picture(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        snapshot = await self.services.match_resolver.snapshot(reply, control.match_id)
        await reply.show(
            await self.services.boards.board(snapshot, reply.person, reply.translate, as_text=False)
        )

    @pressed("text")
    async def _text(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the board as text: as a new message from the status message; other pages in place."""
        await (reply.in_place() if control.state else reply.later())
        snapshot = await self.services.match_resolver.snapshot(reply, control.match_id)
        page = number(control.state) if control.state else 1
        await reply.show(
            await self.services.boards.board(snapshot, reply.person, reply.translate, as_text=True, page=page)
        )

    @pressed("always", first=Reply.in_place)
    async def _always(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        wants_text = control.state == "text"
        await self.services.people.want_text_boards(reply.person, wants_text)
        note = reply.translate(TEXT_FROM_NOW if wants_text else PICTURES_FROM_NOW)
        snapshot = await self.services.match_resolver.snapshot(reply, control.match_id)
        await reply.show(await self.services.boards.board(snapshot, reply.person, reply.translate, note=note))

    @pressed("hand")
    async def _hand(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await (reply.in_place() if control.state else reply.later())
        snapshot = await self.services.match_resolver.player_snapshot(reply, control.match_id)
        page = number(control.state) if control.state else 0
        await reply.show(await self.services.boards.hand(snapshot, reply.translate, page))

    @pressed("shared")
    async def _shared(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the cards between the players, as the person's seat or a spectator sees them."""
        await (reply.in_place() if control.state else reply.later())
        snapshot = await self.services.match_resolver.snapshot(reply, control.match_id)
        page = number(control.state) if control.state else 0
        await reply.show(await self.services.boards.shared(snapshot, reply.person, reply.translate, page))

    @pressed("log")
    async def _log(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        await (reply.in_place() if control.state else reply.later())
        table = await self.services.matches.table(control.match_id)
        page = number(control.state) if control.state else None
        lines = await self.services.matches.log(table.match_id, reply.person, page, reply.translate.locale)
        await reply.show(boards.log(table, lines, reply.translate))

    @pressed("why", first=Reply.later)
    async def _why(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        """Show the card or the rule that caused a line of the log."""
        line_number, locale = number(values[0]), reply.translate.locale
        line, explanation = await self.services.matches.explained(
            control.match_id, reply.person, line_number, locale
        )
        await reply.show(PrivateMessage(why_items(line, explanation, reply.translate, control.match)))


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    return (
        MatchesFeature(of),
        MatchesAnnouncements(StatusMessages(of)),
    )
