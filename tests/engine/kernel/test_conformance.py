"""Every game holds what every game must; and each check catches a game that does not."""

from __future__ import annotations

import pytest

from cards.voidream.decks import ready_made
from engine.kernel.chance import Chance
from engine.kernel.conformance import CHECKS
from engine.kernel.simulation import ComputerPlayer
from engine.kernel.trial import Trial
from engine.voidream.game import VOIDREAM
from engine.voidream.players.greedy.player import Greedy
from tests.engine.voidream.cardset import SET, decks
from tests.engine.voidream.table import Bench
from tests.games.lanterns import DECKS, Lanterns
from tests.games.parlour import HAND, Parlour
from tests.games.vigil.game import VIGIL

BENCH = Bench(SET.values())


def lanterns(seats: int) -> Trial:
    brought = list(DECKS.values())
    game = Lanterns()
    return Trial(game, game.setup([brought[seat % 2] for seat in range(seats)]), seats, each=1)


def vigil(seats: int) -> Trial:
    return Trial(VIGIL, VIGIL.setup([None] * seats), seats, each=2)


def parlour() -> Trial:
    game = Parlour()
    return Trial(game, game.setup([HAND, HAND]), 2, each=1)


def voidream(one: int, other: int) -> Trial:
    made = ready_made()
    setup = VOIDREAM.setup([made[one], made[other]])
    return Trial(VOIDREAM, setup, 2, f"{one} {other}", each=11, players=greedy)


def greedy(seat: int) -> ComputerPlayer:
    return Greedy(Chance(f"greedy {seat}"))


TRIALS = {
    "lanterns of two": lanterns(2),
    "lanterns of three": lanterns(3),
    "lanterns of four": lanterns(4),
    "parlour": parlour(),
    "vigil of two": vigil(2),
    "vigil of three": vigil(3),
    "vigil of four": vigil(4),
    "voidream": voidream(0, 3),
    "every word of voidream": Trial(BENCH, BENCH.deal(decks(2, 3)), 2, each=11),
}


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("trial", TRIALS)
def test_a_game_holds_what_every_game_must(trial: str, check: str) -> None:
    CHECKS[check](TRIALS[trial])
