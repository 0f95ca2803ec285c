"""The page about the card language is up to date, and contains every form."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from lark import UnexpectedInput

from cards.language.records import Word, meaning_of
from cards.voidream.language import tree
from cards.voidream.language.linter import lint
from cards.voidream.language.printer import print_text
from cards.voidream.language.reader import read_text
from cards.voidream.language.words import LANGUAGE
from cards.voidream.library import check_files, the_set
from cards.voidream.reference import PAGE, SECTIONS, page
from cards.voidream.reference_examples import Examples, lines_of
from cards.voidream.reference_texts import EXAMPLES, MORE
from engine.voidream.scenario import play, read_scenarios

REMEDY = "run: python -m cards.voidream.reference"
TEXT = PAGE.read_text(encoding="utf-8")
DECLARED = [
    value for value in vars(tree).values() if isinstance(value, type) and issubclass(value, tree.Node | Word)
]
NODES = {cls for cls in DECLARED if issubclass(cls, tree.Node) and cls is not tree.Node}
WORD_LISTS = {cls for cls in DECLARED if issubclass(cls, Word)}


def block(kind: str, number: int = 0) -> str:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)[number]


def test_the_page_is_made_of_the_language_and_the_set_as_they_are() -> None:
    assert page() == TEXT, REMEDY


def test_every_type_and_every_word_has_a_meaning_and_a_place_on_the_page() -> None:
    placed = {of for _, _, types in SECTIONS for of in types} | {tree.KeywordName, tree.Keyword}
    assert placed == NODES | WORD_LISTS
    assert [node for node in NODES if not meaning_of(node)] == []
    assert [word for words in WORD_LISTS for word in words if not word.record.means] == []


def test_every_wording_and_every_alternative_of_the_frame_is_in_a_line_of_the_page() -> None:
    examples = set(re.findall(r"`([^`\n]+)`", TEXT)) | set(
        re.findall(r'^\w+ = "([^"\n]+)"$', TEXT, re.MULTILINE)
    )
    used: set[str] = set()
    for line in examples | set(TEXT.splitlines()):
        with contextlib.suppress(UnexpectedInput):
            used |= {str(part.data) for part in LANGUAGE.parse(line).iter_subtrees()}
    grammar = LANGUAGE.parser.rules
    passing = {str(rule.origin.name) for rule in grammar if rule.options.expand1}
    rules = {str(rule.alias or rule.origin.name) for rule in grammar if not rule.origin.name.startswith("_")}
    wordings = LANGUAGE.vocabulary.wordings
    said_in = {name: wordings[name].form.template for name in rules & wordings.keys()}
    assert {*said_in.values()} - {said_in[name] for name in used & said_in.keys()} == set()
    assert rules - passing - used - wordings.keys() - LANGUAGE.grammar.members.keys() == set()


@pytest.mark.parametrize(("kind", "text"), [*EXAMPLES, *MORE])
def test_generated_lines_are_valid_on_a_card(kind: object, text: str) -> None:
    read = read_text(text, kind)  # type: ignore[arg-type]
    assert print_text(read) == text
    assert list(lint(read, kind)) == []  # type: ignore[arg-type]


def test_examples_are_invented_only_for_words_without_a_card() -> None:
    examples = Examples(the_set())
    invented = {line for _, line in EXAMPLES}
    of_the_set = {print_text((line.ability,)) for card in the_set() for line in lines_of(card)}
    assert not invented & of_the_set
    assert examples.whence(tree.Evoke) in {line.where for card in the_set() for line in lines_of(card)}


def test_the_first_card_is_correct_and_its_slip_is_reported_as_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(block("toml"), encoding="utf-8")
    assert check_files([file], the_set()) == []
    file.write_text(block("toml").replace("damage to an entity", "damage to an enttiy"), encoding="utf-8")
    (problem,) = check_files([file], the_set())
    begins, ends = next(line for line in TEXT.splitlines() if line.startswith("mine.toml")).split("…")
    assert str(problem).startswith(begins)
    assert str(problem).endswith(ends)


def test_the_first_scenario_holds() -> None:
    (scenario,) = read_scenarios(block("scenario"))
    assert play(scenario) == []


def test_the_card_of_each_kind_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "kinds.toml"
    file.write_text(
        "\n".join(re.findall(r"^```toml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)[1:]), encoding="utf-8"
    )
    assert check_files([file], the_set()) == []
