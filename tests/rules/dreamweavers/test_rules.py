"""Every scenario of this folder holds: one file a rule or a ruling, in folders by what they are about; and all are covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.dreamweavers.scenario import DreamweaversScenario, coverage, play, read_scenarios
from engine.scenario.model import Expecting
from tests.engine.dreamweavers.law.causes import watched_causes

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.scenario"))


def _scenarios() -> list[DreamweaversScenario]:
    return [
        scenario
        for path in FILES
        for scenario in read_scenarios(
            path.read_text(encoding="utf-8"), str(path.relative_to(HERE).with_suffix(""))
        )
    ]


SCENARIOS = _scenarios()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[f"{s.file}: {s.title}" for s in SCENARIOS])
def test_the_scenario_holds(scenario: DreamweaversScenario) -> None:
    with watched_causes() as causes:
        assert [str(failure) for failure in play(scenario)] == []
    assert causes.wrong == {}, "for every event there is a cause that can be looked up"


def test_every_scenario_expects_something() -> None:
    assert [s.title for s in SCENARIOS if not any(isinstance(step, Expecting) for step in s.steps)] == []


def test_titles_are_unique_in_a_file() -> None:
    titles = [(scenario.file, scenario.title) for scenario in SCENARIOS]
    assert sorted(set(titles)) == sorted(titles)


def test_every_section_and_every_ruling_is_tested() -> None:
    covered = coverage(SCENARIOS)
    assert [str(problem) for problem in covered.unknown] == []
    assert covered.empty == []


def test_every_scenario_says_what_it_tests() -> None:
    assert [f"{s.file}: {s.title}" for s in SCENARIOS if not s.citations] == []
