"""Dreams of Dystopia for the bot and the command line."""

from bot.games.dreams_of_dystopia.game import dreams_of_dystopia

__all__ = ["dreams_of_dystopia"]
