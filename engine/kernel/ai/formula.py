"""A formula that estimates a seat's win chance from its differences to the others.

It is fitted to matches (`fit`) and stored as a small file beside the game's players.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import msgspec

from engine.kernel.decoder import json_reader

STEEPEST = 30.0
"""The number of units beyond which the result is certain. Keeps `exp` within bounds."""


class Formula(msgspec.Struct, frozen=True):
    """The value of one more of each feature, in logistic units.

    Features are differences: the seat's own value minus the other's, so that the chances of two seats add up to one.
    With several others, it is minus their mean, and chances follow from the differences between seats
    (`Thinking.chances`).
    """

    features: tuple[str, ...]
    """The keys of the features, in the order of their values."""
    weights: tuple[float, ...]

    def units(self, values: Sequence[float]) -> float:
        """Return a seat's lead by these features in logistic units: 0 is even."""
        return sum(weight * value for weight, value in zip(self.weights, values, strict=True))

    def chance(self, values: Sequence[float]) -> float:
        """Return the chance to win, 0..1, of a seat with these features."""
        return as_chance(self.units(values))

    def parts(self, values: Sequence[float]) -> dict[str, float]:
        """Return the contribution of each feature in logistic units, by key."""
        return {
            key: weight * value
            for key, weight, value in zip(self.features, self.weights, values, strict=True)
        }


def as_chance(units: float) -> float:
    """Return logistic units as a chance, 0..1."""
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, units))))


_READER = json_reader(Formula)


def read_formula(data: bytes) -> Formula:
    """Return the formula in a file of weights. Raises msgspec.MsgspecError, or ValueError for a wrong count."""
    formula = _READER.read(data)
    if len(formula.features) != len(formula.weights):
        raise ValueError("a formula needs one weight for each feature")
    return formula
