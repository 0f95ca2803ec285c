"""Every scenario of this folder holds: one file a rule or a ruling, in folders by what they are about; and all are covered."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.dreamweavers.scenario import DreamweaversScenario, coverage, play, read_scenarios
from engine.scenario.model import Expecting
from tests.engine.dreamweavers.law.causes import watched_causes

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
    assert causes.wrong == {}, "for every event there is a cause that can be looked up"


@pytest.mark.parametrize("file", FILES)
def test_every_scenario_of_the_file_says_what_it_tests_and_expects_something(file: str) -> None:
    titles = [each.title for each in scenarios(file)]
    assert sorted(set(titles)) == sorted(titles)
    for each in scenarios(file):
        assert each.citations, each.title
        assert any(isinstance(step, Expecting) for step in each.steps), each.title


def test_every_section_and_every_ruling_is_tested() -> None:
    covered = coverage([each for file in FILES for each in scenarios(file)])
    assert [str(problem) for problem in covered.unknown] == []
    assert covered.empty == []
