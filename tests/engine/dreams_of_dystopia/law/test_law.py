"""Lookup: every name has an entry, and every citation of the engine exists, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import engine.dreams_of_dystopia
from cards.i18n import Locale
from engine.dreams_of_dystopia.game import DYSTOPIA
from engine.dreams_of_dystopia.law import LAW, cited, page, terms, terms_in
from tests.engine.law_of_a_game import check_rulings, check_spanish, check_what_entries_name

ENGINE = Path(engine.dreams_of_dystopia.__file__).parent
NOT_USED = frozenset({87, 88, 89})


def test_references_between_entries_exist() -> None:
    check_what_entries_name(LAW)


def test_rulings_are_numbered_consecutively_and_name_sections() -> None:
    check_rulings(LAW, NOT_USED)


def test_terms_are_in_alphabetical_order() -> None:
    titles = [term.title for term in terms()]
    assert titles == sorted(titles, key=str.casefold)
    assert all(set(term.related) <= set(titles) for term in terms())


@pytest.mark.parametrize(
    ("citation", "key"),
    [
        ("dd52", "DD52"),
        ("§Combat 3", "§Combat 3"),
        ("§Combat 3 Damage Step", "§Combat 3"),
        ("§The structure of a turn", "§Turn"),
        ("recruit", "Acquisition"),
    ],
)
def test_a_citation_leads_to_its_entry(citation: str, key: str) -> None:
    entry = cited(citation)
    assert entry is not None and entry.key == key


def test_the_page_of_rulings_is_up_to_date() -> None:
    written = (ENGINE.parent.parent / "docs" / "rulings-dreams-of-dystopia.md").read_text("utf-8")
    assert written == page(), (
        "Regenerate it: python -m engine.kernel.law engine.dreams_of_dystopia.law > docs/rulings-dreams-of-dystopia.md"
    )


def test_citations_in_the_engine_exist() -> None:
    citations = {
        node.value
        for file in sorted(ENGINE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"DD[0-9]+|§[A-Z][a-z]+", node.value)
    }
    assert len(citations) > 30
    assert [one for one in sorted(citations) if cited(one) is None] == []


def test_everything_is_translated_into_spanish() -> None:
    check_spanish(LAW)


def test_a_rule_is_cited_by_its_name_in_spanish() -> None:
    spanish, cause_words = DYSTOPIA.translator(Locale.SPANISH), DYSTOPIA.cause_words
    assert spanish(cause_words("§Combat 3")) == "§Combate 3 Paso de Daño"
    assert spanish(cause_words("DD52")) == "DD52"
    assert spanish(cause_words("Rail Spear")) == spanish(cause_words("Rail Spear")) != "Rail Spear"


def test_the_words_of_a_card_are_found_in_its_text() -> None:
    found_terms = terms_in(["Defender.", "SUPPORT: +2 SKL, +1 ATK.", "Curse: 2."])
    assert [term.title for term in found_terms] == ["Defender", "SKL", "ATK", "Curse"]
