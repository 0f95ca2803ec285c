"""The catalogue is complete: every message is in every language, once, with the same placeholders."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest
from babel.messages.catalog import Catalog

from cards.i18n import Locale, translator
from render.illustration.description import noun_of
from render.illustration.motifs import motifs
from tests.cards.i18n.catalogue import (
    HOUSE,
    OTHERS,
    Entry,
    Sentence,
    all_faults,
    entries,
    faults,
    plural_faults,
    sentences,
    sources,
    twice,
)

ALIKE: dict[Locale, frozenset[str]] = {
    Locale.SPANISH: frozenset(
        {
            *(
                "{things}",
                "{who}",
                "{who} {now}",
                "{who} {before} → {now}",
                "{who} {before} → {count}",
                "{who} {defence} DEF",
                "{n}",
                "{n} DEF.",
                "{cards}: {n}",
                "{told} ({before} → {now})",
                "{told}: {before} → {now}",
                "{told} ({scores})",
                "{shares}",
                "{what} {span}.",
                "{card}: {effect}",
                "{effect} ({cards})",
            ),
            *("{reason} ({rule})", "{about}. {text}", "{card}, {faction}", "{name}: {factions}. {standing}."),
            *(
                "{told}.",
                "{cause}: {told}",
                "{told} ({cause}).",
                "{told} ({parts})",
                "{told}: {outcome}",
                "{card}: {about}",
                "{told}: {conflict}",
                "{told}: {struck}",
                "{told}; {struck}",
            ),
            *(
                "{first}; {second}.",
                "{who} {total}",
                "{who} {total} = {parts}",
                "{part} {number}",
                "{card} ×{n}",
            ),
            *("{n} d", "{n} h", "{n} min", "no", "English", "Español", "{label} …", "{game}: {names}"),
            *("**{card}** – {detail}", "**{name}** – {summary}; {state}", "✓ **{name}**: {status}"),
            *("{name}: {step}", "{number}. {title}", "{n}. {order}", "**{who}** {after} ({by})"),
            *("- {name}: {tally}", "- {title}, {when}: **{result}**, {reason}"),
            *("No", "Neutral", "Fracta", "Subter Venellam", "DEF"),
            *("Nostalgia", "Ego", "Ego {n}", "{name}: {card}"),
        }
    )
}
"""Messages that are the same in another language."""
DATA = frozenset({"law names", "Dreamweavers law names", "Dystopia law names", "one kind"})
"""Contexts of the names of rules and of kinds of cards."""


SAID = Sentence("bot/a.py:1", "", "{who} plays {card}.", "", frozenset({"who", "card"}))
MANY = Sentence("bot/a.py:2", "", "{n} card", "{n} cards", frozenset({"n"}))
THERE = Entry("es/a.po:1", "", ("{who} plays {card}.",), ("{who} juega {card}.",))
CARDS = Entry("es/a.po:2", "", ("{n} card", "{n} cards"), ("{n} carta", "{n} cartas"))


def test_nothing_is_wrong_in_the_catalogue() -> None:
    assert all_faults() == []


@pytest.mark.parametrize(
    ("said", "there", "fault"),
    [
        (SAID, [], "bot/a.py:1: '{who} plays {card}.' is missing in “es”"),
        (SAID, [THERE, THERE], "es/a.po:1: '{who} plays {card}.' is there 2 times"),
        (SAID, [replace(THERE, is_fuzzy=True)], "es/a.po:1: '{who} plays {card}.' is not translated yet"),
        (SAID, [replace(THERE, forms=("",))], "es/a.po:1: '{who} plays {card}.' is not translated yet"),
        (
            SAID,
            [replace(THERE, forms=("{who} juega.",))],
            "es/a.po:1: '{who} juega.' fills in ['who'], and bot/a.py:1 ['card', 'who']",
        ),
        (
            MANY,
            [replace(CARDS, forms=("{n} carta",))],
            "es/a.po:2: '{n} card' needs a form for each of one, other",
        ),
        (
            MANY,
            [replace(CARDS, english=("{n} card", "{n} cardes"))],
            "es/a.po:2: the English forms are ('{n} card', '{n} cardes'), and in bot/a.py:2 ('{n} card', '{n} cards')",
        ),
        (
            replace(SAID, message="`{/help}` helps."),
            [replace(THERE, english=("`{/help}` helps.",), forms=("`{/help}` ayuda.",))],
            "bot/a.py:1: '`{/help}` helps.' names a command without `with_commands`",
        ),
    ],
)
def test_faults_are_reported_with_their_place(said: Sentence, there: list[Entry], fault: str) -> None:
    assert fault in list(faults(Locale.SPANISH, [said], there))
    assert list(faults(Locale.SPANISH, [SAID, MANY], [THERE, CARDS])) == []


def test_a_message_that_is_twice_in_a_file_is_named() -> None:
    text = 'msgid "Card"\nmsgstr "Carta"\n\nmsgid ""\n"Ca"\n"rd"\nmsgstr "Naipe"\n\nmsgctxt "x"\nmsgid "Card"\nmsgstr ""\n'
    assert list(twice("es/a.po", text)) == ["es/a.po: 'Card' is there 2 times"]


def test_a_file_with_another_rule_of_plurals_is_named() -> None:
    wrong = Catalog("fr")
    assert [one.partition(": ")[0] for one in plural_faults(Locale.SPANISH, "es/a.po", wrong)] == [
        "es/a.po:1"
    ]


@pytest.mark.parametrize("locale", OTHERS)
def test_other_languages_are_not_english(locale: Locale) -> None:
    known = translator(locale).texts
    alike = {one.message for one in sentences() if one.message in known.get((one.context, one.message), ())}
    assert alike == ALIKE[locale]


@pytest.mark.parametrize("locale", OTHERS)
def test_nothing_is_left_over(locale: Locale) -> None:
    """Every translated message is in the source, in the data, or in another text of the program."""
    known = {one.key for one in sentences()}
    written = _written()
    left = [
        (entry.where, entry.key)
        for entry in entries(locale)
        if entry.key not in known and entry.context not in DATA and entry.english[0] not in written
    ]
    assert left == []


@cache
def _written() -> frozenset[str]:
    """Return every text in the source and in the data."""
    texts: set[str] = set()
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts |= {node.value, node.value.capitalize()}
    for package in ("cards", "engine"):
        for file in sorted((HOUSE / package).rglob("*.toml")):
            texts |= set(_texts(tomllib.loads(file.read_text("utf-8"))))
    return frozenset(texts | {noun_of(motif).message for motif in motifs()})


def _texts(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
            yield data.strip()
        case dict():
            for name, value in cast("dict[str, Any]", data).items():
                yield name
                yield from _texts(value)
        case list():
            for value in cast("list[Any]", data):
                yield from _texts(value)
        case _:
            pass
