"""One card file: a notion, its cover and its cards, with the place of every possible mistake."""

from __future__ import annotations

from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

import msgspec
from msgspec.structs import replace

from cards.card_library import tables_of_cards
from cards.dreamweavers.card_schema import read_cover, read_source
from cards.dreamweavers.language.printer import print_ability
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import Card, Cover
from cards.language.errors import CardError, Problem, Where
from cards.schema_errors import ValuePlaces, reworded
from cards.toml_files import line_of, of_the_file, read_toml
from cards.toml_places import tables_of

CARDS_OF_A_NOTION = 15
"""The number of cards of a notion; all are different (§Game components)."""

_CARD = "[[cards]]"
_COVER = "[cover]"
_KEYS = ('"about"', _COVER, _CARD)


class NotionFile(msgspec.Struct, frozen=True):
    """The content of one card file: the cover, and the cards with their places."""

    notion: Notion
    cover: Cover | None
    cards: tuple[tuple[Card, ValuePlaces], ...]


def read_card_file(path: Path | Traversable) -> tuple[list[NotionFile], list[Problem]]:
    """Return the readable content of a notion's file, and all mistakes in the file."""
    notions = {notion.lower(): notion for notion in Notion}
    notion = notions.get(path.name.removesuffix(".toml"))
    if notion is None:
        near = get_close_matches(path.name.removesuffix(".toml"), notions, 1)
        message = "A card file is called by its notion, such as rage.toml."
        suggestion = f"{near[0]}.toml" if near else ""
        return [], [Problem(Where(path.name, line=0), message, path.name, suggestion=suggestion)]
    try:
        text, document = read_toml(path, _CARD)
    except CardError as error:
        return [], list(error.problems)
    file, problems = _contents(path.name, text, document, notion)
    if not problems and len(file.cards) != CARDS_OF_A_NOTION:
        message = f"A notion has {CARDS_OF_A_NOTION} cards, and {file.notion} has {len(file.cards)}."
        problems.append(of_the_file(path.name, message))
    return [file], problems


def _contents(
    name: str, text: str, document: dict[str, object], notion: Notion
) -> tuple[NotionFile, list[Problem]]:
    problems: list[Problem] = []
    for key in document.keys() - {"about", "cover", "cards"}:
        near = get_close_matches(key, ("about", "cover", "cards"), 1)
        message = f'The file of a notion has no "{key}".'
        suggestion = f'"{near[0]}"' if near else ""
        problems.append(Problem(line_of(name, text, key), message, key, _KEYS, suggestion))
    tables = tables_of(name, text)
    cover = None
    table: object = document.get("cover")
    if isinstance(table, dict):
        cover_places = tables[0][1] | next(
            (places for head, places in tables if head == "cover"), _nowhere(name)
        )
        about = {"about": document["about"]} if "about" in document else {}
        try:
            source = {**about, **cast("dict[str, object]", table)}
            cover = read_cover(source, cover_places, notion=notion)
            problems += reworded(source, cover.text, ValuePlaces(cover_places, ""), print_ability)
        except CardError as error:
            problems += error.problems
    else:
        message = "A notion has one cover, which begins with [cover]."
        problems.append(Problem(line_of(name, text, "cover"), message, expected=(_COVER,)))
    tables_by_card, table_problems = tables_of_cards(name, text, document, "cards")
    problems += table_problems
    cards: list[tuple[Card, ValuePlaces]] = []
    card_places = [places for head, places in tables if head == "cards"]
    for index, table in enumerate(tables_by_card or ()):
        title: object = table.get("title", "")
        called = title if isinstance(title, str) else ""
        places = card_places[index] if index < len(card_places) else _nowhere(name)
        cover_places = {key: replace(where, card=called) for key, where in places.items()}
        try:
            card = read_source(table, cover_places, notion=notion)
            problems += reworded(table, card.text, ValuePlaces(cover_places, called), print_ability)
            cards.append((card, ValuePlaces(cover_places, called)))
        except CardError as error:
            problems += error.problems
    return NotionFile(notion, cover, tuple(cards)), problems


def _nowhere(name: str) -> dict[str, Where]:
    """Return the places of something that should be a table and isn't."""
    return {"": Where(name, line=0)}
