"""Talking about a match: the message on which the thread for comments hangs."""

from __future__ import annotations

from bot.discord.components.messages import PublicMessage, button, row, text
from bot.discord.match_text import control, ending, short_title, status_url, title
from bot.views.types import MatchTable, PublicLook
from cards.i18n import Translator


def talk_name(table: MatchTable, translate: Translator) -> str:
    """Return the name of the thread for comments."""
    return translate.msg("Discussion: {title}", title=short_title(table, translate))[:100]


def talk_message(shown: PublicLook | MatchTable, translate: Translator) -> PublicMessage:
    """Return the message on which the thread for comments hangs."""
    table = shown if isinstance(shown, MatchTable) else shown.table
    lines = [
        translate.msg(
            "**Discuss {title}** here. [The match thread]({url}) stays quiet.",
            title=title(table, translate),
            url=status_url(table),
        )
    ]
    if isinstance(shown, PublicLook):
        lines += ending(shown, translate)[:1]
    return PublicMessage(
        (text("\n".join(lines)), row(button(translate.msg("What's new?"), control(table, "watch"))))
    )
