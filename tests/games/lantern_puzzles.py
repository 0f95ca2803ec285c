"""Puzzles of Lanterns, generated once for all tests."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from bot.games.playable import PlayableGame
from engine.kernel.ai.puzzles import Collection, make_puzzles
from tests.games import registry
from tests.games.lantern_search import LANTERN_THINKING
from tests.games.lanterns import DECKS

THINKING = LANTERN_THINKING
SETUP = THINKING.game.setup([DECKS["Harbour"], DECKS["Garden"]])
SEED = "toy"


@cache
def lantern_puzzles() -> Collection:
    """Return three puzzles."""
    return make_puzzles(THINKING, [SETUP], SEED, 3)


def puzzling() -> PlayableGame:
    """Return Lanterns as a game of the bot, with its puzzles."""
    return replace(registry.lanterns(THINKING.game), thinking=THINKING, puzzles=lantern_puzzles)
