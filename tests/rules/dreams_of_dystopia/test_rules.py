"""Every scenario of this folder holds, and together they cover all rulings and texts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cards.dreams_of_dystopia.language.vocabulary import DYSTOPIA
from engine.dreams_of_dystopia.scenario.format import coverage, play, read_scenarios
from engine.dreams_of_dystopia.scenario.layout import DystopiaScenario
from engine.scenario.model import ExpectationLine
from tests.rules.words import not_in

HERE = Path(__file__).parent
FILES = sorted(str(path.relative_to(HERE).with_suffix("")) for path in HERE.rglob("*.scenario"))

OVER_DAYS = {
    "DD91",
    "DD111",
    *(f"DD{number}" for number in (97, 98, 100, 101, 123, 124, 125)),
}
"""Rulings that the rules don't carry out: about panels, plans, clocks, undoing, messages, and impossible texts (DD24)."""
NOT_WRITTEN = [
    "This", "ChooseOne each player", "ChooseOne your opponent", "If True", "IfYouDo False", "May each player", "May your opponent",
]  # fmt: skip
"""Features that the linter rejects: choices of other players, and "otherwise"."""


@cache
def scenarios(file: str) -> list[DystopiaScenario]:
    return read_scenarios((HERE / f"{file}.scenario").read_text(encoding="utf-8"), file)


@pytest.mark.parametrize("file", FILES)
def test_every_scenario_of_the_file_holds(file: str) -> None:
    failures = [f"{each.title}: {failure}" for each in scenarios(file) for failure in play(each)]
    assert failures == []


@pytest.mark.parametrize("file", FILES)
def test_every_scenario_cites_a_rule_and_expects_something(file: str) -> None:
    titles = [each.title for each in scenarios(file)]
    assert sorted(set(titles)) == sorted(titles)
    for each in scenarios(file):
        assert each.citations, each.title
        assert any(isinstance(step, ExpectationLine) for step in each.steps), each.title


def test_every_section_and_every_ruling_of_the_rules_is_tested() -> None:
    covered = coverage([each for file in FILES for each in scenarios(file)])
    assert [str(problem) for problem in covered.unknown] == []
    assert set(covered.empty) == OVER_DAYS


def test_every_word_and_every_sentence_is_on_a_card_of_a_scenario() -> None:
    every = [each for file in FILES for each in scenarios(file)]
    texts = [side.text for each in every for one in each.cards.values() for side in one.card.sides]
    assert not_in(texts, DYSTOPIA) == NOT_WRITTEN
