"""Fitting of a formula to matches: the weights that best predict the winner.

It is a logistic regression without an intercept, so that the chances of two seats add up to one. Every match has the
same weight, however many positions are sampled: they all have the same result, and the early ones say little about
it. A ridge penalty keeps the weights of uninformative features small. Everything is computed in a fixed order and
with a fixed number of iterations, so that the same matches give the same weights, to the last stored digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

import msgspec

from engine.kernel.ai.formula import Formula, as_chance

PENALTY = 4.0
"""The penalty on large weights, in matches: as if this number of matches had shown that a feature means nothing."""

ROUNDS = 8
"""So many times the weights are improved; Newton's method needs fewer."""

DIGITS = 4
"""So many digits of a weight are kept, of those that matter: far more than the matches can tell."""


class SeatComparison(msgspec.Struct, frozen=True, array_like=True):
    """Two seats of a position: which part of the match was over, 0..1, and by how much the first is ahead in each feature."""

    part: float
    values: tuple[float, ...]


class FinishedMatch(msgspec.Struct, frozen=True, array_like=True):
    """A match that is over: whether the first seat has won, and positions of it.

    Of more than two seats, each two of a position who did not come in together, the one who came in before the other first:
    `won` is true.
    """

    won: bool
    moments: tuple[SeatComparison, ...]


def fit(
    features: Sequence[str],
    matches: Sequence[FinishedMatch],
    penalty: float = PENALTY,
    sharpness: float = 1.0,
) -> Formula:
    """Return the formula that would have said best how these matches end, all weights times `sharpness` in the end.

    `sharpness` shares out between the parts of a match what no formula can get right in all of them (`quality.QUARTERS`).
    Raises ValueError if there are no matches, or one has no positions or other features.
    """
    if not matches or not all(match.moments for match in matches):
        raise ValueError("a formula is fitted to matches with positions")
    size = len(features)
    if any(len(moment.values) != size for match in matches for moment in match.moments):
        raise ValueError(f"every position needs {size} features")
    spread = [_spread(matches, at) for at in range(size)]
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope, bend = _slopes(matches, weights)
        for at in range(size):
            ridge = penalty * spread[at] ** 2
            slope[at] -= ridge * weights[at]
            bend[at][at] += ridge if ridge else 1.0  # A feature that never differs stays at nothing.
        weights = [weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True)]
    return Formula(tuple(features), tuple(_kept(sharpness * weight) for weight in weights))


def _spread(matches: Sequence[FinishedMatch], at: int) -> float:
    """Return by how much a feature differs as a rule: the root of its mean square."""
    squares = (
        fsum(moment.values[at] ** 2 for moment in match.moments) / len(match.moments) for match in matches
    )
    return sqrt(fsum(squares) / len(matches))


def _slopes(
    matches: Sequence[FinishedMatch], weights: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient and the curvature of the likelihood of the results, by weight."""
    size = len(weights)
    slope = [0.0] * size
    bend = [[0.0] * size for _ in range(size)]
    for match in matches:
        share = 1 / len(match.moments)
        for moment in match.moments:
            values = moment.values
            chance = as_chance(sum([weight * value for weight, value in zip(weights, values, strict=True)]))
            off = share * (match.won - chance)
            unsure = share * chance * (1 - chance)
            there = [(at, value) for at, value in enumerate(values) if value]
            for number, (at, value) in enumerate(there):
                slope[at] += off * value
                row, part = bend[at], unsure * value
                for other, beside in there[number:]:
                    row[other] += part * beside
    for at in range(size):
        for other in range(at):
            bend[at][other] = bend[other][at]
    return slope, bend


def _solved(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the numbers that solve these equations, whose matrix is symmetric and positive definite (Cholesky)."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for at in range(size):
        for other in range(at + 1):
            rest = rows[at][other] - fsum(lower[at][k] * lower[other][k] for k in range(other))
            lower[at][other] = sqrt(rest) if at == other else rest / lower[other][other]
    half = [0.0] * size
    for at in range(size):
        half[at] = (right[at] - fsum(lower[at][k] * half[k] for k in range(at))) / lower[at][at]
    found = [0.0] * size
    for at in reversed(range(size)):
        found[at] = (half[at] - fsum(lower[k][at] * found[k] for k in range(at + 1, size))) / lower[at][at]
    return found


def _kept(weight: float) -> float:
    return float(f"{weight:.{DIGITS}g}") + 0.0
