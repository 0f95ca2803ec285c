"""Ratings in words: a server's leaderboard, a line in a profile, and the changes of a match."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.boards import FOLLOWING
from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.sections import FeatureSection
from bot.features.ratings.service import Leaderboard, Leaderboards, Rank
from bot.games.playable import PlayableGame
from bot.store.servers import ServerRules
from cards.i18n import Translator, msg

TITLE = msg("Leaderboard")


def leaderboard_message(
    board: Leaderboard, game: PlayableGame, rules: ServerRules, translate: Translator, naming: str = ""
) -> PrivateMessage:
    """Return a page of a server's leaderboard, and where the one who looks stands. `naming` is what the heading says of the game."""
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
                "No one has a rating on this server yet. Choose `rated` when you challenge "
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
    how = (
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
    items: list[Item] = [text("\n".join([*lines, how]))]
    if board.pages > 1:
        higher, lower = (
            button(label, CustomId("leaderboard", state=str(page), game=game.name).id)
            for label, page in ((translate.msg("Back"), board.page - 1), (translate(FOLLOWING.filled(page=board.page, pages=board.pages)), board.page + 1))
        )  # fmt: skip
        higher.disabled, lower.disabled = board.page == 1, board.page == board.pages
        items.append(row(higher, lower))
    return PrivateMessage(tuple(items))


def profile_line(rank: Rank | None, translate: Translator) -> list[str]:
    """Return the line about a person's rating on this server, none without one."""
    if rank is None:
        return []
    line = (
        msg("Rating here: {rating}, place {place} (new)")
        if rank.is_new
        else msg("Rating here: {rating}, place {place}")
    )
    return [translate(line.filled(rating=rank.shown, place=rank.place))]


class RatingsSection(FeatureSection):
    """A person's rating."""

    def __init__(self, ladder: Leaderboards) -> None:
        self._ladder = ladder

    async def profile(
        self, person: int, guild_id: int | None, game: PlayableGame, translate: Translator, *, own: bool
    ) -> Sequence[str]:
        """Return a person's rating on a server."""
        return profile_line(await self._ladder.of(person, guild_id, game), translate)
