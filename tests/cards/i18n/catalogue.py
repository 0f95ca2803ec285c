"""The problems of the catalogue, each with its place. `python -m tests.cards.i18n.catalogue` prints them.

Sentences are found in the source, as `msg(…)`, `translator.msg(…)`, `msg_plural(…)`, `form(…)` and `beat(…)` with a
literal, and in files of lessons and help. Others are in other data (cards, decks, the law).
"""

from __future__ import annotations

import ast
import gettext
import re
import string
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import cast

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import cards
from cards.i18n import Locale
from cards.i18n.grammar import plural_categories, plural_form

HOUSE = Path(cards.__file__).parent.parent
PACKAGES = ("cards", "engine", "render", "bot")
OTHERS = [locale for locale in Locale if locale is not Locale.ENGLISH]
COUNTS = range(201)
"""Numbers for which a file's plural rule is compared with CLDR's."""

_SAYS = re.compile(r"\b(?:msg|msg_plural|form|beat)\(")
"""A module that calls none of these has no messages, so it isn't parsed."""


@dataclass(frozen=True)
class Sentence:
    """A message in the source; `values` are the names of its placeholders."""

    where: str
    context: str
    message: str
    many: str = ""
    values: frozenset[str] = frozenset()
    names_commands: bool = False
    """Whether its command keys are filled in (`with_commands`)."""

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.message


@dataclass(frozen=True)
class Entry:
    """A message in a file of the catalogue, with its English and its translated forms."""

    where: str
    context: str
    english: tuple[str, ...]
    forms: tuple[str, ...]
    is_fuzzy: bool = False

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.english[0]


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        for file in sorted((HOUSE / package).rglob("*.py")):
            if "cli" not in file.parts and HOUSE / "bot" / "local_discord" not in file.parents:
                yield file


@cache
def sentences() -> tuple[Sentence, ...]:
    """Return every message that is a literal in the source, or a text of a lesson or a help page."""
    texts = [one for file in sources() for one in _sentences_in(file)]
    for pattern in ("*/lessons/lessons.toml", "*/law/help.toml"):
        for file in sorted((HOUSE / "engine").glob(pattern)):
            data = tomllib.loads(file.read_text("utf-8"))
            texts += _texts_in(data, str(file.relative_to(HOUSE)), data.get("context", "lesson"))
    return tuple(texts)


_TEXTS = ("aim", "goal", "pity", "praise", "text", "title")
"""The keys of texts in files of lessons and help."""


def _texts_in(data: object, where: str, title_context: str) -> Iterator[Sentence]:
    """Yield the texts of a file's data. A help page names commands."""
    if isinstance(data, list):
        for each in cast("list[object]", data):
            yield from _texts_in(each, where, title_context)
    elif isinstance(data, dict):
        for key, value in cast("dict[str, object]", data).items():
            if isinstance(value, str) and key in _TEXTS:
                context = title_context if key == "title" else ""
                yield Sentence(
                    where, context, value, "", frozenset(filled(value)), where.endswith("help.toml")
                )
            else:
                yield from _texts_in(value, where, title_context)


def _sentences_in(file: Path) -> Iterator[Sentence]:
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
    filled_in = {
        id(node.args[0])
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "with_commands"
    }
    for node in nodes:
        if not isinstance(node, ast.Call) or (called := _called(node.func, imported)) is None:
            continue
        literals = [one.value for one in node.args if isinstance(one, ast.Constant)]
        if not literals or not isinstance(literals[0], str) or literals[0] != _first(node):
            continue
        values = frozenset(keyword.arg for keyword in node.keywords if keyword.arg)
        where = f"{file.relative_to(HOUSE)}:{node.lineno}"
        if called == "msg":
            context = str(literals[1]) if len(literals) > 1 else ""
            if len(literals) == len(node.args):
                yield Sentence(where, context, literals[0], "", values, id(node) in filled_in)
        elif called == "msg_plural":
            yield Sentence(where, "", literals[0], str(literals[1]), values | {"n"})
        elif called == "form":  # The values are exactly its placeholders: others are refused.
            yield Sentence(
                where, "", literals[0], "".join(map(str, literals[1:])), frozenset(filled(literals[0]))
            )
        elif called == "beat":
            for text in (str(one) for one in literals if one is not None):
                yield Sentence(where, "", text, "", frozenset(filled(text)))


def _called(function: ast.expr, imported: set[str]) -> str | None:
    if isinstance(function, ast.Attribute) and function.attr == "msg":
        return "msg"
    return function.id if isinstance(function, ast.Name) and function.id in imported else None


def _first(call: ast.Call) -> object:
    return call.args[0].value if isinstance(call.args[0], ast.Constant) else None


