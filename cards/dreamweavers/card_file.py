"""One card file: a notion, with its cover and its cards, and the place in it of everything that may be wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from cards.dreamweavers.card_schema import read_cover, read_source
from cards.dreamweavers.language.lines import Text
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import Card, Cover
from cards.language.errors import CardError, Problem, Where
from cards.shapes import Places
from cards.toml_files import line_of, of_the_file, read_toml

_CARD = "[[cards]]"
_COVER = "[cover]"
_KEYS = ('"about"', _COVER, _CARD)


class NotionFile(msgspec.Struct, frozen=True):
    """What stands in one card file: a cover, and cards, each with its places."""

    notion: Notion
    cover: Cover | None
    cards: tuple[tuple[Card, Places], ...]


def read_card_file(path: Path | Traversable) -> tuple[NotionFile | None, list[Problem]]:
    """What a file of one notion holds, as far as it can be read, and every mistake in the file."""
    notions = {notion.lower(): notion for notion in Notion}
    notion = notions.get(path.name.removesuffix(".toml"))
    if notion is None:
        near = get_close_matches(path.name.removesuffix(".toml"), notions, 1)
        message = "A card file is called by its notion, such as rage.toml."
        suggestion = f"{near[0]}.toml" if near else ""
        return None, [Problem(Where(path.name, line=0), message, path.name, suggestion=suggestion)]
    try:
        text, document = read_toml(path, _CARD)
    except CardError as error:
        return None, list(error.problems)
    return _contents(path.name, text, document, notion)


def _contents(
    name: str, text: str, document: dict[str, Any], notion: Notion
) -> tuple[NotionFile, list[Problem]]:
    problems: list[Problem] = []
    for key in document.keys() - {"about", "cover", "cards"}:
        near = get_close_matches(key, ("about", "cover", "cards"), 1)
        message = f'The file of a notion has no "{key}".'
        suggestion = f'"{near[0]}"' if near else ""
        problems.append(Problem(line_of(name, text, key), message, key, _KEYS, suggestion))
    places = _places(name, text)
    cover = None
    table: object = document.get("cover")
    if isinstance(table, dict):
        here = places[""][0] | (places.get("cover") or [{"": Where(name, line=0)}])[0]
        about = {"about": document["about"]} if "about" in document else {}
        try:
            written = {**about, **cast("dict[str, Any]", table)}
            cover = read_cover(written, here, notion=notion)
            problems += _reworded(written, cover.text, Places(here, ""))
        except CardError as error:
            problems += error.problems
    else:
        message = "A notion has one cover, which begins with [cover]."
        problems.append(Problem(line_of(name, text, "cover"), message, expected=(_COVER,)))
    tables: object = document.get("cards", [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in cast("list[object]", tables)):
        message = "Each card begins with [[cards]], in two pairs of brackets."
        return NotionFile(notion, cover, ()), [
            *problems,
            Problem(line_of(name, text, "cards"), message, "cards", (_CARD,)),
        ]
    if not tables:
        problems.append(of_the_file(name, "There is no card in this file.", (_CARD,)))
    cards: list[tuple[Card, Places]] = []
    for index, table in enumerate(cast("list[dict[str, Any]]", tables)):
        title: object = table.get("title", "")
        known = places.get("cards", [])[index : index + 1] or [{"": Where(name, line=0)}]
        called = title if isinstance(title, str) else ""
        here = {key: replace(where, card=called) for key, where in known[0].items()}
        try:
            card = read_source(table, here, notion=notion)
            problems += _reworded(table, card.text, Places(here, called))
            cards.append((card, Places(here, called)))
        except CardError as error:
            problems += error.problems
    return NotionFile(notion, cover, tuple(cards)), problems


def _reworded(table: Mapping[str, Any], text: Text, places: Places) -> Iterator[Problem]:
    """Lines that say what they mean in other words than cards do."""
    for index, (line, ability) in enumerate(zip(table.get("text", ()), text, strict=True)):
        printed = print_ability(ability)
        if line != printed:
            yield Problem(places.entry("text", index), f"On a card, this is written: {printed}", line)


# ----------------------------------------------------------------------------------------------------------- places

_WORD = re.compile(
    r'"""(?:\\.|[^"\\]|"(?!""))*+"{0,5}'  # strings of several lines, which all end: the file has been read
    r"|'''(?:[^']|'(?!''))*+'{0,5}"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*"
    r"|[\[\]{}=,\n]"
    r"""|[^\s\[\]{}=,"'\#]+""",
    re.DOTALL,
)


def _words(name: str, text: str) -> Iterator[tuple[str, Where]]:
    """What stands in a TOML file, comments left out: each with its place, that of a text within its quotation marks."""
    line, start, seen = 1, 0, 0
    for match in _WORD.finditer(text):
        begin = match.start()
        newlines = text.count("\n", seen, begin)
        if newlines:
            line, start = line + newlines, text.rfind("\n", seen, begin) + 1
        seen = begin
        word = match[0]
        if word.startswith("#"):
            continue
        quotes = 0 if word[0] not in "\"'" else 3 if word[:3] in ('"""', "'''") else 1
        where = Where(name, line=line, column=begin - start + 1 + quotes, one_line=quotes == 1)
        yield word, replace(where, line=line + 1, column=1) if word[3:4] == "\n" else where


def _places(name: str, text: str) -> dict[str, list[dict[str, Where]]]:
    """By name, "" being what stands before all of them, the places of each table of a valid TOML file.

    Under "" a table itself, under a key its value, under "=key" the key, under "key.0" the first entry of its list.
    """
    tables: dict[str, list[dict[str, Where]]] = {"": [{}]}
    here = tables[""][0]
    statement: list[tuple[str, Where]] = []
    depth = 0
    for word, where in (*_words(name, text), ("\n", Where())):
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if word != "\n":
            statement.append((word, where))
        elif statement and not depth:
            first, where = statement[0]
            if first == "[":
                here = {"": where}
                named = "".join(part.strip("\"'") for part, _ in statement if part not in ("[", "]"))
                tables.setdefault(named, []).append(here)
            else:
                here |= _places_of(statement)
            statement = []
    return tables


def _places_of(statement: list[tuple[str, Where]]) -> dict[str, Where]:
    """The places of a key, its value, and the entries of that, in a line such as `text = ["…", "…"]`."""
    (word, where), _, *value = statement
    key = word.strip("\"'")
    places = {f"={key}": where, key: replace(value[0][1], key=key)}
    entries = (at for entry, at in value[1:] if entry not in ("[", "]", "{", "}", ",", "="))
    return places | {f"{key}.{index}": replace(at, key=key) for index, at in enumerate(entries)}
