"""The page about scenarios of Dreamweavers is correct: its examples pass, and it names every sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.dreamweavers.scenario import play, read_scenarios
from engine.dreamweavers.scenario.format import FORMAT
from engine.dreamweavers.scenario.items import NOTES
from engine.scenario.expectations import OUTCOME, QUESTIONS

PAGE = (Path(__file__).parents[4] / "docs" / "scenarios-dreamweavers.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```scenario\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_holds(example: str) -> None:
    for scenario in read_scenarios(example):
        assert play(scenario) == []


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("form", [one.shown for one in FORMAT.all_forms if one not in (*QUESTIONS, *OUTCOME)])
def test_every_expectation_is_on_the_page(form: str) -> None:
    assert f"`{form}`" in PAGE


@pytest.mark.parametrize(
    "heading", [one for one in FORMAT.all_headings if one not in ("scenario:", "tests:")]
)
def test_every_heading_is_on_the_page(heading: str) -> None:
    assert f"`{heading}" in PAGE or f"\n{heading}" in PAGE


@pytest.mark.parametrize("line", FORMAT.all_side_lines)
def test_every_line_of_a_side_is_on_the_page(line: str) -> None:
    assert f"`{line} " in PAGE


@pytest.mark.parametrize("note", [note for note in NOTES if note != "used N"])
def test_every_note_is_on_the_page(note: str) -> None:
    assert f"`{note}`" in PAGE


@pytest.mark.parametrize("word", FORMAT.tables.all_words())
def test_every_word_of_the_tables_is_on_the_page(word: str) -> None:
    assert f"`{word}`" in PAGE
