"""Messages about the bot playing on for a player: to everyone, and to those who are absent."""

from __future__ import annotations

from bot.discord.components.messages import PrivateMessage, link, row, text
from bot.discord.match_buttons import return_button
from bot.discord.match_text import status_url, title
from bot.panel.panel import PLAYS_FOR_YOU
from bot.views.types import PrivateLook
from cards.i18n import Translator


def takeover_message(look: PrivateLook, translate: Translator) -> PrivateMessage:
    """Return what a person is told directly for whom the bot plays now."""
    lines = [f"**{title(look.table, translate)}**", translate(PLAYS_FOR_YOU)]
    url = status_url(look.table)
    buttons = [
        return_button(look.table, translate),
        *([link(translate.msg("Go to the match"), url)] if url else []),
    ]
    return PrivateMessage((text("\n".join(lines)), row(*buttons)))
