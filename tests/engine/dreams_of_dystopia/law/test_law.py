"""Looking things up: everything that is named leads somewhere, and what the engine cites can be read, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import engine.dreams_of_dystopia
from cards.i18n import Locale, translator
from engine.dreams_of_dystopia.law import LAW, cited, entries, page, rulings, sections, terms, terms_in
from engine.dreams_of_dystopia.wording.citations import cause_words
from engine.dreams_of_dystopia.wording.translators import dystopia_translator

ENGINE = Path(engine.dreams_of_dystopia.__file__).parent
NOT_USED = {87, 88, 89}


def test_what_an_entry_names_can_be_read() -> None:
    known = entries()
    for entry in known.values():
        for key in (*entry.related, *entry.where):
            assert key in known and key != entry.key, f"{entry.key} leads to {key}"


def test_rulings_are_numbered_without_a_gap_and_name_sections() -> None:
    numbers = [ruling.number for ruling in rulings()]
    assert numbers == [number for number in range(1, numbers[-1] + 1) if number not in NOT_USED]
    titles = {section.title for section in sections()}
    assert all(set(ruling.sections) <= titles for ruling in rulings())


def test_terms_come_in_the_order_of_the_alphabet() -> None:
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
    found = cited(citation)
    assert found is not None and found.key == key


def test_the_page_of_rulings_is_up_to_date() -> None:
    written = (ENGINE.parent.parent / "docs" / "rulings-dreams-of-dystopia.md").read_text("utf-8")
    assert written == page(), (
        "Renew it: python -m engine.kernel.law engine.dreams_of_dystopia.law > docs/rulings-dreams-of-dystopia.md"
    )


def test_what_the_engine_cites_can_be_read() -> None:
    found = {
        node.value
        for file in sorted(ENGINE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"DD[0-9]+|§[A-Z][a-z]+", node.value)
    }
    assert len(found) > 30
    assert [one for one in sorted(found) if cited(one) is None] == []


def test_all_of_it_is_there_in_spanish() -> None:
    texts = translator(Locale.SPANISH).texts
    for name in (*(s.name for s in sections()), *(r.title for r in rulings()), *(t.title for t in terms())):
        assert (LAW.context, name) in texts, name
    for text in (*(s.text for s in sections()), *(r.text for r in rulings()), *(t.text for t in terms())):
        assert ("", text) in texts, text
    assert all((LAW.names, ", ".join(term.also)) in texts for term in terms() if term.also)
    assert entries(Locale.SPANISH).keys() == entries().keys()


def test_a_rule_is_cited_by_its_name_in_spanish() -> None:
    spanish = dystopia_translator(Locale.SPANISH)
    assert spanish(cause_words("§Combat 3")) == "§Combate 3 Paso de Daño"
    assert spanish(cause_words("DD52")) == "DD52"
    assert spanish(cause_words("Rail Spear")) == spanish(cause_words("Rail Spear")) != "Rail Spear"


def test_the_words_of_a_card_are_found_in_its_text() -> None:
    found = terms_in(["Defender.", "SUPPORT: +2 SKL, +1 ATK.", "Curse: 2."])
    assert [term.title for term in found] == ["Defender", "SKL", "ATK", "Curse"]
