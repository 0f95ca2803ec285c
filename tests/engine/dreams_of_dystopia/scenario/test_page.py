"""The documentation of Dystopia's scenarios: its examples hold, and it lists every sentence."""

from __future__ import annotations

import re
from pathlib import Path

from engine.dreams_of_dystopia.scenario.format import FORMAT, play, read_scenarios
from engine.dreams_of_dystopia.topics import VERBS
from engine.scenario.expectations import OUTCOME, QUESTIONS

PAGE = (Path(__file__).parents[4] / "docs" / "scenarios-dreams-of-dystopia.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```scenario\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_every_example_holds() -> None:
    assert len(EXAMPLES) == 2
    for example in EXAMPLES:
        for scenario in read_scenarios(example):
            assert play(scenario) == []


def test_every_line_word_and_expectation_is_on_the_page() -> None:
    forms = [one.shown for one in FORMAT.all_forms if one not in (*QUESTIONS, *OUTCOME)]
    assert [form for form in forms if f"`{form}`" not in PAGE] == []
    assert [word for word in FORMAT.tables.all_words() if f"`{word}`" not in PAGE] == []
    headings = [one for one in FORMAT.all_headings if one not in ("scenario:", "tests:", "card:")]
    assert [one for one in (*headings, *FORMAT.all_side_lines) if f"`{one} " not in PAGE] == []


def test_every_answer_is_on_the_page() -> None:
    verbs = [words.partition(" {")[0] for words in VERBS.values()]
    assert [words for words in verbs if f" {words}" not in PAGE] == []
