"""Ratings: a server's leaderboard, and the rating in a profile."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from discord import app_commands

from bot.command_keys import Command
from bot.discord.boards import FOLLOWING
from bot.discord.commands.layout import Layout
from bot.discord.components.custom_ids import UNKNOWN_CONTROL, CustomId
from bot.discord.components.lengths import Name
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.components.replies import Reply
from bot.discord.controls import pressed
from bot.discord.sections import FeatureSection
from bot.errors import Refusal
from bot.games.playable import PlayableGame
from bot.installation import Feature, Part, Services
from bot.people.ratings import SETTLED
from bot.store import Store
from bot.store.rows import RatingRow
from bot.store.servers import ServerRules
from cards.i18n import Translator, msg
from cards.numerals import numeral

PER_PAGE = 15


class Rank(msgspec.Struct, frozen=True):
    """A player's place in a game on a server, from 1. Equal ratings share a place.

    `is_new` is whether their rating is still provisional, after few matches.
    """

    place: int
    person: int
    name: str
    shown: int
    matches: int
    is_new: bool


class Leaderboard(msgspec.Struct, frozen=True):
    """A page of a server's ranks in a game, and the viewer's own rank, if any."""

    ranks: tuple[Rank, ...]
    own: Rank | None
    page: int
    pages: int


class Leaderboards:
    """Reads ranks by server and game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: int, guild_id: int | None, game: PlayableGame) -> Rank | None:
        """Return a player's rank in a game on a server; None before their first rated match there."""
        if guild_id is None:
            return None
        async with self._store.read() as store:
            row = await store.ratings.of(guild_id, game.name, person)
            if row is None:
                return None
            return _rank(row, 1 + await store.ratings.count(guild_id, game.name, above=row.shown))

    async def board(self, guild_id: int, person: int, game: PlayableGame, page: int = 1) -> Leaderboard:
        """Return a page of a server's ranks in a game. A page out of range becomes the nearest one."""
        async with self._store.read() as store:
            pages = max(1, -(-await store.ratings.count(guild_id, game.name) // PER_PAGE))
            page = min(max(page, 1), pages)
            skipped = (page - 1) * PER_PAGE
            ranks: list[Rank] = []
            for number, row in enumerate(await store.ratings.best(guild_id, game.name, PER_PAGE, skipped)):
                if ranks and ranks[-1].shown == row.shown:
                    place = ranks[-1].place
                elif number:
                    place = skipped + number + 1
                else:
                    place = 1 + await store.ratings.count(guild_id, game.name, above=row.shown)
                ranks.append(_rank(row, place))
        return Leaderboard(tuple(ranks), await self.of(person, guild_id, game), page, pages)


def _rank(row: RatingRow, place: int) -> Rank:
    return Rank(place, row.person_id, row.name, row.shown, row.matches, row.matches < SETTLED)


TITLE = msg("Leaderboard")


def leaderboard_message(
    board: Leaderboard, game: PlayableGame, rules: ServerRules, translate: Translator, naming: str = ""
) -> PrivateMessage:
    """Return a page of a server's leaderboard, with the viewer's place. `naming` is the game's name in the heading."""
    lines = [f"## {translate(TITLE)}{naming}"]
    for rank in board.ranks:
        line = (
            msg("{place}\\. **{who}** {rating}, matches: {matches} (new)")
            if rank.is_new
            else msg("{place}\\. **{who}** {rating}, matches: {matches}")
        )
        lines.append(
            translate(
                line.filled(
                    place=rank.place, who=plain(rank.name, 60), rating=rank.shown, matches=rank.matches
                )
            )
        )
    if not board.ranks:
        lines.append(
            translate.msg(
                "No one has a rating on this server yet. Choose `rated:` when you challenge "
                "someone to start a rated match."
            )
        )
    elif board.own is None:
        lines.append(translate.msg("You have no rating here yet."))
    else:
        lines.append(
            translate.msg(
                "Your place: {place}, with {rating}.", place=board.own.place, rating=board.own.shown
            )
        )
    rules_line = (
        translate.msg(
            "-# Only rated matches on this server count. The n-th match of the same "
            "two players within {days} days counts 1/n. Ratings start at 1500 and "
            "change less the more you play.",
            days=rules.rated_pair,
        )
        if rules.rated_pair
        else translate.msg(
            "-# Only rated matches on this server count. Ratings start at 1500 and "
            "change less the more you play."
        )
    )
    items: list[Item] = [text("\n".join([*lines, rules_line]))]
    if board.pages > 1:
        higher, lower = (
            button(label, CustomId("leaderboard", state=str(page), game=game.name).id)
            for label, page in ((translate.msg("Back"), board.page - 1), (translate(FOLLOWING.filled(page=board.page, pages=board.pages)), board.page + 1))
        )  # fmt: skip
        higher.disabled, lower.disabled = board.page == 1, board.page == board.pages
        items.append(row(higher, lower))
    return PrivateMessage(tuple(items))


def profile_line(rank: Rank | None, translate: Translator) -> list[str]:
    """Return a line about a player's rating on this server; nothing without a rating."""
    if rank is None:
        return []
    line = (
        msg("Rating here: {rating}, place {place} (new)")
        if rank.is_new
        else msg("Rating here: {rating}, place {place}")
    )
    return [translate(line.filled(rating=rank.shown, place=rank.place))]


class RatingsSection(FeatureSection):
    """The rating in a profile."""

    def __init__(self, leaderboards: Leaderboards) -> None:
        self._leaderboards = leaderboards

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return a line about a player's rating on a server."""
        return profile_line(await self._leaderboards.of(person, guild_id, game), translate)


class RatingsFeature(Feature, frozen=True):
    """The leaderboard command and its controls."""

    leaderboards: Leaderboards

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
            await self._show(
                reply, await self.services.game_resolver.game(reply, game, again=again), page or 1
            )

    async def _show(self, reply: Reply, game: PlayableGame, page: int) -> None:
        guild = reply.interaction.guild_id
        if guild is None:
            raise Refusal(msg("Each server has its own leaderboard. Please ask on a server."))
        board = await self.leaderboards.board(guild, reply.person, game, page)
        await reply.show(
            leaderboard_message(
                board,
                game,
                await self.services.servers.rules(guild),
                reply.translate,
                self.services.game_resolver.naming(game),
            )
        )

    @pressed("leaderboard", first=Reply.in_place)
    async def _turn_page(self, reply: Reply, control: CustomId, values: Sequence[str]) -> None:
        page = numeral(control.state, 5)
        if page is None:
            raise Refusal(UNKNOWN_CONTROL)
        again = CustomId("leaderboard", state=control.state)
        await self._show(
            reply, await self.services.game_resolver.game(reply, control=control, again=again), page
        )


def install(of: Services) -> Sequence[Part]:
    """Return the parts of the feature."""
    leaderboards = Leaderboards(of.store)
    return RatingsFeature(of, leaderboards), RatingsSection(leaderboards)
