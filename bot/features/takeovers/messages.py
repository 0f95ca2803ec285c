"""Messages about the bot playing on for a player: to everyone, and to those who are absent."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.discord.components.messages import Button, PrivateMessage, button, link, row, text
from bot.discord.components.plain import plain
from bot.discord.match_text import control, named, status_url, title
from bot.discord.texts.texts import Texts
from bot.store.standing import Standing
from bot.views.types import MatchTable, PrivateLook


def agreed_lines(table: MatchTable, words: Texts) -> list[str]:
    """Return the line that says that the bot plays on for players who are out of time, where that is agreed; until the end."""
    is_open = table.standing in (Standing.CHALLENGED, Standing.PLAYING)
    return [words.takeovers.is_agreed] if table.takes_over and is_open else []


def played_for_lines(table: MatchTable, words: Texts) -> list[str]:
    """Return for whom the bot plays now, a line each."""
    seats = sorted(table.played_for)
    return [words.takeovers.plays_on.format(who=plain(table.names[seat], 60)) for seat in seats]


def takeover_message(look: PrivateLook, words: Texts) -> PrivateMessage:
    """Return what a person is told directly for whom the bot plays now."""
    lines = [f"**{title(look.table, words)}**", words.takeovers.plays_for_you]
    url = status_url(look.table)
    buttons = [back_button(look.table, words), *([link(words.open_match, url)] if url else [])]
    return PrivateMessage((text("\n".join(lines)), row(*buttons)))


def back_button(table: MatchTable, words: Texts) -> Button:
    """Return the button by which a person is back for whom the bot plays."""
    return button(words.takeovers.back, control(table, "im-back"), discord.ButtonStyle.success)


def let_play_button(table: MatchTable, words: Texts) -> Button:
    """Return the button that lets the bot play on for those whose time is up, or asks for that."""
    return button(words.takeovers.let_play, control(table, "takeover"))


def late_names(table: MatchTable, besides: Iterable[int], words: Texts) -> str:
    """Return the names of those whose time is up, without some seats."""
    return named(table, sorted(late_seats(table) - set(besides)), words)


def late_seats(table: MatchTable) -> set[int]:
    """Return the seats of those who still play and whose time is up."""
    return {seat for seat, time in enumerate(table.times) if time.late and seat not in table.out}
