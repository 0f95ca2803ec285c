"""One card file in TOML, with the place of every possible mistake in its cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec.structs import replace

from cards.card_library import tables_of_cards
from cards.language.errors import CardError, Problem, Where
from cards.toml_files import KEY, line_of, read_toml
from cards.voidream.card_schema import read_source
from cards.voidream.model import Card

_CARD = "[[card]]"


Places = Mapping[str, Where]
"""Places in a file. The key "" is the card itself, a card's key is its value, and "=key" is the key itself."""


MOST_PROBLEMS = 500
"""Reading stops after this number of mistakes in a file."""


def read_card_file(path: Path | Traversable) -> tuple[list[tuple[Card, Places]], list[Problem]]:
    """Return the cards of a file, each with its places, and every mistake in the file."""
    try:
        text, document = read_toml(path, _CARD)
    except CardError as error:
        return [], list(error.problems)
    return _cards(path.name, text, document)


def _cards(
    name: str, text: str, document: dict[str, object]
) -> tuple[list[tuple[Card, Places]], list[Problem]]:
    problems: list[Problem] = []
    for key in document:
        if key != "card":
            near = f'"{_CARD}"' if get_close_matches(key, ["card"], 1) else ""
            message = f'A card file holds [[card]] tables only, not "{key}".'
            problems.append(Problem(line_of(name, text, key), message, key, (_CARD,), near))
    tables, wrong = tables_of_cards(name, text, document, "card")
    problems += wrong if tables is None or not problems else ()
    cards: list[tuple[Card, Places]] = []
    places = _places(name, text)
    for index, table in enumerate(tables or ()):
        if len(problems) > MOST_PROBLEMS:
            break
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


# ----------------------------------------------------------------------------------------------------------- places

_HEAD = re.compile(r"""\s*\[\[\s*["']?card["']?\s*\]\]""")


def _places(name: str, text: str) -> list[dict[str, Where]]:
    """Return the places of each [[card]] of a file."""
    places: list[dict[str, Where]] = []
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if closing:
            if closing in line:
                closing = ""
        elif _HEAD.match(line):
            places.append({"": Where(name, line=number)})
        elif places and (match := KEY.match(line)):
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
