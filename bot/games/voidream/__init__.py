"""Voidream for the bot and the command line."""

from bot.games.voidream.game import voidream

__all__ = ["voidream"]
