"""Lookup: every name is found, and every citation in the engine resolves."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import engine
from cards.voidream.language.tree import KeywordName
from engine.voidream.law import cited, entries, rulings, sections, terms, terms_in

ENGINE = Path(engine.__file__).parent
CITATION = re.compile(r"§\s?\d(?: [A-Z][\w']*(?: [A-Za-z][\w']*)*)?|\bR\d+\b")


def test_references_between_entries_exist() -> None:
    known = entries()
    for entry in known.values():
        for key in entry.related:
            assert key in known, f"{entry.key} leads to {key}"
            assert key != entry.key, f"{entry.key} leads to itself"
        for place in entry.where:
            assert cited(place) is not None, f"{entry.key} stands in {place}"


def test_rulings_name_sections_and_terms_that_exist() -> None:
    titles = {section.title for section in sections()}
    words = {term.title for term in terms()}
    for ruling in rulings():
        assert set(ruling.sections) <= titles, ruling.citation
        assert set(ruling.terms) <= words, ruling.citation


def test_terms_are_alphabetical_and_their_sections_exist() -> None:
    titles = {section.title for section in sections()}
    for term in terms():
        assert term.section in titles, term.title
        assert term.text.endswith("."), term.title
    ordered = [term.title.casefold() for term in terms()]
    assert ordered == sorted(ordered)


def test_sections_are_complete_and_in_the_rulebooks_order() -> None:
    chapters = list(dict.fromkeys(section.whole for section in sections()))
    assert chapters == ["§2", "§3", "§4", "§5", "§6", "§7", "§8"]
    assert len({section.title for section in sections()}) == len(sections())


def test_every_keyword_is_explained_by_the_glossary() -> None:
    for keyword in KeywordName:
        entry = cited(f"§6 {keyword.value.capitalize()}")
        assert entry is not None and entry.key.casefold() == keyword.value


def test_the_glossary_is_whole() -> None:
    # The entries of §6 in the rulebook. Charge and Void are listed twice, as a verb and as a noun.
    listed = """
        Activated Ability, Attach, Charge, Deep, Depth, Dormant, Dread, Evoke, Exhaust, Glaring, Heroic, Hierarchy,
        Indestructible, Inspire, Loop, Prototype, Shadowborne, Siege, Subtle, Ready, Roll, Triggered Ability, Unique,
        Unveil, Void, Veil, Voidbound, Worship
    """
    assert {f"§6 {name.strip()}" for name in listed.split(",")} == {
        s.title for s in sections() if s.title.startswith("§6 ")
    }


def _cited_in_code() -> Iterator[tuple[str, str]]:
    """Yield the engine's citations: those in strings that aren't docstrings."""
    for file in sorted(ENGINE.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        citations = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in citations:
                if re.fullmatch(r"(§\s?\d|R\d+\b).*", node.value):
                    yield file.name, node.value


def test_every_citation_of_the_engine_leads_to_an_entry() -> None:
    citations = [(file, cite) for file, cite in _cited_in_code() if cite != "§6 "]
    assert len(citations) > 80
    assert [(file, cite) for file, cite in citations if cited(cite) is None] == []


def test_every_section_and_ruling_in_comments_and_docstrings_exists() -> None:
    for file in sorted(ENGINE.rglob("*.py")):
        for match in re.finditer(r"§\s?\d|\bR\d+\b", file.read_text("utf-8")):
            assert cited(match[0]) is not None, f"{file.name} cites {match[0]}"


@pytest.mark.parametrize(
    ("citation", "key"),
    [
        ("R25", "R25"),
        ("r25", "R25"),
        ("§4", "§4"),
        ("§ 4", "§4"),
        ("§4 Dealing Damage", "§4 Damage"),
        ("§2 The Depth Rule", "§2 Depth rule"),
        ("§6 Dormant 2", "Dormant"),
        ("§6 Activated Ability", "Activated ability"),
        ("evoking", "Evoke"),
        ("resignation", "Resignation"),
    ],
)
def test_a_citation_is_understood_as_people_write_it(citation: str, key: str) -> None:
    entry = cited(citation)
    assert entry is not None and entry.key == key


@pytest.mark.parametrize("nothing", ["", "§", "§9", "R0", "R9999", "Teapot", "the"])
def test_unknown_citations_return_nothing(nothing: str) -> None:
    assert cited(nothing) is None


def test_the_words_of_the_glossary_are_found_in_a_cards_text() -> None:
    found_terms = terms_in(["Dormant 2.", "(!) When inspired - Evoke.", "Charges are chargers."])
    assert [term.title for term in found_terms] == [
        "Dormant",
        "Triggered ability",
        "Inspire",
        "Evoke",
        "Charge",
    ]


def test_words_are_not_found_within_other_words() -> None:
    assert terms_in(["Avoid the loophole."]) == ()


def test_no_entry_repeats_another_word_for_word() -> None:
    texts = [entry.text for entry in entries().values()]
    assert len(set(texts)) == len(texts)
    assert all(len(text) < 800 for text in chain(texts))
