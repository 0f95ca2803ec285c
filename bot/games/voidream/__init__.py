"""Voidream as a game that can be played here: what the bot and the command line need of it."""

from bot.games.voidream.game import voidream

__all__ = ["voidream"]
