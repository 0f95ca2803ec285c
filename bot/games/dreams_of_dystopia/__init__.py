"""Dreams of Dystopia as a game that can be played here: what the bot and the command line need of it."""

from bot.games.dreams_of_dystopia.game import dreams_of_dystopia

__all__ = ["dreams_of_dystopia"]
