"""The quality of a formula: a comparison of its predictions with results, in matches to which it wasn't fitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, log, sqrt

import msgspec

from engine.kernel.ai.fit import PENALTY, FinishedMatch, fit
from engine.kernel.ai.formula import Formula

FOLDS = 5
"""The number of parts for cross-validation: each is predicted by a formula fitted to the others."""

QUARTERS = ("first quarter", "second quarter", "third quarter", "last quarter")
"""The parts of a match that are examined separately."""

TENTHS = range(5, 10)
"""Tenths of the leader's chance that are examined separately: 50 to 60 per cent, to 70, and so on."""

SURE = 1e-6
"""The lower bound of a chance in the log loss."""


class Prediction(msgspec.Struct, frozen=True, array_like=True):
    """A prediction: the elapsed part of the match, 0..1, the leader's chance, and whether the leader won."""

    part: float
    chance: float
    won: bool


class PredictionQuality(msgspec.Struct, frozen=True):
    """The quality of predictions for some positions. Every match with any of them has the same weight."""

    name: str
    matches: int
    log_loss: float
    """0.693 is that of a coin. Lower is better."""
    error: float
    """The standard error of the log loss."""
    predicted: float
    """The mean chance of the leader, 0..1."""
    won: float
    """The share of wins of the leader: as predicted, if the formula is calibrated."""


def predictions(formula: Formula, matches: Sequence[FinishedMatch]) -> list[list[Prediction]]:
    """Return a formula's predictions for the positions of each match."""
    return [
        [
            Prediction(moment.part, max(chance, 1 - chance), (chance >= 0.5) == match.won)
            for moment in match.moments
            for chance in [formula.chance(moment.values)]
        ]
        for match in matches
    ]


def cross_validated_predictions(
    features: Sequence[str],
    matches: Sequence[FinishedMatch],
    penalty: float = PENALTY,
    sharpness: float = 1.0,
) -> list[list[Prediction]]:
    """Return cross-validated predictions for the positions of each match (`FOLDS`)."""
    predictions_by_match: list[list[Prediction]] = [[] for _ in matches]
    for fold in range(FOLDS):
        rest = [match for number, match in enumerate(matches) if number % FOLDS != fold]
        predictions_by_match[fold::FOLDS] = predictions(
            fit(features, rest, penalty, sharpness), matches[fold::FOLDS]
        )
    return predictions_by_match


def figures(predictions_by_match: Sequence[Sequence[Prediction]]) -> list[PredictionQuality]:
    """Return the quality of predictions: overall, by quarter of the match, and by chance.

    Parts without positions are omitted.
    """
    results = [_figure("all", predictions_by_match, lambda prediction: True)]
    for number, name in enumerate(QUARTERS):
        results.append(
            _figure(
                name,
                predictions_by_match,
                lambda prediction, number=number: _place(prediction.part, len(QUARTERS)) == number,
            )
        )
    for tenth in TENTHS:
        results.append(
            _figure(
                f"said {10 * tenth} to {10 * (tenth + 1)} %",
                predictions_by_match,
                lambda prediction, tenth=tenth: _place(prediction.chance, 10) == tenth,
            )
        )
    return [prediction for prediction in results if prediction.matches]


def _place(part: float, of: int) -> int:
    return min(of - 1, int(part * of))


def _figure(
    name: str, predictions_by_match: Sequence[Sequence[Prediction]], counts: Callable[[Prediction], bool]
) -> PredictionQuality:
    losses: list[float] = []
    chances: list[float] = []
    results: list[float] = []
    for match in predictions_by_match:
        of_match = [prediction for prediction in match if counts(prediction)]
        if of_match:
            losses.append(_mean([_loss(prediction) for prediction in of_match]))
            chances.append(_mean([prediction.chance for prediction in of_match]))
            results.append(_mean([float(prediction.won) for prediction in of_match]))
    if not losses:
        return PredictionQuality(name, 0, 0.0, 0.0, 0.0, 0.0)
    loss, count = _mean(losses), len(losses)
    error = sqrt(fsum((prediction - loss) ** 2 for prediction in losses) / count / max(1, count - 1))
    return PredictionQuality(name, count, loss, error, _mean(chances), _mean(results))


def _loss(prediction: Prediction) -> float:
    return -log(max(SURE, prediction.chance if prediction.won else 1 - prediction.chance))


def _mean(numbers: Sequence[float]) -> float:
    return fsum(numbers) / len(numbers)
