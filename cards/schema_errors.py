"""Errors in the keys, numbers and titles of a card file, in an author's words, with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar, cast

from msgspec.structs import replace
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from cards.language.errors import CardError, Problem, Where

A = TypeVar("A")


class ValuePlaces:
    """The known places of a card's values by key, and of the keys themselves by "=key"."""

    def __init__(self, places: Mapping[str, Where], title: str) -> None:
        """Create it from places by key, by "=key", and by "" for the card as a whole."""
        self._places = places
        self._card = places.get("", Where(card=title))

    def __getitem__(self, key: str) -> Where:
        return self._places.get(key) or Where(
            self._card.file, self._card.card, key, self._card.line, self._card.column
        )

    def key(self, key: str) -> Where:
        """Return the place of a key, not of its value."""
        return self._places.get(f"={key}") or self[key]

    def entry(self, key: str, index: int | str) -> Where:
        """Return the place of a list's entry, counted from 0; that of the list if it is unknown."""
        return self._places.get(f"{key}.{index}") or self[key]


_MESSAGES = {
    "missing": "Every card needs {key}.",
    "literal_error": "{key} can't be {found}.",
    "string_type": "{key} must be text in quotation marks.",
    "int_type": "{key} must be a whole number, not {found}.",
    "int_from_float": "{key} must be a whole number, not {found}.",
    "bool_type": "{key} must be true or false.",
    "list_type": "{key} must be a list in brackets.",
    "greater_than_equal": "{key} must be {ge} or more, not {found}.",
    "less_than_equal": "{key} must be {le} or less, not {found}.",
    "string_too_short": "{key} must not be empty.",
    "string_too_long": "{key} has more than {max_length} characters.",
}


PATTERNS: Mapping[str, str] = {
    "title": "A title is one line without quotation marks.",
    "text": "Each line of a text stands in quotation marks of its own.",
    "flavour": "Flavour is one line.",
    "art": "A recipe is one line of plain words.",
}
"""The required forms of the values of common keys."""


def problems_of(
    error: ValidationError, places: ValuePlaces, keys: Mapping[str, str], patterns: Mapping[str, str]
) -> list[Problem]:
    """Return pydantic's errors about a card, in an author's words.

    `keys` has the key in a file for each field of the card's model. `patterns` has the message for a value that doesn't
    match its pattern, by key.
    """
    return [_problem(details, places, keys, patterns) for details in error.errors()]


def title_problems(title: str, places: ValuePlaces) -> Iterator[Problem]:
    """Yield the mistakes in a title, which must be one line of text."""
    if title != " ".join(title.split()) or not title.isprintable():
        message = "A title has no invisible characters, and no spaces at its ends or beside each other."
        yield Problem(places["title"], message, title)


def read_lines(
    lines: Sequence[str], places: ValuePlaces, read: Callable[[str], A]
) -> tuple[tuple[A, ...], list[Problem]]:
    """Return the lines of a text that `read` can read, and the mistakes in the others."""
    text: list[A] = []
    problems: list[Problem] = []
    for index, line in enumerate(lines):
        try:
            text.append(read(line))
        except CardError as error:
            where = places.entry("text", index)
            problems += [replace(one, where=where.at(1, one.where.column)) for one in error.problems]
    return tuple(text), problems


def reworded(
    table: Mapping[str, object], text: Sequence[A], places: ValuePlaces, printed: Callable[[A], str]
) -> Iterator[Problem]:
    """Yield a mistake for each line that isn't in the canonical wording.

    Only for card files: cards stored with a match stay readable when the canonical wording changes.
    """
    lines = cast("Sequence[str]", table.get("text", ()))
    for index, (line, ability) in enumerate(zip(lines, text, strict=True)):
        if line != printed(ability):
            message = f"On a card, this is written: {printed(ability)}"
            yield Problem(places.entry("text", index), message, line)


def _problem(
    details: ErrorDetails, places: ValuePlaces, keys: Mapping[str, str], patterns: Mapping[str, str]
) -> Problem:
    path = [str(part) for part in details["loc"]] or [""]
    key = keys.get(path[0], path[0])
    found: object = details["input"]
    where = places.entry(key, path[1]) if path[1:] else places[key]
    if details["type"] == "extra_forbidden":
        near = get_close_matches(key, keys.values(), 1)
        suggestion = f'"{near[0]}"' if near else ""
        return Problem(
            places.key(key),
            f'No card has "{key}".',
            key,
            tuple(f'"{known}"' for known in keys.values()),
            suggestion,
        )
    if details["type"] == "string_pattern_mismatch":
        return Problem(where, patterns[key], str(found))
    context = details.get("ctx", {})
    template = _MESSAGES.get(details["type"], details["msg"].replace("{", "").replace("}", ""))
    message = template.format(key=f'"{key}"', found=f'"{found}"', **context)
    known: tuple[str, ...] = ()
    if details["type"] == "literal_error":
        known = tuple(re.findall(r"'([^']+)'", str(context.get("expected", ""))))
    near = get_close_matches(str(found), known, 1)
    suggestion = f'"{near[0]}"' if near else ""
    return Problem(where, message, str(found), tuple(f'"{word}"' for word in known), suggestion)
