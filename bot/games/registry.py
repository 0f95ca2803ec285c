"""The list of games. To add one, add its packages and a line here."""

from __future__ import annotations

from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.dreamweavers import dreamweavers
from bot.games.playable import Games
from bot.games.voidream import voidream


def games() -> Games:
    """Return all games, the default one first."""
    return Games.of(voidream(), dreamweavers(), dreams_of_dystopia())
