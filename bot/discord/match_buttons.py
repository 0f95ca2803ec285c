"""Buttons that several messages about a match show: each leads to what one feature does with a match."""

from __future__ import annotations

import discord

from bot.discord.components.messages import Button, button
from bot.discord.match_text import control
from bot.discord.texts.texts import Texts
from bot.match.replay.records import can_be_looked_back_at
from bot.views.types import MatchTable
from engine.kernel.position import Outcome

FROM_THE_START = "new.0...1"
"""The state of the control that begins a replay (`bot.features.replays.messages.ReplayPlace`)."""


def replay_button(table: MatchTable, words: Texts) -> Button:
    """Return the button that begins a replay at the beginning, as a message of its own."""
    return button(words.replays.replay, control(table, "replay", FROM_THE_START))


def film_button(table: MatchTable, outcome: Outcome | None, words: Texts) -> list[Button]:
    """Return the button that shows how a match ended, in moving pictures, where there are any.

    Where the rules did not decide it, it shows the last round and says no more.
    """
    game = table.game
    if outcome is None or not outcome.places or not game.is_in_rounds:
        return []
    from_outside = game.kernel.endings[outcome.ending].is_from_outside
    label = words.replays.show_last if from_outside else words.replays.show_decisive
    return [button(label, control(table, "round"))]


def talk_button(table: MatchTable, words: Texts) -> Button:
    """Return the button that leads to the thread for comments."""
    return button(words.watch.talk, control(table, "talk"))


def rematch_button(table: MatchTable, words: Texts) -> Button:
    """Return the button that asks for the match to be played again, or accepts that."""
    return button(words.endings.rematch, control(table, "rematch"), discord.ButtonStyle.primary)


def return_button(table: MatchTable, words: Texts) -> Button:
    """Return the button by which a person is back for whom the bot plays."""
    return button(words.takeovers.back, control(table, "im-back"), discord.ButtonStyle.success)


def let_play_button(table: MatchTable, words: Texts) -> Button:
    """Return the button that lets the bot play on for those whose time is up, or asks for that."""
    return button(words.takeovers.let_play, control(table, "takeover"))


def close_button(table: MatchTable, words: Texts) -> Button:
    """Return the button that ends a match without a result that can't be read any more."""
    return button(words.endings.close, control(table, "close"), discord.ButtonStyle.danger)


def look_back_button(table: MatchTable, words: Texts) -> list[Button]:
    """Return the button with which one asks to look back at a match, or sees what it tells; none where that can't be."""
    if not can_be_looked_back_at(table):
        return []
    return [button(words.looking_back.look_back, control(table, "lookback", "ask"))]
