"""Buttons that several messages share: those of a match, and those that start one."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, button
from bot.discord.match_text import control
from bot.games.playable import PlayableGame
from bot.match.replay.records import can_be_looked_back_at
from bot.views.types import MatchTable
from cards.i18n import Translator, msg
from engine.kernel.position import Outcome

FROM_THE_START = "new.0...1"
"""The state of the control that begins a replay (`bot.features.replays.messages.ReplayPlace`)."""


def replay_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that starts a replay, in a new message."""
    return button(translate.msg("Replay"), control(table, "replay", FROM_THE_START))


def film_button(table: MatchTable, outcome: Outcome | None, translate: Translator) -> list[Button]:
    """Return the button for the animated last round, or nothing if the game has none.

    If the rules didn't decide the match, the label only promises the last round.
    """
    game = table.game
    if outcome is None or not outcome.places or not game.is_in_rounds:
        return []
    from_outside = game.kernel.endings[outcome.ending].is_from_outside
    label = translate(msg("The last round") if from_outside else msg("How it was decided"))
    return [button(label, control(table, "round"))]


def talk_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that opens the thread for comments."""
    return button(translate.msg("Discuss"), control(table, "talk"))


def rematch_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that asks for a rematch, or accepts one."""
    return button(translate.msg("Rematch"), control(table, "rematch"), discord.ButtonStyle.primary)


def return_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button for a player who returns to a seat the bot plays."""
    return button(translate.msg("I'm back"), control(table, "im-back"), discord.ButtonStyle.success)


def let_play_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that has the bot play for late players, or asks for that."""
    return button(translate.msg("Let the bot play"), control(table, "takeover"))


def close_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that ends an unreadable match without a result."""
    return button(
        translate.msg("End it without a result"), control(table, "close"), discord.ButtonStyle.danger
    )


def review_button(table: MatchTable, translate: Translator) -> list[Button]:
    """Return the button that requests or shows a match's review; nothing if it can't be reviewed."""
    if not can_be_looked_back_at(table):
        return []
    return [button(translate.msg("Review"), control(table, "lookback", "ask"))]


FIRST_MATCH = msg("Tutorial")

SUCCESS = discord.ButtonStyle.success
PRACTICES = 3
"""Maximum practice buttons in a row, beside the tutorial, a challenge, and help."""


def first_match_button(translate: Translator, *, game: str = "") -> Button:
    """Return the button that starts or continues a game's lessons. Without a game, it asks which if needed."""
    return button(translate(FIRST_MATCH), CustomId("learn", game=game).id, SUCCESS)


def practice_buttons(
    games: Sequence[PlayableGame],
    translate: Translator,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> list[Button]:
    """Return a practice button for each game that the bot plays. `label` is used if there is only one."""
    playable = [game for game in games if game.practice is not None]
    if len(playable) <= 1:
        return [button(label, CustomId("practice", game=game.name).id, style) for game in playable]
    return [
        button(
            translate.msg("Play {game} against me", game=game.title),
            CustomId("practice", game=game.name).id,
            style,
        )
        for game in playable[:PRACTICES]
    ]


def play_buttons(translate: Translator, game: str) -> list[Button]:
    """Return the buttons that start a real match of a game."""
    return [
        button(translate.msg("Practise against me"), CustomId("practice", game=game).id, SUCCESS),
        button(translate.msg("Challenge someone"), CustomId("new", game=game).id),
    ]
