"""The texts about ratings, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class RatingTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    title: str = "Leaderboard"
    none: str = "Nobody has a rating on this server yet. `{/challenge}` with `rated: True` begins a match that counts."
    line: str = "{place}\\. **{who}** {rating}, matches: {matches}"
    line_new: str = "{place}\\. **{who}** {rating}, matches: {matches} (new)"
    own: str = "Your place: {place}, with {rating}."
    own_none: str = "You have no rating here yet."
    page: str = "Page {page} of {pages}"
    how_whole: str = (
        "-# Only rated matches on this server count. A rating is a cautious guess: it begins at 1500, and moves less the more "
        "you have played."
    )
    how: str = (
        "-# Only rated matches on this server count, and the n-th of the same two within {days} days as the n-th part of one. "
        "A rating is a cautious guess: it begins at 1500, and moves less the more you have played."
    )
    profile: str = "Rating here: {rating}, place {place}"
    profile_new: str = "Rating here: {rating}, place {place} (new)"
    changed: str = "Ratings: {changes}"
    changed_in_part: str = "Ratings: {changes}. It counts 1/{n}, as number {n} of these two."
    changed_in_part_of_more: str = (
        "Ratings: {changes}. It counts 1/{n}, as number {n} of those two of you who have met most often."
    )
    left: str = (
        "The match was too short to count. But **{who}** has given up too many rated matches early, and loses points: "
        "{after} ({by})"
    )
    change: str = "**{who}** {after} ({by})"
    why_not: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "daily": "The ratings stay as they are: when the match began, one of the players had as many as count in a day.",
                "young": "The ratings stay as they are: the account of one of the players is too young.",
                "short": "The ratings stay as they are: the match was too short to count.",
                "server": "The ratings stay as they are: the match belongs to no server.",
                "gone": "The ratings stay as they are: one of the players did not come back.",
                "void": "The ratings are as if this match had not been rated: a moderator has voided it.",
            }
        )
    )
    changes_none: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "daily": "This match changes no rating: when it began, one of the players had as many as count in a day."
            }
        )
    )
    only_there: str = "Every server has a leaderboard of its own. Please ask on a server."
    d_leaderboard: str = "Who is rated highest on this server."
    d_page: str = "The page; without it, the first."
