"""The page about scenarios is correct: its examples pass, and it names every sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.voidream.scenario import play, read_scenarios
from engine.voidream.scenario.format import FORMAT
from engine.voidream.scenario.items import NOTES

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```scenario\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_holds(example: str) -> None:
    for scenario in read_scenarios(example):
        assert play(scenario) == []


def test_there_are_examples_of_every_part() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("form", [one.shown for one in FORMAT.all_forms])
def test_every_expectation_is_on_the_page(form: str) -> None:
    assert f"`{form}`" in PAGE


@pytest.mark.parametrize("heading", FORMAT.all_headings)
def test_every_heading_is_on_the_page(heading: str) -> None:
    assert f"`{heading}" in PAGE or f"\n{heading}" in PAGE


@pytest.mark.parametrize("note", NOTES)
def test_every_note_is_on_the_page(note: str) -> None:
    assert f"`{note}`" in PAGE


@pytest.mark.parametrize("word", FORMAT.tables.all_words())
def test_every_word_of_the_tables_is_on_the_page(word: str) -> None:
    assert f"`{word}`" in PAGE
