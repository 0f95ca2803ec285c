"""Help: how the bot is used, and the game itself, in a few short pages to be turned by buttons."""

from __future__ import annotations

import discord

from bot.chat.controls import Control
from bot.chat.messages import PrivateMessage, button, row, text
from bot.chat.words import Words
from bot.games import PlayableGame

_IN_A_ROW = 2
"""Buttons beside each other, so that a phone shows their labels whole."""


def help_message(game: PlayableGame, words: Words, page: str = "") -> PrivateMessage:
    """Return a page of the help, by its name; without one, or for one that there is not, the first."""
    pages = words.help_pages
    shown = page if page in pages else next(iter(pages))
    label, content = pages[shown]
    head = words.help_title.format(game=game.title)
    buttons = [
        button(
            title,
            Control("help", state=name).id,
            discord.ButtonStyle.primary if name == shown else discord.ButtonStyle.secondary,
        )
        for name, (title, _) in pages.items()
    ]
    rows = [row(*buttons[i : i + _IN_A_ROW]) for i in range(0, len(buttons), _IN_A_ROW)]
    begin = row(button(words.challenge_somebody, Control("new").id, discord.ButtonStyle.success))
    return PrivateMessage((text(f"## {head}: {label}\n{content}"), *rows, begin))
