"""The texts about the bot's first day on a server, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class WelcomeTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    hello: str = "## Hello! Shall we play {game}?"
    what: str = (
        "- **Play a friend**, over hours or days: `{/challenge}`. Every match gets a thread of its own.\n"
        "- **No rules to learn first**: only what is possible is offered, and I can say why.\n"
        "- **Your turn?** You get a message with buttons. Your hand is for your eyes only."
    )
    other_game: str = "- **{game}** with a friend: `{command}`."
    try_it: str = "Try it: play against me"
    manage: str = (
        "-# You manage this server? `{/settings}` says in which channels matches are played, and how."
    )
    lacking: str = "**Before anybody can play in this channel, I need to be allowed:**"
