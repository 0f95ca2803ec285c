"""Every scenario of this folder passes: one file per rule or ruling, in folders by subject. All rules are covered."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cards.dreamweavers.language.vocabulary import DREAMWEAVERS
from cards.dreamweavers.library import the_set
from engine.dreamweavers.scenario import DreamweaversScenario, coverage, play, read_scenarios
from engine.scenario.model import ExpectationLine
from tests.engine.dreamweavers.law.causes import watched_causes
from tests.rules.words import not_in

HERE = Path(__file__).parent
FILES = sorted(str(path.relative_to(HERE).with_suffix("")) for path in HERE.rglob("*.scenario"))


@cache
def scenarios(file: str) -> list[DreamweaversScenario]:
    return read_scenarios((HERE / f"{file}.scenario").read_text(encoding="utf-8"), file)


@pytest.mark.parametrize("file", FILES)
def test_every_scenario_of_the_file_holds(file: str) -> None:
    with watched_causes() as causes:
        failures = [f"{each.title}: {failure}" for each in scenarios(file) for failure in play(each)]
    assert failures == []
    assert causes.wrong == {}, "every event has a cause in the rules"


@pytest.mark.parametrize("file", FILES)
def test_every_scenario_cites_a_rule_and_expects_something(file: str) -> None:
    titles = [each.title for each in scenarios(file)]
    assert sorted(set(titles)) == sorted(titles)
    for each in scenarios(file):
        assert each.citations, each.title
        assert any(isinstance(step, ExpectationLine) for step in each.steps), each.title


def test_every_section_and_every_ruling_is_tested() -> None:
    covered = coverage([each for file in FILES for each in scenarios(file)])
    assert [str(problem) for problem in covered.unknown] == []
    assert covered.empty == []


def test_every_word_and_every_sentence_is_on_a_card_of_a_scenario() -> None:
    known = the_set().cards
    every = [each for file in FILES for each in scenarios(file)]
    ours = {id(card): card for each in every for card in each.cards.values() if card.title not in known}
    # A line without "When played:" or "Fleeting:" is readable, but on no card.
    assert not_in((card.text for card in ours.values()), DREAMWEAVERS) == ["Line"]
