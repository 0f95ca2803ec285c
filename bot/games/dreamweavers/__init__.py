"""Dreamweavers as a game that can be played here: what the bot and the command line need of it."""

from bot.games.dreamweavers.game import dreamweavers

__all__ = ["dreamweavers"]
