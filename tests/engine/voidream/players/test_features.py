"""The features of Voidream's formula, and its estimates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

import pytest

from cards.voidream.decks import ready_made
from cards.voidream.model import Kind
from engine.kernel.ai.fit import FinishedMatch
from engine.kernel.ai.formula import Formula, read_formula
from engine.kernel.ai.matches import FILE, played
from engine.kernel.ai.quality import figures, predictions
from engine.kernel.chance import Chance
from engine.voidream.game import VOIDREAM
from engine.voidream.players.features import EARLY, FEATURES, LATE, LATEST, RIPE, WORDS, features
from engine.voidream.players.fitted import FITTED
from engine.voidream.players.greedy.player import Greedy
from engine.voidream.players.search import VOIDREAM_THINKING
from engine.voidream.referee import Referee
from engine.voidream.views.lazy_view import ViewOnDemand
from tests.engine.voidream.table import Stage, card, entity

EVERY = 9

SPARK = card("Spark", Kind.ARCANUM, 3, "Deal 2 Dream damage to your opponent.", inverted="Evoke.")
GIANT = entity("Giant", 4, 3, 1, "Other entities you control gain +1 dawn.")
MOUSE = entity("Mouse", 1, 1, 2)
GATE = card("Gate", Kind.CONSTRUCT, 3, stability=5)
LAMP = card("Lamp", Kind.MEMORY, 1, "(!) When the round begins - Evoke.")
CARDS = (SPARK, GIANT, MOUSE, GATE, LAMP)


@pytest.fixture(scope="module")
def formula() -> Formula:
    return read_formula(files(FITTED.package).joinpath(FILE).read_bytes())


@pytest.fixture(scope="module")
def matches() -> list[FinishedMatch]:
    """Matches that weren't used to fit the formula."""
    finished = [played(FITTED, f"held back {number}") for number in range(6)]
    return [one for one in finished if one is not None]


def positions() -> Iterator[Referee]:
    """Yield the positions of a match, from its setup to its end."""
    decks = ready_made()
    ref = VOIDREAM.begin(VOIDREAM.setup([decks[2], decks[5]]), "features")
    ref.run()
    player = Greedy(Chance("features"))
    number = 0
    while ref.position.outcome is None:
        if number % EVERY == 0:
            yield ref
        seat = min(ref.position.questions)
        asked = ref.position.questions[seat]
        ref.take(asked, player.answer(asked.english, lambda seat=seat: ViewOnDemand(ref, seat)))
        number += 1


Both = list[tuple[float, ...]]


@pytest.fixture(scope="module")
def looked() -> list[tuple[Both, list[Both]]]:
    """Yield, for positions of a match, the features of both seats, and those in positions sampled from a seat's knowledge."""
    pairs: list[tuple[Both, list[Both]]] = []
    for number, ref in enumerate(positions()):
        worlds = [
            VOIDREAM.sample(VOIDREAM.know(ref, who), Chance(f"world {number}")) for who in ((), (0,), (1,))
        ]
        pairs.append((_both(ref), [_both(world) for world in worlds]))
    return pairs


def _both(ref: Referee) -> Both:
    return [features(ref, seat) for seat in (0, 1)]


def test_they_are_open_to_both(looked: list[tuple[Both, list[Both]]]) -> None:
    """The true position and every consistent one have the same features."""
    assert len(looked) > 15
    for truth, worlds in looked:
        assert worlds == [truth] * 3


def test_each_side_has_the_opposite_of_the_other(
    looked: list[tuple[Both, list[Both]]], formula: Formula
) -> None:
    for (own, other), _ in looked:
        assert own == tuple(-value for value in other)
        assert formula.chance(own) + formula.chance(other) == pytest.approx(1)


def of(ada: dict[str, Any], bo: dict[str, Any] | None = None) -> dict[str, float]:
    """Return the differing features of two sides with twelve cards and three arcana each, and the given changes."""
    even = {"deck": ["Blank"] * 12, "hand": ["Spark"] * 3}
    stage = Stage(CARDS, {**even, **ada}, {**even, **(bo or {})}, active=1)
    stage.ref.position.round = RIPE
    values = dict(zip(FEATURES, features(stage.ref, 0), strict=True))
    return {key: value for key, value in values.items() if value and not key.startswith("late ")}


