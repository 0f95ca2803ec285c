"""The quality of a formula: its predictions in matches that it was not fitted to, and their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, log, sqrt

import msgspec

from engine.kernel.ai.fit import PENALTY, FinishedMatch, fit
from engine.kernel.ai.formula import Formula

FOLDS = 5
"""So many times a formula is fitted without a part of the matches, to see how it does in that part."""

QUARTERS = ("first quarter", "second quarter", "third quarter", "last quarter")
"""The parts of a match that are looked at apart."""

TENTHS = range(5, 10)
"""Chances of who is ahead are looked at apart from 50 to 60 in a hundred, to 70, and so on."""

SURE = 1e-6
"""No chance is held to be less than this when it is weighed afterwards."""


class Prediction(msgspec.Struct, frozen=True, array_like=True):
    """A prediction of a position: the part of its match that was over, 0..1, the leader's chance, and whether they won."""

    part: float
    chance: float
    won: bool


class PredictionQuality(msgspec.Struct, frozen=True):
    """The success of predictions of some positions. Every match that has any of them counts the same."""

    name: str
    matches: int
    log_loss: float
    """0.693 is a coin's; less is better."""
    error: float
    """The standard error of the log loss."""
    predicted: float
    """The mean chance of who was ahead, 0..1."""
    won: float
    """The share of wins: as predicted, if the formula is calibrated."""


def said_by(formula: Formula, matches: Sequence[FinishedMatch]) -> list[list[Prediction]]:
    """Return a formula's estimates for the positions of each match."""
    return [
        [
            Prediction(moment.part, max(chance, 1 - chance), (chance >= 0.5) == match.won)
            for moment in match.moments
            for chance in [formula.chance(moment.values)]
        ]
        for match in matches
    ]


def said_apart(
    features: Sequence[str],
    matches: Sequence[FinishedMatch],
    penalty: float = PENALTY,
    sharpness: float = 1.0,
) -> list[list[Prediction]]:
    """Return cross-validated estimates for the positions of each match (`FOLDS`)."""
    said: list[list[Prediction]] = [[] for _ in matches]
    for fold in range(FOLDS):
        rest = [match for number, match in enumerate(matches) if number % FOLDS != fold]
        said[fold::FOLDS] = said_by(fit(features, rest, penalty, sharpness), matches[fold::FOLDS])
    return said


def figures(said: Sequence[Sequence[Prediction]]) -> list[PredictionQuality]:
    """Return the accuracy of estimates: overall, by quarter of the match, and by estimate.

    Empty without positions.
    """
    found = [_figure("all", said, lambda one: True)]
    for number, name in enumerate(QUARTERS):
        found.append(
            _figure(name, said, lambda one, number=number: _place(one.part, len(QUARTERS)) == number)
        )
    for tenth in TENTHS:
        found.append(
            _figure(
                f"said {10 * tenth} to {10 * (tenth + 1)} %",
                said,
                lambda one, tenth=tenth: _place(one.chance, 10) == tenth,
            )
        )
    return [one for one in found if one.matches]


def _place(part: float, of: int) -> int:
    return min(of - 1, int(part * of))


def _figure(
    name: str, said: Sequence[Sequence[Prediction]], counts: Callable[[Prediction], bool]
) -> PredictionQuality:
    losses: list[float] = []
    chances: list[float] = []
    came: list[float] = []
    for match in said:
        of_match = [one for one in match if counts(one)]
        if of_match:
            losses.append(_mean([_loss(one) for one in of_match]))
            chances.append(_mean([one.chance for one in of_match]))
            came.append(_mean([float(one.won) for one in of_match]))
    if not losses:
        return PredictionQuality(name, 0, 0.0, 0.0, 0.0, 0.0)
    loss, count = _mean(losses), len(losses)
    error = sqrt(fsum((one - loss) ** 2 for one in losses) / count / max(1, count - 1))
    return PredictionQuality(name, count, loss, error, _mean(chances), _mean(came))


def _loss(one: Prediction) -> float:
    return -log(max(SURE, one.chance if one.won else 1 - one.chance))


def _mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)
