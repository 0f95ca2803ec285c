"""One card file, and the place in it of everything that may be wrong."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from cards.dreams_of_dystopia.card_schema import CardPlaces, read_card
from cards.dreams_of_dystopia.model import Card
from cards.language.errors import CardError, Problem, Where
from cards.toml_files import line_of, of_the_file, read_toml
from cards.toml_places import tables_of

_CARD = "[[cards]]"

PlacedCard = tuple[Card, CardPlaces]
"""A card with its places in the file."""


def read_card_file(path: Path | Traversable) -> tuple[list[PlacedCard], list[Problem]]:
    """The cards of a file, as far as they can be read, and every mistake in the file."""
    name = path.name
    try:
        text, document = read_toml(path, _CARD)
    except CardError as error:
        return [], list(error.problems)
    problems = [
        Problem(line_of(name, text, key), f'A card file has no "{key}".', key, (_CARD,))
        for key in document.keys() - {"cards"}
    ]
    written: object = document.get("cards", [])
    if not isinstance(written, list) or not all(
        isinstance(one, dict) for one in cast("list[object]", written)
    ):
        message = "Each card begins with [[cards]], in two pairs of brackets."
        return [], [*problems, Problem(line_of(name, text, "cards"), message, "cards", (_CARD,))]
    if not written:
        problems.append(of_the_file(name, "There is no card in this file.", (_CARD,)))
    places = _places(name, text)
    cards: list[PlacedCard] = []
    for index, table in enumerate(cast("list[dict[str, Any]]", written)):
        here = places[index] if index < len(places) else CardPlaces({"": Where(name, line=0)}, {})
        try:
            cards.append((read_card(table, here), here))
        except CardError as error:
            problems += error.problems
    return cards, problems


def _places(name: str, text: str) -> list[CardPlaces]:
    """The places of each card, with those of its sides, whose tables stand behind its own."""
    found: list[tuple[dict[str, Where], dict[str, dict[str, Where]]]] = []
    for head, places in tables_of(name, text):
        if head == "cards":
            found.append((places, {}))
        elif head.startswith("cards.") and found:
            found[-1][1][head.removeprefix("cards.")] = places
    return [CardPlaces(card, sides) for card, sides in found]