ASKED = {"active": -1, "turn": -1}


def test_equal_sides_differ_only_by_the_turn() -> None:
    assert of({}) == ASKED


@pytest.mark.parametrize(
    ("ada", "bo", "expected"),
    [
        ({"hand": ["Spark"], "arcana": ["Spark"]}, {}, {"arcana": -1, "arcana values": -3}),
        (
            {"play": ["Giant", "Mouse"]},
            {},
            {"entities": 2, "dawn": 6, "ready dawn": 6, "stability": 4, "dusk": 3},
        ),
        ({}, {"play": ["Lamp", "Lamp"], "veiled": ["Mouse"]}, {"memories": -2, "veiled": -1}),
        ({"discard": ["Blank"]}, {"void": ["Blank", "Blank"]}, {"discard": 1, "Void": -2}),
        ({"deck": ["Blank"] * 7}, {}, {"layers": -5}),
        ({"deck": []}, {}, {"layers": -12, "bare bastion": 1}),
        ({"mind": 1}, {"mind": 3}, {"mind": -2}),
    ],
    ids=["arcana", "entities", "other cards", "piles", "a thin deck", "a bare bastion", "minds"],
)
def test_counted_features(ada: dict[str, Any], bo: dict[str, Any], expected: dict[str, float]) -> None:
    values = of(ada, bo)
    assert {key: values[key] for key in values if not key.endswith("against layers")} == (
        {"last arcana": pytest.approx(4 / 3 - 1)} if "arcana" in expected else {}
    ) | expected | ASKED


def test_features_are_weighted_by_the_round() -> None:
    stage = Stage(CARDS, {"hand": ["Spark"] * 3, "play": ["Lamp"]}, {"hand": ["Spark"]})
    for round_number, late in ((RIPE, RIPE / LATE), (LATE, 1.0), (99, LATEST)):
        stage.ref.position.round = round_number
        values = dict(zip(FEATURES, features(stage.ref, 0), strict=True))
        assert values["memories"] == 1
        assert values["late memories"] == late
        assert values["late arcana"] == 2 * late


def test_at_the_beginning_everything_counts_less() -> None:
    stage = Stage(CARDS, {"hand": ["Spark"] * 3, "play": ["Lamp"]}, {"hand": ["Spark"]})
    stage.ref.position.round = RIPE - 1
    values = dict(zip(FEATURES, features(stage.ref, 0), strict=True))
    assert values["memories"] == EARLY
    assert values["arcana"] == 2 * EARLY
    assert values["late arcana"] == pytest.approx(2 * EARLY * (RIPE - 1) / LATE)


def test_the_stored_formula_has_these_features(formula: Formula) -> None:
    assert formula.features == FEATURES == tuple(WORDS)
    assert all(formula.weights)


def test_it_knows_more_than_a_coin(formula: Formula, matches: Sequence[FinishedMatch]) -> None:
    every, *_ = figures(predictions(formula, matches))
    assert every.matches >= 5
    assert every.log_loss < 0.66


def test_features_counted_twice_share_a_name(formula: Formula) -> None:
    """Each of two counts of arcana adds less than memories, but both together add more."""
    values = dict.fromkeys(FEATURES, 0.0)
    weights = dict(zip(formula.features, formula.weights, strict=True))
    for key, adds in (("memories", 1.0), ("last arcana", 0.7), ("late arcana", 0.7)):
        values[key] = adds / weights[key]
    assert VOIDREAM_THINKING.foremost([*values.values()]) in ("arcana", "last arcana")
    assert WORDS[VOIDREAM_THINKING.foremost([*values.values()])] == WORDS["late arcana"]
    values["late arcana"] = 0.0
    assert VOIDREAM_THINKING.foremost([*values.values()]) == "memories"


def test_setups_are_random_from_a_seed() -> None:
    one, same, other = (FITTED.setup(Chance(seed)) for seed in ("a", "a", "b"))
    assert one == same != other
