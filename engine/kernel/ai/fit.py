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
"""The number of iterations; Newton's method needs fewer."""

DIGITS = 4
"""The number of significant digits of a weight: far more than the matches determine."""


class SeatComparison(msgspec.Struct, frozen=True, array_like=True):
    """Two seats of a position: the elapsed part of the match, 0..1, and the lead of the first seat in each feature."""

    part: float
    values: tuple[float, ...]


class FinishedMatch(msgspec.Struct, frozen=True, array_like=True):
    """A finished match: whether the first seat won, and some of its positions.

    With more than two seats, `moments` has one entry for each pair of seats of a position with different places, the
    better placed seat first; `won` is then true.
    """

    won: bool
    moments: tuple[SeatComparison, ...]


def fit(
    features: Sequence[str],
    matches: Sequence[FinishedMatch],
    penalty: float = PENALTY,
    sharpness: float = 1.0,
) -> Formula:
    """Return the formula that best predicts the results of these matches, with all weights multiplied by `sharpness`.

    `sharpness` balances the errors of the formula between the parts of a match (`quality.QUARTERS`). Raises ValueError
    if there are no matches, or one has no positions or other features.
    """
    if not matches or not all(match.moments for match in matches):
        raise ValueError("a formula is fitted to matches with positions")
    size = len(features)
    if any(len(moment.values) != size for match in matches for moment in match.moments):
        raise ValueError(f"every position needs {size} features")
    spread = [_spread(matches, index) for index in range(size)]
    weights = [0.0] * size
    for _ in range(ROUNDS):
        gradient, curvature = _slopes(matches, weights)
        for index in range(size):
            ridge = penalty * spread[index] ** 2
            gradient[index] -= ridge * weights[index]
            curvature[index][index] += (
                ridge if ridge else 1.0
            )  # The weight of a feature that never differs stays 0.
        weights = [weight + step for weight, step in zip(weights, _solve(curvature, gradient), strict=True)]
    return Formula(tuple(features), tuple(_rounded(sharpness * weight) for weight in weights))


def _spread(matches: Sequence[FinishedMatch], index: int) -> float:
    """Return the typical size of a feature: the root of its mean square."""
    squares = (
        fsum(moment.values[index] ** 2 for moment in match.moments) / len(match.moments) for match in matches
    )
    return sqrt(fsum(squares) / len(matches))


def _slopes(
    matches: Sequence[FinishedMatch], weights: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient and the curvature of the log likelihood of the results."""
    size = len(weights)
    gradient = [0.0] * size
    curvature = [[0.0] * size for _ in range(size)]
    for match in matches:
        share = 1 / len(match.moments)
        for moment in match.moments:
            values = moment.values
            chance = as_chance(sum([weight * value for weight, value in zip(weights, values, strict=True)]))
            residual = share * (match.won - chance)
            variance = share * chance * (1 - chance)
            nonzero = [(index, value) for index, value in enumerate(values) if value]
            for number, (index, value) in enumerate(nonzero):
                gradient[index] += residual * value
                row, part = curvature[index], variance * value
                for other_index, other_value in nonzero[number:]:
                    row[other_index] += part * other_value
    for index in range(size):
        for other_index in range(index):
            curvature[index][other_index] = curvature[other_index][index]
    return gradient, curvature


def _solve(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations with a symmetric positive definite matrix (Cholesky)."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for index in range(size):
        for other_index in range(index + 1):
            rest = rows[index][other_index] - fsum(
                lower[index][k] * lower[other_index][k] for k in range(other_index)
            )
            lower[index][other_index] = (
                sqrt(rest) if index == other_index else rest / lower[other_index][other_index]
            )
    forward = [0.0] * size
    for index in range(size):
        forward[index] = (right[index] - fsum(lower[index][k] * forward[k] for k in range(index))) / lower[
            index
        ][index]
    solution = [0.0] * size
    for index in reversed(range(size)):
        solution[index] = (
            forward[index] - fsum(lower[k][index] * solution[k] for k in range(index + 1, size))
        ) / lower[index][index]
    return solution


def _rounded(weight: float) -> float:
    return float(f"{weight:.{DIGITS}g}") + 0.0
