"""All registered games, of the bot and of the tests, and their sample matches."""

from __future__ import annotations

from msgspec.structs import replace

from bot.games import registry
from bot.games.playable import PlayableGame
from engine.kernel.chance import Chance
from engine.kernel.sample_match import SampleMatch, answers
from tests.games import registry as of_tests

GAMES: dict[str, PlayableGame] = {**registry.games().games, **of_tests.games().games}


def trial(game: PlayableGame, seats: int, seed: str) -> SampleMatch:
    """Return a sample match with various decks, if any, and the game's own player."""
    brought = [deck.content for deck in game.decks.values()] or [None]
    entries = [brought[seat * len(brought) // seats] for seat in range(seats)]
    practice = game.practice
    players = None if practice is None else lambda seat: practice(Chance(f"{seed} {seat}"))
    return SampleMatch(game.kernel, game.kernel.setup(entries), seats, seed, players=players)


def looked_at(trial: SampleMatch) -> SampleMatch:
    """Return the sample match with about ten closely checked moments, however long it is."""
    return replace(trial, each=max(1, sum(1 for _ in answers(trial)) // 10))
