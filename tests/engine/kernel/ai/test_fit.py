"""Fitting a formula: it finds the true weights, reproducibly, and its figures match the textbook."""

from __future__ import annotations

from math import log

import msgspec
import pytest

from engine.kernel.ai.fit import FinishedMatch, SeatComparison, fit
from engine.kernel.ai.formula import Formula, as_chance
from engine.kernel.ai.quality import Prediction, cross_validated_predictions, figures, predictions
from engine.kernel.chance import Chance

KEYS = ("worth much", "worth less than nothing", "worth nothing", "never there")
TRUE = (1.2, -0.6, 0.0, 0.0)


def made_up(count: int, seed: str = "made up") -> list[FinishedMatch]:
    """Return matches decided by the true weights and luck."""
    chance = Chance(seed)
    out: list[FinishedMatch] = []
    for _ in range(count):
        values = (*[(chance.below(2001) - 1000) / 500 for _ in range(3)], 0.0)
        won = chance.below(10**6) < 10**6 * as_chance(sum(a * b for a, b in zip(TRUE, values, strict=True)))
        out.append(FinishedMatch(won, (SeatComparison(0.5, values),)))
    return out


def test_it_finds_the_weights_that_decide() -> None:
    formula = fit(KEYS, made_up(1500), penalty=0.5)
    assert formula.features == KEYS
    for weight, true in zip(formula.weights, TRUE, strict=True):
        assert weight == pytest.approx(true, abs=0.15)
    assert formula.weights[-1] == 0.0


def test_fitting_is_reproducible_to_the_byte() -> None:
    one, other = (msgspec.json.encode(fit(KEYS, made_up(80))) for _ in range(2))
    assert one == other
    assert all(float(f"{weight:.4g}") == weight for weight in fit(KEYS, made_up(80)).weights)


def test_a_match_counts_once_however_long_it_is() -> None:
    matches = made_up(60)
    long = [
        FinishedMatch(match.won, match.moments * (1 + number % 4)) for number, match in enumerate(matches)
    ]
    assert fit(KEYS, long).weights == pytest.approx(fit(KEYS, matches).weights, abs=1e-3)


def test_sharpness_multiplies_the_fitted_weights() -> None:
    matches = made_up(200)
    plain, sharp = (fit(KEYS, matches, sharpness=by) for by in (1.0, 1.25))
    assert sharp.weights == pytest.approx([1.25 * weight for weight in plain.weights], rel=1e-3)


def test_the_penalty_keeps_weights_small() -> None:
    matches = made_up(60)
    free, bound = (fit(KEYS, matches, penalty).weights[0] for penalty in (0.1, 50.0))
    assert 0 < bound < free / 2


def test_weights_are_symmetric_between_the_seats() -> None:
    matches = made_up(60)
    turned = [
        FinishedMatch(
            not match.won,
            tuple(SeatComparison(one.part, tuple(-v for v in one.values)) for one in match.moments),
        )
        for match in matches
    ]
    assert fit(KEYS, turned) == fit(KEYS, matches)


@pytest.mark.parametrize(
    "matches",
    [[], [FinishedMatch(True, ())], [FinishedMatch(True, (SeatComparison(0.0, (1.0, 2.0)),))]],
    ids=["none", "empty", "short"],
)
def test_an_uninformative_feature_gets_no_weight(matches: list[FinishedMatch]) -> None:
    with pytest.raises(ValueError, match="position"):
        fit(KEYS, matches)


def test_the_figures() -> None:
    predictions = [
        [Prediction(0.1, 0.6, True), Prediction(0.9, 0.9, True)],
        [Prediction(0.2, 0.6, False)],
        [Prediction(0.2, 0.7, True), Prediction(0.99, 1.0, True)],
    ]
    by_name = {one.name: one for one in figures(predictions)}
    every, first, last = by_name["all"], by_name["first quarter"], by_name["last quarter"]
    assert (every.matches, first.matches, last.matches) == (3, 3, 2)
    assert "second quarter" not in by_name
    assert first.log_loss == pytest.approx(-(log(0.6) + log(0.4) + log(0.7)) / 3)
    assert (first.predicted, first.won) == pytest.approx((1.9 / 3, 2 / 3))
    assert (last.predicted, last.won) == pytest.approx((0.95, 1.0))
    assert by_name["said 60 to 70 %"].matches == 2


def test_a_coin_and_a_formula_that_knows() -> None:
    matches = made_up(200)
    coin = figures(predictions(Formula(KEYS, (0.0,) * 4), matches))[0]
    assert (coin.log_loss, coin.predicted) == pytest.approx((log(2), 0.5))
    assert figures(predictions(Formula(KEYS, TRUE), matches))[0].log_loss < 0.58
    assert figures(cross_validated_predictions(KEYS, matches))[0].log_loss < 0.6


def test_a_match_is_predicted_by_formulas_fitted_without_it() -> None:
    """A single contradicting match is predicted wrongly by every formula fitted without it."""
    alike = [FinishedMatch(True, (SeatComparison(0.0, (1.0,)),)) for _ in range(9)]
    predictions = cross_validated_predictions(
        ("only",), [*alike, FinishedMatch(False, (SeatComparison(0.0, (1.0,)),))], penalty=0.1
    )
    assert predictions[-1][0].chance > 0.9
    assert not predictions[-1][0].won
