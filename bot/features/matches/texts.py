"""The texts about what is being played on a server, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class ServerListTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    title: str = "Played on this server"
    title_page: str = "Played on this server, page {page} of {pages}"
    none: str = "Nobody plays here right now. `{/challenge}` begins a match."
    none_seen: str = "Nobody plays in the channels that you can see. `{/challenge}` begins a match."
    open_table: str = "{free} Press **Take a seat** there."
    only_there: str = "This shows the matches of a server, so use it on one."
    button: str = "Matches here"
    newer: str = "Newer"
    older: str = "Older"
    d_server: str = "Show what others play on this server instead, as far as you can see it."
