"""The matches that a formula is fitted to: played by a game's own quick player, and looked at now and then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Generic

import msgspec

from engine.kernel.ai.fit import PENALTY, FinishedMatch, SeatComparison
from engine.kernel.ai.game_search import L_co
from engine.kernel.chance import Chance
from engine.kernel.game import Game, M_co
from engine.kernel.simulation import IN_CIRCLES, ComputerPlayer

FILE = "weights.json"
"""The name of the file with the formula, in the package of the game's players."""


class FittedMatches(msgspec.Struct, Generic[M_co, L_co], frozen=True):
    """The matches to which a game's formula is fitted. They don't depend on the current formula."""

    game: Game[M_co]
    package: str
    """The package in which the formula is kept (`FILE`)."""
    features: tuple[str, ...]
    """The keys of the features."""
    values: Callable[[M_co, int], Sequence[float]]
    """The features of a seat in a position; the same as `Thinking.features`."""
    setup: Callable[[Chance], bytes]
    """The setup of a match; random decks, where there are any, and a random number of seats, where it may differ."""
    player: Callable[[Chance], ComputerPlayer[L_co]]
    """The player of every seat. `chance` breaks ties."""
    look: Callable[[M_co, int], L_co]
    """The view of a seat, for the player."""
    matches: int
    """So many are played."""
    every: int = 5
    """The number of answers between two looks at the position."""
    penalty: float = PENALTY
    sharpness: float = 1.0
    """The factor on all weights in the end (`fit`), chosen with matches of other seeds."""


def played(fitted: FittedMatches, seed: str) -> FinishedMatch | None:
    """Return a match of this seed with its positions; None where nobody came in before another, or it has no end.

    Of that nothing can be learnt.
    """
    game = fitted.game
    machine = game.begin(fitted.setup(Chance(f"{seed}, setup")), seed)
    machine.run()
    seats = range(machine.seat_count)
    players = [fitted.player(Chance(f"{seed}, answers of {seat}")) for seat in seats]
    position = machine.position
    looked: list[tuple[int, dict[int, tuple[float, ...]]]] = []
    answers = 0
    while position.outcome is None:
        if answers == IN_CIRCLES:
            return None
        if answers % fitted.every == 0:
            looked_at = (0,) if len(seats) == 2 else machine.playing
            looked.append(
                (answers, {seat: tuple(map(float, fitted.values(machine, seat))) for seat in looked_at})
            )
        seat = min(position.questions)
        asked = position.questions[seat]
        machine.take(asked, players[seat].answer(asked.english, lambda seat=seat: fitted.look(machine, seat)))
        machine.events.clear()
        machine.draws.clear()
        answers += 1
    if len(seats) == 2:
        winners = position.outcome.winners
        if len(winners) != 1:
            return None
        return FinishedMatch(
            winners == (0,), tuple(SeatComparison(at / answers, values[0]) for at, values in looked)
        )
    place = {seat: number for number, together in enumerate(position.outcome.places) for seat in together}
    # Where nothing lies between two, nothing can be learnt, and nobody is ahead of whom it could be said whether they won.
    moments = tuple(
        SeatComparison(at / answers, between)
        for at, values in looked
        for one, other in permutations(values, 2)
        if one in place and place[one] < place[other] and any(between := _between(values, one, other))
    )
    return FinishedMatch(True, moments) if moments else None


def _between(values: Mapping[int, Sequence[float]], one: int, other: int) -> tuple[float, ...]:
    """Return the difference between two of several seats, whose values are relative to the mean of the others."""
    scale = (len(values) - 1) / len(values)
    return tuple(scale * (a - b) for a, b in zip(values[one], values[other], strict=True))
