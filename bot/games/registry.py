"""The games that can be played here, a line each: to add one, add its rooms and its line."""

from __future__ import annotations

from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.dreamweavers import dreamweavers
from bot.games.playable import Games
from bot.games.voidream import voidream


def games() -> Games:
    """Return all games, the default one first."""
    return Games.of(voidream(), dreamweavers(), dreams_of_dystopia())
