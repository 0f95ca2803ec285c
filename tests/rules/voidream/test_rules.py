"""Every scenario of this folder passes: one file per rule, in folders by section of the rulebook (§2 to §7) and rulings."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cards.voidream.language.words import VOIDREAM
from cards.voidream.library import the_set
from engine.scenario.model import ExpectationLine
from engine.voidream.program import texts_of
from engine.voidream.scenario import VoidreamScenario, coverage, play, read_scenarios
from tests.engine.voidream.law.causes import watched_causes
from tests.rules.words import not_in
from tests.titles import titles

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.scenario"))


@cache
def read(path: Path) -> list[VoidreamScenario]:
    return read_scenarios(path.read_text(encoding="utf-8"), name(path))


def scenarios() -> list[VoidreamScenario]:
    return [scenario for path in FILES for scenario in read(path)]


def name(path: Path) -> str:
    return str(path.relative_to(HERE).with_suffix(""))


EACH = [
    pytest.param(path, number, id=f"{name(path)}: {title}")
    for path in FILES
    for number, title in enumerate(titles(path))
]


@pytest.mark.parametrize(("path", "number"), EACH)
def test_the_scenario_holds(path: Path, number: int) -> None:
    with watched_causes() as causes:
        assert [str(failure) for failure in play(read(path)[number])] == []
    assert causes.wrong == {}, "every event has a cause in the rules"


def test_every_scenario_is_played() -> None:
    scenarios = [(path, [one.title for one in read(path)]) for path in FILES]
    assert scenarios == [(path, titles(path)) for path in FILES]


def test_every_scenario_expects_something() -> None:
    assert [
        s.title for s in scenarios() if not any(isinstance(step, ExpectationLine) for step in s.steps)
    ] == []


def test_titles_are_unique_in_a_file() -> None:
    titles = [(scenario.file, scenario.title) for scenario in scenarios()]
    assert sorted(set(titles)) == sorted(titles)


def test_every_citation_of_a_scenario_exists() -> None:
    assert [str(problem) for problem in coverage(scenarios()).unknown] == []


def test_every_scenario_cites_a_rule() -> None:
    assert [f"{s.file}: {s.title}" for s in scenarios() if not s.citations] == []


def test_every_word_and_every_sentence_is_on_a_card_of_a_scenario() -> None:
    known = the_set().cards
    ours = {id(card): card for each in scenarios() for card in each.cards.values() if card.title not in known}
    assert not_in(map(texts_of, ours.values()), VOIDREAM) == []
