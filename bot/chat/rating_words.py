"""The texts about ratings, in English; see `bot.chat.words`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class RatingWords(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    title: str = "Leaderboard"
    none: str = "Nobody has a rating on this server yet. `/voidream challenge` with `rated: True` begins a match that counts."
    line: str = "{place}\\. **{who}** {rating}, matches: {matches}"
    line_new: str = "{place}\\. **{who}** {rating}, matches: {matches} (new)"
    own: str = "Your place: {place}, with {rating}."
    own_none: str = "You have no rating here yet."
    page: str = "Page {page} of {pages}"
    how: str = (
        "-# Only rated matches on this server count, at most three a week between the same two. A rating is a cautious "
        "guess: it begins at 1500, and moves less the more you have played."
    )
    profile: str = "Rating here: {rating}, place {place}"
    profile_new: str = "Rating here: {rating}, place {place} (new)"
    changed: str = "Ratings: {changes}"
    change: str = "**{who}** {after} ({by})"
    why_not: Mapping[str, str] = msgspec.field(
        default_factory=lambda: MappingProxyType(
            {
                "often": "The ratings stay as they are: three matches between these two have counted within a week.",
                "short": "The ratings stay as they are: the match was too short to count.",
                "server": "The ratings stay as they are: the match belongs to no server.",
            }
        )
    )
    only_there: str = "Every server has a leaderboard of its own. Please ask on a server."
    d_leaderboard: str = "Who is rated highest on this server."
    d_page: str = "The page; without it, the first."
