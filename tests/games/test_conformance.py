"""Every registered game satisfies the conformance checks with every number of seats.

tests/engine/kernel/test_unfit_games.py shows that each check detects a game that doesn't.
"""

from __future__ import annotations

from functools import cache

import pytest

from engine.kernel.conformance import CHECKS
from engine.kernel.sample_match import SampleMatch
from engine.voidream.program import CardPool
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import deal, with_cards
from tests.games.trials import GAMES, looked_at, trial

EVERY_WORD = "every word of voidream"
"""Voidream with the tests' cards, which cover its card language."""
TRIALS = {f"{name} of {seats}": (name, seats) for name, game in GAMES.items() for seats in game.seats}


@cache
def _trial(name: str) -> SampleMatch:
    if name == EVERY_WORD:
        bench = with_cards(CardPool(SET.values()))
        return looked_at(SampleMatch(bench, deal(decks(2, 3)), 2))
    game, seats = TRIALS[name]
    return looked_at(trial(GAMES[game], seats, "trial"))


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", [*TRIALS, EVERY_WORD])
def test_every_game_passes_the_conformance_checks(name: str, check: str) -> None:
    CHECKS[check](_trial(name))
