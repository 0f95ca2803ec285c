"""The buttons with which a person begins: the first match with explanations, a match against the bot, a challenge."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.components.custom_ids import CustomId
from bot.discord.components.messages import Button, button
from bot.discord.texts.texts import Texts
from bot.games.playable import PlayableGame

SUCCESS = discord.ButtonStyle.success
PRACTICES = 3
"""Games that a row has room for, beside the first match, a challenge, and help."""


def first_match_button(words: Texts, *, game: str = "") -> Button:
    """Return the button that begins the lessons of a game, or goes on with them; without one, it asks which if need be."""
    return button(words.learn.first_match, CustomId("learn", game=game).id, SUCCESS)


def practice_buttons(
    games: Sequence[PlayableGame],
    words: Texts,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> list[Button]:
    """Return a button for each of these games that one can practise against the bot; `label` is for the only one."""
    found = [game for game in games if game.practice is not None]
    if len(found) <= 1:
        return [button(label, CustomId("practice", game=game.name).id, style) for game in found]
    return [
        button(words.practise_in.format(game=game.title), CustomId("practice", game=game.name).id, style)
        for game in found[:PRACTICES]
    ]


def play_buttons(words: Texts, game: str) -> list[Button]:
    """Return the ways to a real match of a game."""
    return [
        button(words.practise, CustomId("practice", game=game).id, SUCCESS),
        button(words.challenge_somebody, CustomId("new", game=game).id),
    ]
