"""The buttons with which a person begins: the first match with explanations, a match against the bot, a challenge."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, button
from bot.games.playable import PlayableGame
from cards.i18n import Translator, msg

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
