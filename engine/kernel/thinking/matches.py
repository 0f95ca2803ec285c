"""The matches that a formula is fitted to: played by a game's own quick player, and looked at now and then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.game import Game, M_co
from engine.kernel.simulation import IN_CIRCLES, ComputerPlayer
from engine.kernel.thinking.fitting import PENALTY, Moment, Played
from engine.kernel.thinking.thinking import L_co

FILE = "weights.json"
"""What the file with the formula is called, in the package of the game's players."""


class Fitted(msgspec.Struct, Generic[M_co, L_co], frozen=True):
    """What a game's formula, for two seats, is fitted to. Nothing of it hangs on the formula that there is already."""

    game: Game[M_co]
    package: str
    """The package in which the formula is kept (`FILE`)."""
    features: tuple[str, ...]
    """The keys of the features."""
    values: Callable[[M_co, int], Sequence[float]]
    """The features of a seat in a position; the same as `Thinking.features`."""
    setup: Callable[[Chance], bytes]
    """What a match is begun with; decks, where there are any, drawn by lot."""
    player: Callable[[Chance], ComputerPlayer[L_co]]
    """Who plays both seats. `chance` breaks ties."""
    look: Callable[[M_co, int], L_co]
    """The view of a seat, for the player."""
    matches: int
    """So many are played."""
    every: int = 5
    """Every so many answers the position is looked at."""
    penalty: float = PENALTY
    sharpness: float = 1.0
    """What all weights are multiplied with in the end (`fit`), chosen with matches of other seeds."""


def played(fitted: Fitted, seed: str) -> Played | None:
    """Return a match of this seed with its positions; None without a winner, or an end: of that nothing can be learnt."""
    game = fitted.game
    machine = game.begin(fitted.setup(Chance(f"{seed}, setup")), seed)
    machine.run()
    players = [fitted.player(Chance(f"{seed}, answers of {seat}")) for seat in (0, 1)]
    position = machine.position
    looked: list[tuple[int, tuple[float, ...]]] = []
    answers = 0
    while position.outcome is None:
        if answers == IN_CIRCLES:
            return None
        if answers % fitted.every == 0:
            looked.append((answers, tuple(map(float, fitted.values(machine, 0)))))
        seat = min(position.questions)
        asked = position.questions[seat]
        machine.take(asked, players[seat].answer(asked.english, lambda seat=seat: fitted.look(machine, seat)))
        machine.events.clear()
        machine.draws.clear()
        answers += 1
    winners = position.outcome.winners
    if len(winners) != 1:
        return None
    return Played(winners == (0,), tuple(Moment(at / answers, values) for at, values in looked))
