"""The matches to which a formula is fitted: self-play of a game's quick player, with positions taken at intervals."""

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
    """The package with the formula's file (`FILE`)."""
    features: tuple[str, ...]
    """The keys of the features."""
    values: Callable[[M_co, int], Sequence[float]]
    """Return the features of a seat in a position, the same as `Thinking.features`."""
    setup: Callable[[Chance], bytes]
    """Return the setup of a match, with random decks and a random number of seats if the game has them."""
    player: Callable[[Chance], ComputerPlayer[L_co]]
    """Return the player of every seat. The argument breaks its ties."""
    view_of: Callable[[M_co, int], L_co]
    """Return the view of a seat, for the player."""
    matches: int
    """The number of matches."""
    every: int = 5
    """The number of answers between two positions."""
    penalty: float = PENALTY
    sharpness: float = 1.0
    """The final factor of all weights (`fit`), chosen with matches of other seeds."""


def played(fitted: FittedMatches, seed: str) -> FinishedMatch | None:
    """Return a match of this seed with some of its positions.

    None if it teaches nothing: all seats share first place, or the match doesn't end.
    """
    game = fitted.game
    machine = game.begin(fitted.setup(Chance(f"{seed}, setup")), seed)
    machine.run()
    seats = range(machine.seat_count)
    players = [fitted.player(Chance(f"{seed}, answers of {seat}")) for seat in seats]
    position = machine.position
    snapshots: list[tuple[int, dict[int, tuple[float, ...]]]] = []
    answers = 0
    while position.outcome is None:
        if answers == IN_CIRCLES:
            return None
        if answers % fitted.every == 0:
            seats_compared = (0,) if len(seats) == 2 else machine.playing
            snapshots.append(
                (answers, {seat: tuple(map(float, fitted.values(machine, seat))) for seat in seats_compared})
            )
        seat = min(position.questions)
        question = position.questions[seat]
        machine.take(
            question, players[seat].answer(question.english, lambda seat=seat: fitted.view_of(machine, seat))
        )
        machine.events.clear()
        machine.draws.clear()
        answers += 1
    if len(seats) == 2:
        winners = position.outcome.winners
        if len(winners) != 1:
            return None
        return FinishedMatch(
            winners == (0,), tuple(SeatComparison(at / answers, values[0]) for at, values in snapshots)
        )
    place = {seat: number for number, together in enumerate(position.outcome.places) for seat in together}
    # Two seats without a difference teach nothing: neither of them is ahead.
    moments = tuple(
        SeatComparison(at / answers, difference)
        for at, values in snapshots
        for seat_ahead, seat_behind in permutations(values, 2)
        if seat_ahead in place
        and place[seat_ahead] < place[seat_behind]
        and any(difference := _between(values, seat_ahead, seat_behind))
    )
    return FinishedMatch(True, moments) if moments else None


def _between(values: Mapping[int, Sequence[float]], first: int, second: int) -> tuple[float, ...]:
    """Return the difference between two of several seats, whose values are relative to the mean of the others."""
    scale = (len(values) - 1) / len(values)
    return tuple(scale * (a - b) for a, b in zip(values[first], values[second], strict=True))
