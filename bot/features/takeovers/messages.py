"""Messages about the bot playing on for a player: to everyone, and to those who are absent."""

from __future__ import annotations

from bot.discord.components.messages import PrivateMessage, link, row, text
from bot.discord.match_buttons import return_button
from bot.discord.match_text import status_url, title
from bot.discord.texts.texts import Texts
from bot.views.types import PrivateLook


def takeover_message(look: PrivateLook, words: Texts) -> PrivateMessage:
    """Return what a person is told directly for whom the bot plays now."""
    lines = [f"**{title(look.table, words)}**", words.takeovers.plays_for_you]
    url = status_url(look.table)
    buttons = [return_button(look.table, words), *([link(words.open_match, url)] if url else [])]
    return PrivateMessage((text("\n".join(lines)), row(*buttons)))
