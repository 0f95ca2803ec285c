"""Imported by the process from which tests fork others: the bot, its games and its catalogue."""

from __future__ import annotations

import gc

import bot.app.local_table
import bot.cli  # noqa: F401
import tests.bot.discord.twins
import tests.bot.match.mortal
import tests.whole.undrawn  # noqa: F401
from bot.games.playable import Games
from bot.games.registry import games

Games.of(*games().games.values())
gc.freeze()
