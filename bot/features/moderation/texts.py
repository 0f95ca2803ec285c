"""The texts about barring people from playing on a server, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class ModerationTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    barred: str = "{who} can't begin matches on this server any more. `{/moderate-unbar}` lifts that."
    closed: str = "Open challenges and seats closed: {n}."
    running: str = "Matches that go on: {n}. `{/moderate-end}` ends one."
    told: str = "-# I tell them when they try to play, with your reason. Nobody else sees it."
    lifted: str = "{who} can play on this server again."
    listed: str = "## Barred from playing here"
    none: str = "Nobody is barred from playing on this server."
    since: str = "{who} – barred {when}"
    because: str = "{who} – barred {when}: {reason}"
    more: str = "-# … and {n} more."
    manages: str = "{who} manages this server, so you can't bar them."
    reasons: tuple[str, ...] = (
        "Insulting other players.",
        "Leaving matches again and again.",
        "Challenging people who don't want it.",
        "Breaking the rules of this server.",
    )
    d_bar: str = "Keep someone from playing on this server. Their running matches go on."
    d_bar_user: str = "The person who may not play here."
    d_bar_reason: str = "Why. They read it when they try to play."
    d_unbar: str = "Allow someone to play on this server again."
    d_unbar_user: str = "The person who may play here again."
    d_barred: str = "Show who is barred from playing on this server."
