"""The catalogue is whole: whatever is said anywhere is there in every language, once, with the same things filled in.

Sentences are found where they are said, as `msg(…)`, `msg_plural(…)`, `form(…)` and `beat(…)` with a literal. What is not
said like that stands in data (cards, decks, the law) or in the structs of the bot's texts, which have tests of their own as well.
"""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

import pytest
from babel.messages.catalog import Message as CatalogEntry
from babel.messages.pofile import read_po

import cards
from cards.i18n import Locale, translator
from render.illustration.description import noun_of
from render.illustration.motifs import motifs

HOUSE = Path(cards.__file__).parent.parent
PACKAGES = ("cards", "engine", "render", "bot")
OTHERS = [locale for locale in Locale if locale is not Locale.ENGLISH]

ALIKE: dict[Locale, frozenset[str]] = {
    Locale.SPANISH: frozenset(
        {
            *(
                "{things}",
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
            *("No", "Neutral", "Fracta", "Subter Venellam", "DEF"),
            *("Nostalgia", "Ego", "Ego {n}", "{name}: {card}"),
        }
    )
}
"""Sentences that are the same in another language."""


@dataclass(frozen=True)
class Said:
    """A sentence where it is said."""

    where: str
    context: str
    message: str
    many: str
    values: frozenset[str]
    """What can be filled in."""


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        for file in sorted((HOUSE / package).rglob("*.py")):
            if "cli" not in file.parts and HOUSE / "bot" / "local_discord" not in file.parents:
                yield file


_SAYS = re.compile(r"\b(?:msg|msg_plural|form|beat)\(")
"""Without a call of one of these a module says nothing: most of them need not be parsed."""


@cache
def said() -> tuple[Said, ...]:
    """Return every sentence that is said with a literal."""
    return tuple(one for file in sources() for one in _said_in(file))


def _said_in(file: Path) -> Iterator[Said]:
    source = file.read_text("utf-8")
    if not _SAYS.search(source):
        return
    nodes = list(ast.walk(ast.parse(source)))
    imported = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in ("cards.i18n", "engine.kernel.events.entries")
        for alias in node.names
    }
    for node in nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in imported):
            continue
        literals = [one.value for one in node.args if isinstance(one, ast.Constant)]
        if not literals or not isinstance(literals[0], str) or literals[0] != _first(node):
            continue
        values = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
        where = f"{file.relative_to(HOUSE)}:{node.lineno}"
        if node.func.id == "msg":
            context = str(literals[1]) if len(literals) > 1 else ""
            if len(literals) == len(node.args):
                yield Said(where, context, literals[0], "", values)
        elif node.func.id == "msg_plural":
            yield Said(where, "", literals[0], str(literals[1]), values | {"n"})
        elif (
            node.func.id == "form"
        ):  # What is filled in is what it has slots for: a game with other slots is refused.
            yield Said(
                where, "", literals[0], "".join(map(str, literals[1:])), frozenset(filled(literals[0]))
            )
        elif node.func.id == "beat":
            for text in (str(one) for one in literals if one is not None):
                yield Said(where, "", text, "", frozenset(filled(text)))


def _first(call: ast.Call) -> object:
    return call.args[0].value if isinstance(call.args[0], ast.Constant) else None


@cache
def entries(locale: Locale) -> tuple[tuple[str, CatalogEntry], ...]:
    """Return what the catalogue has, with the file where it stands."""
    found: list[tuple[str, CatalogEntry]] = []
    for file in resources.files("cards.i18n").joinpath(locale.value).iterdir():
        if file.name.endswith(".po"):
            with file.open("rb") as lines:
                found += [(file.name, message) for message in read_po(lines) if message.id]
    return tuple(found)


def key(message: CatalogEntry) -> tuple[str, str]:
    return message.context or "", message.id if isinstance(message.id, str) else message.id[0]


def forms(message: CatalogEntry) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (str(message.string or ""),)


def filled(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("locale", OTHERS)
def test_everything_that_is_said_is_there(locale: Locale) -> None:
    known = translator(locale).texts
    assert [one for one in said() if (one.context, one.message) not in known] == []


@pytest.mark.parametrize("locale", OTHERS)
def test_everything_is_there_in_words_and_in_one_way(locale: Locale) -> None:
    ways = {(key(message), forms(message)) for _, message in entries(locale)}
    times = Counter(one for one, _ in ways)
    assert [one for one, number in times.items() if number > 1] == []
    assert [key(m) for _, m in entries(locale) if m.fuzzy or not all(form.strip() for form in forms(m))] == []


@pytest.mark.parametrize("locale", OTHERS)
def test_what_is_said_of_one_and_of_many_has_both_forms(locale: Locale) -> None:
    known = {key(message): message for _, message in entries(locale)}
    for one in said():
        message = known.get((one.context, one.message))
        if message is None:
            continue
        if one.many:
            assert not isinstance(message.id, str), one
            assert message.id[1] == one.many, one
            assert len(forms(message)) == 2, one
        else:
            assert isinstance(message.id, str), one


@pytest.mark.parametrize("locale", OTHERS)
def test_the_same_things_are_filled_in(locale: Locale) -> None:
    """As many as in English, of what there is to be filled in: {name} can stand for {whose}, where both are given."""
    known = translator(locale).texts
    for one in said():
        english = (one.message, one.many) if one.many else (one.message,)
        for form, message in zip(known.get((one.context, one.message), english), english, strict=True):
            wanted, there = filled(message), filled(form)
            if one.many:
                wanted, there = wanted | {"n"}, there | {"n"}
            assert there == wanted or (there <= one.values and len(there) == len(wanted)), one


@pytest.mark.parametrize("locale", OTHERS)
def test_other_languages_are_not_english(locale: Locale) -> None:
    known = translator(locale).texts
    alike = {one.message for one in said() if one.message in known.get((one.context, one.message), ())}
    assert alike == ALIKE[locale]


@pytest.mark.parametrize("locale", OTHERS)
def test_nothing_is_left_over(locale: Locale) -> None:
    """Whatever has a translation is said somewhere, or written in the data or in a text of the program.

    The bot's structs of texts and what cards are called by their kind have tests of their own.
    """
    known = {(one.context, one.message) for one in said()}
    written = _written()
    left = [
        (file, key(message))
        for file, message in entries(locale)
        if key(message) not in known and not _is_data(message) and key(message)[1] not in written
    ]
    assert left == []


def _is_data(message: CatalogEntry) -> bool:
    context = message.context or ""
    return context in (
        "law names",
        "Dreamweavers law names",
        "Dystopia law names",
        "one kind",
    ) or context.partition(".")[0].endswith("Texts")


@cache
def _written() -> frozenset[str]:
    """Return every text in the source and in the data."""
    found: set[str] = set()
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {node.value, node.value.capitalize()}
    for package in ("cards", "engine"):
        for file in sorted((HOUSE / package).rglob("*.toml")):
            found |= set(_texts(tomllib.loads(file.read_text("utf-8"))))
    return frozenset(found | {noun_of(motif).message for motif in motifs()})


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
