"""Dreamweavers for the bot and the command line."""

from bot.games.dreamweavers.game import dreamweavers

__all__ = ["dreamweavers"]
