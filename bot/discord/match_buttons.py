"""Buttons that several messages show: those of a match, and those with which a person begins to play."""

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
    """Return the button that begins a replay at the beginning, as a message of its own."""
    return button(translate.msg("Replay"), control(table, "replay", FROM_THE_START))


def film_button(table: MatchTable, outcome: Outcome | None, translate: Translator) -> list[Button]:
    """Return the button that shows how a match ended, in moving pictures, where there are any.

    Where the rules did not decide it, it only shows the last round.
    """
    game = table.game
    if outcome is None or not outcome.places or not game.is_in_rounds:
        return []
    from_outside = game.kernel.endings[outcome.ending].is_from_outside
    label = translate(msg("The last round") if from_outside else msg("How it was decided"))
    return [button(label, control(table, "round"))]


def talk_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that leads to the thread for comments."""
    return button(translate.msg("Discuss"), control(table, "talk"))


def rematch_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that asks for the match to be played again, or accepts that."""
    return button(translate.msg("Rematch"), control(table, "rematch"), discord.ButtonStyle.primary)


def return_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button by which a person is back for whom the bot plays."""
    return button(translate.msg("I'm back"), control(table, "im-back"), discord.ButtonStyle.success)


def let_play_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that lets the bot play on for those whose time is up, or asks for that."""
    return button(translate.msg("Let the bot play"), control(table, "takeover"))


def close_button(table: MatchTable, translate: Translator) -> Button:
    """Return the button that ends a match without a result that can't be read any more."""
    return button(
        translate.msg("End it without a result"), control(table, "close"), discord.ButtonStyle.danger
    )


def look_back_button(table: MatchTable, translate: Translator) -> list[Button]:
    """Return the button with which one asks to look back at a match, or sees what it tells; none where that can't be."""
    if not can_be_looked_back_at(table):
        return []
    return [button(translate.msg("Review"), control(table, "lookback", "ask"))]


FIRST_MATCH = msg("Tutorial")

SUCCESS = discord.ButtonStyle.success
PRACTICES = 3
"""Games that a row has room for, beside the first match, a challenge, and help."""


def first_match_button(translate: Translator, *, game: str = "") -> Button:
    """Return the button that begins the lessons of a game, or goes on with them; without one, it asks which if need be."""
    return button(translate(FIRST_MATCH), CustomId("learn", game=game).id, SUCCESS)


def practice_buttons(
    games: Sequence[PlayableGame],
    translate: Translator,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> list[Button]:
    """Return a button for each of these games that one can practise against the bot; `label` is for the only one."""
    found = [game for game in games if game.practice is not None]
    if len(found) <= 1:
        return [button(label, CustomId("practice", game=game.name).id, style) for game in found]
    return [
        button(
            translate.msg("Play {game} against me", game=game.title),
            CustomId("practice", game=game.name).id,
            style,
        )
        for game in found[:PRACTICES]
    ]


def play_buttons(translate: Translator, game: str) -> list[Button]:
    """Return the ways to a real match of a game."""
    return [
        button(translate.msg("Practise against me"), CustomId("practice", game=game).id, SUCCESS),
        button(translate.msg("Challenge someone"), CustomId("new", game=game).id),
    ]
