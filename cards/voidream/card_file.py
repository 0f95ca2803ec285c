"""One card file: TOML, and the place in it of everything that may be wrong with its cards."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from cards.language.errors import CardError, Problem, Where
from cards.voidream.card_schema import read_source
from cards.voidream.model import Card

_CARD = "[[card]]"


Places = Mapping[str, Where]
"""Where things stand in a file: under "" a card, under a key of the card its value, under "=key" the key itself."""


def read_card_file(path: Path | Traversable) -> tuple[list[tuple[Card, Places]], list[Problem]]:
    """The cards of a file, each with its places, and every mistake in the file."""
    name = path.name
    try:
        data = path.read_bytes()
    except OSError as error:
        return [], [_whole(name, f"This file can't be read: {error.strerror or 'unknown reason'}.")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"This file can't be read: it is not UTF-8 text (byte {data[error.start]:#04x})."
        return [], [Problem(Where(name, line=line, column=column), message)]
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return [], [_toml_problem(name, text, error)]
    return _cards(name, text, document)


def _cards(name: str, text: str, document: dict[str, Any]) -> tuple[list[tuple[Card, Places]], list[Problem]]:
    problems: list[Problem] = []
    for key in document:
        if key != "card":
            near = f'"{_CARD}"' if get_close_matches(key, ["card"], 1) else ""
            message = f'A card file holds [[card]] tables only, not "{key}".'
            problems.append(Problem(_line_of(name, text, key), message, key, (_CARD,), near))
    tables: object = document.get("card", [])
    if not isinstance(tables, list) or not all(
        isinstance(table, dict) for table in cast("list[object]", tables)
    ):
        message = "Each card begins with [[card]], in two pairs of brackets."
        return [], [*problems, Problem(_line_of(name, text, "card"), message, "card", (_CARD,))]
    if not tables and not problems:
        problems.append(_whole(name, "There is no card in this file.", (_CARD,)))
    cards: list[tuple[Card, Places]] = []
    places = _places(name, text)
    for index, table in enumerate(cast("list[dict[str, Any]]", tables)):
        title: object = table.get("title", "")
        known = places[index] if index < len(places) else {"": Where(name, line=0)}
        here = {
            key: replace(where, card=title if isinstance(title, str) else "") for key, where in known.items()
        }
        try:
            cards.append((read_source(table, here), here))
        except CardError as error:
            problems += error.problems
    return cards, problems


def _whole(name: str, message: str, expected: tuple[str, ...] = ()) -> Problem:
    return Problem(Where(name, line=0), message, expected=expected)


def _line_of(name: str, text: str, key: str) -> Where:
    """Where a key, or the head of a table, stands that has no place in a card file."""
    head = re.compile(rf"""\s*+(?:\[\[?\s*+)?["']?{re.escape(key)}\b""")
    for number, line in enumerate(text.splitlines(), start=1):
        if head.match(line):
            return Where(name, line=number, column=len(line) - len(line.lstrip()) + 1)
    return Where(name, line=0)


# ------------------------------------------------------------------------------------------------- what is not TOML

_POSITION = re.compile(r"(.*) \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)", re.DOTALL)
_CURLY = "“”„‟″«»‘’"

_IN_OUR_WORDS = {
    "Illegal character '\\n'": 'The text in quotation marks does not end on its line: a " is missing. '
    'Texts of several lines stand between """ and """.',
    "Illegal character '\\x00'": "There is a NUL character, which no text has.",
    "Invalid value": 'After "=" must come a text in quotation marks, a number, true or false.',
    "Expected '=' after a key in a key/value pair": 'After a key must come "=".',
    "Cannot overwrite a value": "This key stands a second time on its card.",
    "Invalid statement": 'A line is a key with its value (title = "…"), "[[card]]", or a comment (# …).',
    "Unescaped '\\' in a string": 'In quotation marks, a backslash is written twice: "\\\\".',
    "Expected newline or end of document after a statement": "Here the line must end: a line holds one key and its value.",
}


def _toml_problem(name: str, text: str, error: Exception) -> Problem:
    """What the TOML reader says, in the words of somebody who writes cards."""
    if isinstance(error, RecursionError):
        return _whole(name, "This is not TOML: brackets are nested too deep.")
    match = _POSITION.fullmatch(str(error))
    if match is None:
        return _whole(name, "This is not TOML: a number has too many digits.")
    if match[2] is None:
        return _unending(name, text, match[1])
    line, column = int(match[2]), int(match[3])
    written = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
    found = written[column - 1 : column]
    said = _IN_OUR_WORDS.get(match[1], f"{match[1]}.")
    if found and found in _CURLY:
        said = 'Texts stand in straight quotation marks ("…"), not in curly ones.'
    elif match[1] == "Cannot overwrite a value" and (key := _KEY.match(written)):
        column, said = key.start(1) + 1, f'The key "{key[1]}" stands a second time on its card.'
    return Problem(Where(name, line=line, column=column), f"This is not TOML: {said}", found.strip())


def _unending(name: str, text: str, said: str) -> Problem:
    """What has no end before the end of the file does."""
    begun = Where(name, line=0)
    quotes = ""
    for number, line in enumerate(text.splitlines(), start=1):
        for mark in re.finditer(r'"""|' + "'''", line):
            if not quotes:
                quotes, begun = mark[0], Where(name, line=number, column=mark.start() + 1)
            elif mark[0] == quotes:
                quotes = ""
    if quotes:
        return Problem(
            begun, f"This is not TOML: the text that begins here with {quotes} never ends.", quotes
        )
    return _whole(name, f"This is not TOML: {said}, at the end of the file.")


# ----------------------------------------------------------------------------------------------------------- places

_HEAD = re.compile(r"""\s*\[\[\s*["']?card["']?\s*\]\]""")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=\s*""")


def _places(name: str, text: str) -> list[dict[str, Where]]:
    """The places of each [[card]] of a file."""
    places: list[dict[str, Where]] = []
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if closing:
            if closing in line:
                closing = ""
        elif _HEAD.match(line):
            places.append({"": Where(name, line=number)})
        elif places and (match := _KEY.match(line)):
            key, begin, value = match[1], match.end(), line[match.end() :]
            quotes = (
                value[:3] if value[:3] in ('"""', "'''") else value[:1] if value[:1] in ('"', "'") else ""
            )
            places[-1][f"={key}"] = Where(name, "", key, number, match.start(1) + 1)
            one_line = len(quotes) == 1
            places[-1][key] = Where(name, "", key, number, begin + len(quotes) + 1, one_line)
            if len(quotes) == 3 and quotes not in value[3:]:
                closing = quotes
                if value == quotes:
                    places[-1][key] = Where(name, "", key, number + 1, 1)
    return places