@cache
def files(locale: Locale) -> tuple[tuple[str, Catalog], ...]:
    """Return the files of a language, by path."""
    catalogues: list[tuple[str, Catalog]] = []
    for file in sorted(resources.files("cards.i18n").joinpath(locale.value).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".po"):
            with file.open("rb") as lines:
                catalogues.append((f"cards/i18n/{locale.value}/{file.name}", read_po(lines)))
    return tuple(catalogues)


@cache
def entries(locale: Locale) -> tuple[Entry, ...]:
    """Return every message of the catalogue in a language."""
    return tuple(
        Entry(
            f"{name}:{message.lineno}",
            message.context or "",
            (message.id,) if isinstance(message.id, str) else tuple(message.id),
            tuple(message.string)
            if isinstance(message.string, tuple | list)
            else (str(message.string or ""),),
            message.fuzzy,
        )
        for name, catalog in files(locale)
        for message in catalog
        if message.id
    )


def filled(text: str) -> set[str]:
    """Return the names of a text's placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def faults(locale: Locale, said: Iterable[Sentence], there: Iterable[Entry]) -> Iterator[str]:
    """Yield the problems of messages and their translations, each with its place."""
    known = {entry.key: entry for entry in there}
    for place, times in Counter(entry.key for entry in there).items():
        if times > 1:
            yield f"{known[place].where}: {place[1]!r} is there {times} times"
    for entry in there:
        if entry.is_fuzzy or not all(form.strip() for form in entry.forms):
            yield f"{entry.where}: {entry.english[0]!r} is not translated yet"
    for one in said:
        if "{/" in one.message and not one.names_commands:
            yield f"{one.where}: {one.message!r} names a command without `with_commands`"
        entry = known.get(one.key)
        if entry is None:
            yield f"{one.where}: {one.message!r} is missing in “{locale}”" + f" ({one.context})" * bool(
                one.context
            )
        else:
            yield from _faults_of(one, entry, locale)


def _faults_of(one: Sentence, entry: Entry, locale: Locale) -> Iterator[str]:
    english = (one.message, one.many) if one.many else (one.message,)
    if entry.english != english:
        yield f"{entry.where}: the English forms are {entry.english}, and in {one.where} {english}"
        return
    categories = plural_categories(locale) if one.many else ("other",)
    if len(entry.forms) != len(categories):
        yield f"{entry.where}: {one.message!r} needs a form for each of {', '.join(categories)}"
        return
    for place, form in enumerate(entry.forms):
        expected, placeholders = filled(english[min(place, len(english) - 1)]), filled(form)
        if one.many:
            expected, placeholders = expected | {"n"}, placeholders | {"n"}
        # {name} can replace {whose}, where both are given.
        if placeholders != expected and not (
            placeholders <= one.values and len(placeholders) == len(expected)
        ):
            yield f"{entry.where}: {form!r} fills in {sorted(placeholders)}, and {one.where} {sorted(expected)}"


def twice(name: str, text: str) -> Iterator[str]:
    """Yield the messages that a file contains twice: only the last one would count."""
    keys = Counter(
        (found[1], "".join(re.findall(r'"(.*)"', found[2])))
        for block in text.split("\n\n")
        if (found := re.search(r'^(?:msgctxt (".*")\n)?msgid ((?:".*"\n?)+)', block, re.MULTILINE))
    )
    yield from (
        f"{name}: {message!r} is there {times} times" for (_, message), times in keys.items() if times > 1
    )


def plural_faults(locale: Locale, name: str, catalog: Catalog) -> Iterator[str]:
    """Yield the differences between a file's plural rule and CLDR's."""
    rule = gettext.c2py(catalog.plural_expr)  # type: ignore[attr-defined]
    if catalog.num_plurals != len(plural_categories(locale)) or any(
        rule(n) != plural_form(locale, n) for n in COUNTS
    ):
        yield f"{name}:1: Plural-Forms is {catalog.plural_forms!r}, other than CLDR's rule of “{locale}”"


def all_faults() -> list[str]:
    """Return all problems in every language."""
    return [
        fault
        for locale in OTHERS
        for fault in (
            *faults(locale, sentences(), entries(locale)),
            *(one for name, catalog in files(locale) for one in plural_faults(locale, name, catalog)),
            *(one for name, _ in files(locale) for one in twice(name, (HOUSE / name).read_text("utf-8"))),
        )
    ]


if __name__ == "__main__":
    wrong = all_faults()
    print("\n".join(wrong) or f"{len(sentences())} messages are translated.")  # noqa: T201
    sys.exit(1 if wrong else 0)
