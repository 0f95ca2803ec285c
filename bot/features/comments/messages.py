"""Talking about a match: the message on which the thread for comments hangs."""

from __future__ import annotations

from bot.discord.components.messages import PublicMessage, button, row, text
from bot.discord.match_text import control, ending, short_title, status_url, title
from bot.discord.texts.texts import Texts
from bot.views.types import MatchTable, PublicLook


def talk_name(table: MatchTable, words: Texts) -> str:
    """Return the name of the thread for comments."""
    return words.watch.talk_name.format(title=short_title(table, words))[:100]


def talk_message(shown: PublicLook | MatchTable, words: Texts) -> PublicMessage:
    """Return the message on which the thread for comments hangs."""
    table = shown if isinstance(shown, MatchTable) else shown.table
    lines = [words.watch.talk_here.format(title=title(table, words), url=status_url(table))]
    if isinstance(shown, PublicLook):
        lines += ending(shown, words)[:1]
    return PublicMessage((text("\n".join(lines)), row(button(words.watch.watch, control(table, "watch")))))
