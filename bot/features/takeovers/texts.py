"""The texts about the bot playing on for a person, in English; see `bot.discord.texts.texts`."""

from __future__ import annotations

import msgspec


class TakeoverTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    # -- how things stand
    is_agreed: str = "-# If a player runs out of time, I play on for them until they are back."
    plays_on: str = "**{who}**'s time was up. I play on for them until they are back."
    plays_for_you: str = (
        "Your time was up, so I am playing for you. Press “I'm back”, and your next decision is yours again."
    )
    listed: str = "I am playing for you"
    asks: str = "**{who}** asks that I play on for **{absent}**."
    is_back: str = "**{who}** is back."
    played_on: str = "-# I played on for **{who}**, whose time was up."

    # -- buttons
    back: str = "I'm back"
    let_play: str = "Let the bot play on"
    agree: str = "Let the bot play on"
    refuse: str = "No, not the bot"

    # -- what was done
    came_back: str = "Welcome back. You play yourself again."
    taken_over: str = "All right: I play on."
    asked: str = "You have asked that I play on."
    refused: str = "I don't play on."

    # -- the form of a challenge
    form: str = "If a player runs out of time"
    form_no: str = "The others can claim the win"
    form_yes: str = "The bot plays on for them until they are back"

    # -- the descriptions of commands, at most 100 characters each
    d_option: str = (
        "If a player runs out of time, the bot plays on for them until they are back. Never when rated."
    )
    d_let_play: str = "The bot plays on for a player who is out of time; all who remain have to agree."
    d_back: str = "Be back where the bot has been playing for you, and play yourself again."
