"""Lookup: every name is found, and every citation in the engine resolves, in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.dreamweavers
from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Locale
from engine.dreamweavers.game import DREAMWEAVERS
from engine.dreamweavers.law import LAW, cited, page, rulings, sections, terms, terms_in
from tests.engine.law_of_a_game import check_rulings, check_spanish, check_what_entries_name

ENGINE = Path(engine.dreamweavers.__file__).parent
CITATION = re.compile(r"§[A-Z][\w']*(?: [A-Za-z][\w']*)*(?: [0-9.]+)?|DW[0-9]+")


def test_references_between_entries_exist() -> None:
    check_what_entries_name(LAW)


def test_rulings_are_numbered_consecutively_and_name_sections() -> None:
    check_rulings(LAW)
    assert len(rulings()) >= 111
    assert all(ruling.sections for ruling in rulings())


def test_terms_are_in_alphabetical_order_and_explain_every_keyword() -> None:
    titles = [term.title for term in terms()]
    assert titles == sorted(titles)
    assert {name.value.capitalize() for name in KeywordName} <= set(titles)
    assert {term.section for term in terms()} <= {section.title for section in sections()}
    assert all(set(term.related) <= set(titles) for term in terms())


@pytest.mark.parametrize(
    ("citation", "key"),
    [
        ("DW52", "DW52"),
        ("dw52", "DW52"),
        ("§Attacking", "§Attacking"),
        ("§Attacking 5", "§Attacking 5"),
        ("§Attacking 3 The defence", "§Attacking 3"),
        ("§Declare a Target", "§Attacking 2"),
        ("§Taking Damage 2.1", "§Taking Damage 2"),
        ("§Upkeep 1", "§Upkeep Phase 1"),
        ("§Upkeep", "§Upkeep Phase"),
        ("§The memory gauge", "§The memory gauge"),
        ("§Setup 1.2", "§Setup 1"),
        ("§Setup 9", "§Setup"),
        ("deck", "Mind"),
        ("untap", "Tap"),
    ],
)
def test_a_citation_leads_to_its_entry(citation: str, key: str) -> None:
    entry = cited(citation)
    assert entry is not None and entry.key == key


def test_unknown_citations_return_nothing() -> None:
    assert cited("DW999") is None
    assert cited("§Nowhere") is None


def test_the_page_of_rulings_is_up_to_date() -> None:
    written = (ENGINE.parent.parent / "docs" / "rulings-dreamweavers.md").read_text("utf-8")
    assert written == page(), (
        "Renew it: python -m engine.kernel.law engine.dreamweavers.law > docs/rulings-dreamweavers.md"
    )


def _cited_in_code() -> Iterator[tuple[str, str]]:
    for file in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node.value.startswith("§") or re.fullmatch(r"DW[0-9]+", node.value):
                    yield f"{file.name}:{node.lineno}", node.value


def test_citations_in_the_engine_exist() -> None:
    citations = [one for one in _cited_in_code() if CITATION.fullmatch(one[1])]
    assert citations
    assert [one for one in citations if cited(one[1]) is None] == []


def test_everything_is_translated_into_spanish() -> None:
    check_spanish(LAW)


def test_a_rule_is_cited_by_its_name_in_spanish() -> None:
    spanish, cause_words = DREAMWEAVERS.translator(Locale.SPANISH), DREAMWEAVERS.cause_words
    assert spanish(cause_words("§Attacking")) == "§Ataques"
    assert spanish(cause_words("§Attacking 5")) == "§Ataques 5 El combate"
    assert spanish(cause_words("DW52")) == "DW52"
    assert spanish(cause_words("Rage")) == "Ira"
    entry = cited("DW52", Locale.SPANISH)
    assert entry is not None and entry.heading == "DW52 El derecho a responder sigue al marcador"


def test_the_words_of_a_card_are_found_in_its_text() -> None:
    found_terms = terms_in(["Quick. Bulwark 2.", "(A) Tap this card: Draw a card."])
    assert [term.title for term in found_terms] == ["Quick", "Bulwark", "Ability", "Tap"]
