"""The rules in Spanish: complete, with the same citations, found by the names of both languages."""

from __future__ import annotations

import re
from importlib.resources import files
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from cards.i18n import Locale, translator
from engine.voidream.law import LAW, cited, entries, rulings, sections, terms

SPANISH = Locale.SPANISH
TITLES, NAMES = LAW.context, LAW.names


def texts() -> dict[tuple[str, str], str]:
    """Return everything to translate, by context and English text, with its entry."""
    by_key: dict[tuple[str, str], str] = {(NAMES, LAW.ruling): "R1"}
    for term in terms():
        by_key[TITLES, term.title] = term.title
        by_key["", term.text] = term.title
        if term.also:
            by_key[NAMES, ", ".join(term.also)] = term.title
    for section in sections():
        if section.whole != "§6" or section.is_whole:
            by_key[TITLES, section.name] = section.title
            by_key["", section.text] = section.title
            if section.also:
                by_key[NAMES, ", ".join(section.also)] = section.title
    for ruling in rulings():
        by_key[TITLES, ruling.title] = ruling.citation
        by_key[TITLES, ruling.group] = ruling.citation
        by_key["", ruling.text] = ruling.citation
    return by_key


def test_every_text_of_the_law_has_spanish() -> None:
    known = translator(SPANISH).texts
    assert [(context, of) for (context, text), of in texts().items() if (context, text) not in known] == []


def test_the_catalogue_contains_only_texts_of_the_law() -> None:
    expected = {*texts(), *((NAMES, term.title) for term in terms())}
    catalogue = read_po(BytesIO(files("cards.i18n").joinpath("es/rules.po").read_bytes()))
    assert [
        message.id
        for message in catalogue
        if message.id and (message.context or "", message.id) not in expected
    ] == []


@pytest.mark.parametrize("sign", [r"§\d", r"\bR\d+", r"[−+]?\d+", r"\([A!Y]\)", r"\b[XN]\b"])
def test_numbers_and_citations_are_the_same_in_both_languages(sign: str) -> None:
    known = translator(SPANISH).texts
    for (context, english), of in texts().items():
        if context != NAMES:
            [spanish] = known[context, english]
            assert sorted(re.findall(sign, spanish)) == sorted(re.findall(sign, english)), of


def test_entries_have_the_same_keys_and_lead_to_the_same_entries() -> None:
    for key, entry in entries(SPANISH).items():
        english = entries()[key]
        assert (entry.key, entry.where, entry.related) == (key, english.where, english.related)
        assert entry.text != english.text
        assert {*english.names} <= {*entry.names} and entry.names[0] == entry.heading


def test_citations_are_in_the_readers_language() -> None:
    evoke, ruling = cited("§6 Evoke", SPANISH), cited("R25", SPANISH)
    assert (
        evoke is not None and evoke.heading == "Evocar" and "evoca" in evoke.names and "Evoke" in evoke.names
    )
    assert ruling is not None and ruling.heading == "R25 Repartir el daño"
    assert cited("§9 Nothing", SPANISH) is None


def test_terms_are_in_the_order_of_their_own_alphabet() -> None:
    headings = [entry.heading for entry in list(entries(SPANISH).values())[: len(terms())]]
    assert (
        headings.index("Agotar") < headings.index("Alba") < headings.index("Única") < headings.index("Vacío")
    )
