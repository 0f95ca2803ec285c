"""An answer that can't be given: the question that was open, what could have been said, and which rule is against it."""

from __future__ import annotations

import pytest

from engine.voidream.scenario import play, read_scenarios

CARDS = """\
card: Low, arcanum, value 1
card: Spark, arcanum, value 4
  Deal 1 damage to an entity.
card: Guard, entity, value 2, dawn 2, stability 3, dusk 1
card: Moth, entity, value 1, dawn 1, stability 1, dusk 1
scenario: One
Ada:
  deck: 3 x5
  hand: Spark, Low
  play: Guard, Moth
"""


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Ada plays Low", ["what do you do?", "plays Spark", "below your depth of 3"]),
        ("Ada plays Guard inverted", ["what do you do?", "plays Spark"]),
        ("Ada plays Spork", ["what do you do?", "There is no Spork in this match."]),
        ("Bo passes", ["Bo is not asked anything.", "Ada is asked", "plays Spark"]),
        ("Ada plays Spark\nAda chooses Spark", ["Deal 1 damage to an entity", "chooses 1 of Guard, Moth"]),
        (
            "Ada plays Spark\nAda chooses Guard, Moth",
            ["1 must be chosen, not 2", "Deal 1 damage to an entity", "chooses 1 of Guard, Moth"],
        ),
        ("Ada unveils", ["what do you do?", "You control no veiled card. (§6 Unveil)"]),
    ],
)
def test_the_question_and_its_options_are_said(script: str, said: list[str]) -> None:
    (scenario,) = read_scenarios(f"{CARDS}{script}\nThen it is Bo's turn\n")
    (failure,) = play(scenario)
    assert [words for words in said if words not in failure.found] == []
    assert failure.expected == script.splitlines()[-1]
