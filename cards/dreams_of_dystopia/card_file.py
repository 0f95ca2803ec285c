"""Reading of one card file, with the place of every mistake."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from cards.card_library import tables_of_cards
from cards.dreams_of_dystopia.card_schema import CardPlaces, read_card, reworded_lines
from cards.dreams_of_dystopia.model import Card
from cards.language.errors import CardError, Problem, Where
from cards.toml_files import line_of, read_toml
from cards.toml_places import tables_of

_CARD = "[[cards]]"

PlacedCard = tuple[Card, CardPlaces]
"""A card with its places in the file."""


def read_card_file(path: Path | Traversable) -> tuple[list[PlacedCard], list[Problem]]:
    """Return the readable cards of a file, and every mistake in the file."""
    name = path.name
    try:
        text, document = read_toml(path, _CARD)
    except CardError as error:
        return [], list(error.problems)
    problems = [
        Problem(line_of(name, text, key), f'A card file has no "{key}".', key, (_CARD,))
        for key in document.keys() - {"cards"}
    ]
    tables, wrong = tables_of_cards(name, text, document, "cards")
    problems += wrong
    places = _places(name, text)
    cards: list[PlacedCard] = []
    for index, table in enumerate(tables or ()):
        here = places[index] if index < len(places) else CardPlaces({"": Where(name, line=0)}, {})
        try:
            card = read_card(table, here)
            problems += reworded_lines(table, card, here)
            cards.append((card, here))
        except CardError as error:
            problems += error.problems
    return cards, problems


def _places(name: str, text: str) -> list[CardPlaces]:
    """Return the places of each card and of its sides, whose tables follow its own."""
    cards: list[tuple[dict[str, Where], dict[str, dict[str, Where]]]] = []
    for head, places in tables_of(name, text):
        if head == "cards":
            cards.append((places, {}))
        elif head.startswith("cards.") and cards:
            cards[-1][1][head.removeprefix("cards.")] = places
    return [CardPlaces(card, sides) for card, sides in cards]
