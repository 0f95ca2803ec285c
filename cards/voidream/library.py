"""All the cards there are, by title, and the reading of card files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from cards.collector import collector_paused
from cards.voidream.language.errors import CardError, Problem, Where
from cards.voidream.model import Card
from cards.voidream.source import read_source


@dataclass(frozen=True, slots=True)
class Library:
    """Cards by title, in the order in which their files hold them."""

    cards: Mapping[str, Card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, title: str) -> bool:
        return title in self.cards

    def find(self, title: str) -> Card:
        """The card of this title. Raises UnknownCard, with the nearest title, if there is none."""
        card = self.cards.get(title)
        if card is None:
            raise UnknownCard(title, self.cards)
        return card


class UnknownCard(LookupError):
    """There is no card of this title. `suggestion` is the nearest title, or None."""

    def __init__(self, title: str, known: Iterable[str]) -> None:
        by_small_letters = {name.casefold(): name for name in known}
        near = get_close_matches(title.casefold(), by_small_letters, 1)
        self.title = title
        self.suggestion = by_small_letters[near[0]] if near else None
        advice = f' Did you mean "{self.suggestion}"?' if self.suggestion else ""
        super().__init__(f'There is no card called "{title}".{advice}')


def library_of(cards: Iterable[Card]) -> Library:
    """A library of these cards; of two with the same title, the later one."""
    return Library(MappingProxyType({card.title: card for card in cards}))


def read_files(paths: Iterable[Path | Traversable]) -> Library:
    """The cards of these TOML files. Raises CardError with every mistake in any of them."""
    cards, problems = _read(paths)
    if problems:
        raise CardError(problems)
    return library_of(cards)


def check_files(paths: Iterable[Path | Traversable]) -> list[Problem]:
    """Every mistake in these card files, in reading order; an empty list if there is none."""
    return _read(paths)[1]


@cache
def the_set() -> Library:
    """The cards that come with the game."""
    return read_files(set_files())


def set_files() -> list[Traversable]:
    """The card files that come with the game, by name."""
    folder = files("cards.voidream").joinpath("data")
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )


@collector_paused()
def _read(paths: Iterable[Path | Traversable]) -> tuple[list[Card], list[Problem]]:
    read: list[tuple[Card, Where]] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            problems.append(Problem(Where(path.name, line=0), f"This file can't be read: {_reason(error)}."))
            continue
        cards, wrong = _read_file(path.name, text)
        read += cards
        problems += wrong
    titles: set[str] = set()
    majors = {card.title for card, _ in read if card.major}
    for card, where in read:
        if card.title in titles:
            problems.append(Problem(where, "Another card has this title already.", card.title))
        titles.add(card.title)
        if card.back and card.back.major not in majors:
            near = get_close_matches(card.back.major, majors, 1)
            message = f'There is no major arcanum called "{card.back.major}".'
            problems.append(
                Problem(where, message, card.back.major, suggestion=f'"{near[0]}"' if near else "")
            )
    return [card for card, _ in read], problems


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (
        "it is not UTF-8 text"
        if isinstance(error, UnicodeDecodeError)
        else (error.strerror or "unknown reason")
    )


def _read_file(name: str, text: str) -> tuple[list[tuple[Card, Where]], list[Problem]]:
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return [], [_toml_problem(name, str(error))]
    cards: list[tuple[Card, Where]] = []
    problems = [
        Problem(
            Where(name, line=0), f'A card file holds [[card]] tables only, not "{key}".', key, ("[[card]]",)
        )
        for key in document
        if key != "card"
    ]
    tables: object = document.get("card", [])
    if not isinstance(tables, list) or not all(
        isinstance(table, dict) for table in cast("list[object]", tables)
    ):
        return [], [
            Problem(Where(name, line=0), 'Each card begins with "[[card]]".', "[card]", ("[[card]]",))
        ]
    places = _places(name, text)
    for index, table in enumerate(cast("list[dict[str, Any]]", tables)):
        title = str(table.get("title", ""))
        known = places[index] if index < len(places) else {"": Where(name, line=0)}
        here = {key: replace(where, card=title) for key, where in known.items()}
        try:
            cards.append((read_source(table, here), here[""]))
        except CardError as error:
            problems += error.problems
    return cards, problems


_TOML_POSITION = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def _toml_problem(name: str, message: str) -> Problem:
    match = _TOML_POSITION.fullmatch(message)
    if match is None or match[2] is None:
        return Problem(
            Where(name, line=0),
            f"This is not TOML: {match[1] if match else message}, at the end of the file.",
        )
    return Problem(Where(name, line=int(match[2]), column=int(match[3])), f"This is not TOML: {match[1]}.")


_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=\s*""")


def _places(name: str, text: str) -> list[dict[str, Where]]:
    """For each [[card]] of a file, the place at which each key's value begins, and under "" that of the card."""
    places: list[dict[str, Where]] = []
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if closing:
            if closing in line:
                closing = ""
        elif line.strip().startswith("[[card]]"):
            places.append({"": Where(name, line=number)})
        elif places and (match := _KEY.match(line)):
            key, begin, value = match[1], match.end(), line[match.end() :]
            quotes = (
                value[:3] if value[:3] in ('"""', "'''") else value[:1] if value[:1] in ('"', "'") else ""
            )
            places[-1][key] = Where(name, "", key, number, begin + len(quotes) + 1)
            if len(quotes) == 3 and quotes not in value[3:]:
                closing = quotes
                if value == quotes:
                    places[-1][key] = Where(name, "", key, number + 1, 1)
    return places
