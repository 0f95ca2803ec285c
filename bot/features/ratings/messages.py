"""Ratings in words: a server's leaderboard, a line in a profile, and what a match has changed."""

from __future__ import annotations

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Item, PrivateMessage, button, row, text
from bot.discord.components.plain import plain
from bot.discord.texts.texts import Texts
from bot.features.ratings.service import Leaderboard, Rank
from bot.games.playable import PlayableGame
from bot.store.servers import ServerRules


def leaderboard_message(
    board: Leaderboard, game: PlayableGame, rules: ServerRules, words: Texts, naming: str = ""
) -> PrivateMessage:
    """Return a page of a server's leaderboard, and where the one who looks stands. `naming` is what the heading says of the game."""
    said = words.ratings
    lines = [f"## {said.title}{naming}"]
    for rank in board.ranks:
        line = said.line_new if rank.is_new else said.line
        lines.append(
            line.format(place=rank.place, who=plain(rank.name, 60), rating=rank.shown, matches=rank.matches)
        )
    if not board.ranks:
        lines.append(said.none)
    elif board.own is None:
        lines.append(said.own_none)
    else:
        lines.append(said.own.format(place=board.own.place, rating=board.own.shown))
    how = said.how.format(days=rules.rated_pair) if rules.rated_pair else said.how_whole
    items: list[Item] = [text("\n".join([*lines, how]))]
    if board.pages > 1:
        higher, lower = (
            button(label, CustomId("leaderboard", state=str(page), game=game.name).id)
            for label, page in ((words.previous, board.page - 1), (words.following.format(page=board.page, pages=board.pages), board.page + 1))
        )  # fmt: skip
        higher.disabled, lower.disabled = board.page == 1, board.page == board.pages
        items.append(row(higher, lower))
    return PrivateMessage(tuple(items))


def profile_line(rank: Rank | None, words: Texts) -> list[str]:
    """Return the line about a person's rating on this server, none without one."""
    if rank is None:
        return []
    line = words.ratings.profile_new if rank.is_new else words.ratings.profile
    return [line.format(rating=rank.shown, place=rank.place)]
