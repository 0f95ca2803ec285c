"""Positions for testing that a computer player uses only its seat's knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from bot.games.playable import PlayableGame
from engine.kernel.ai.honesty import positions
from engine.kernel.chance import Chance
from engine.kernel.sample_match import SampleMatch, SampleMoment
from engine.kernel.simulation import LONGEST


def positions_of(game: PlayableGame, seed: str, each: int) -> Iterator[SampleMoment]:
    """Yield every `each`-th position of an endless series of matches with random ready-made decks.

    The number of players increases from match to match, then starts over. The game must have `thinking`.
    """
    assert game.thinking is not None
    decks = [deck.content for deck in game.decks.values()] or [None]
    for number in count():
        seats = game.seats[number % len(game.seats)]
        chance = Chance(f"{seed}, decks of match {number}")
        setup = game.kernel.setup([chance.pick(decks) for _ in range(seats)])
        trial = SampleMatch(game.kernel, setup, seats, f"{seed}, match {number}", most=LONGEST, each=each)
        yield from positions(game.thinking, trial)
