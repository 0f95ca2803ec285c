"""All cards by title, and the reading of card files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

import msgspec

from cards.cache import CardCache
from cards.card_library import clashing
from cards.garbage_collection import collector_paused
from cards.language.errors import CardError, Problem, Where
from cards.voidream.card_file import Places, read_card_file
from cards.voidream.card_schema import MIND_KEYS
from cards.voidream.language.linter import filters_in, traps
from cards.voidream.language.tree import Text
from cards.voidream.model import Card


class Library(msgspec.Struct, frozen=True):
    """Cards by title, in the order of their files."""

    cards: Mapping[str, Card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards.values())

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, title: str) -> bool:
        return title in self.cards

    def find(self, title: str) -> Card:
        """Return the card with this title. Raises UnknownCard, with the nearest title, if it doesn't exist."""
        card = self.cards.get(title)
        if card is None:
            raise UnknownCard(title, self.cards)
        return card


class UnknownCard(LookupError):
    """No card has this title. `suggestion` is the nearest title, or None."""

    def __init__(self, title: str, known: Iterable[str]) -> None:
        by_small_letters = {name.casefold(): name for name in known}
        near = get_close_matches(title.casefold(), by_small_letters, 1)
        self.title = title
        self.suggestion = by_small_letters[near[0]] if near else None
        advice = f' Did you mean "{self.suggestion}"?' if self.suggestion else ""
        super().__init__(f'There is no card called "{title}".{advice}')


def library_of(cards: Iterable[Card]) -> Library:
    """Return a library of these cards. If two have the same title, the later one is used."""
    return Library(MappingProxyType({card.title: card for card in cards}))


def read_files(paths: Iterable[Path | Traversable]) -> Library:
    """Return the cards of these TOML files. Raises CardError with all mistakes."""
    cards, problems = _read(paths)
    if problems:
        raise CardError(problems)
    return library_of(card for card, _ in cards)


ReadArt = Callable[[str, Where], Problem | None]
"""Check a recipe at its place: return the error, or None."""


def check_files(
    paths: Iterable[Path | Traversable], beside: Library | None = None, read_art: ReadArt | None = None
) -> list[Problem]:
    """Return all mistakes in these card files, in reading order.

    The files may refer to the cards in `beside`, whose titles are taken. This also checks that the titles and types in
    texts exist, that no text is misleading, and, with `read_art`, the recipes of pictures.
    """
    paths, existing = [*paths], beside or library_of(())
    cards, problems = _read(paths, existing)
    if read_art is not None:
        art_problems = (read_art(card.art, _place(places, "art")) for card, places in cards if card.art)
        problems += [problem for problem in art_problems if problem is not None]
    if not problems:
        problems = [*_unknown_names(cards, existing)]
    order = {path.name: number for number, path in enumerate(paths)}
    return sorted(
        [*problems, *_traps(cards)], key=lambda problem: (order[problem.where.file], problem.where.line)
    )


CACHE = CardCache[tuple[Card, ...]]("cards.voidream")
"""The cache of the set for the next start of the program."""


@cache
def the_set() -> Library:
    """Return the game's cards, from the cache or from their files."""
    return library_of(CACHE.read(set_contents(), lambda: tuple(read_files(set_files()))))


def set_contents() -> list[bytes]:
    """Return the contents of the game's own card files."""
    return [file.read_bytes() for file in set_files()]


def set_files() -> list[Traversable]:
    """Return the game's own card files, by name."""
    folder = files("cards.voidream").joinpath("data")
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name
    )


@collector_paused()
def _read(
    paths: Iterable[Path | Traversable], existing: Library | None = None
) -> tuple[list[tuple[Card, Places]], list[Problem]]:
    existing = existing or library_of(())
    read: list[tuple[Card, Places]] = []
    problems: list[Problem] = []
    for path in paths:
        cards, wrong = read_card_file(path)
        read += cards
        problems += wrong
    problems += _title_problems(read, existing)
    majors = {card.title for card in (*existing, *(card for card, _ in read)) if card.major}
    for card, places in read:
        if card.back and card.back.major not in majors:
            near = get_close_matches(card.back.major, majors, 1)
            message = f'There is no major arcanum called "{card.back.major}".'
            problems.append(
                Problem(
                    _place(places, "arcana"),
                    message,
                    card.back.major,
                    suggestion=f'"{near[0]}"' if near else "",
                )
            )
    return read, problems


def _place(places: Places, key: str) -> Where:
    return places.get(key) or places[""]


def _title_problems(cards: Iterable[tuple[Card, Places]], existing: Library) -> Iterator[Problem]:
    """Yield problems for cards whose title another card has, ignoring case."""
    small = {title.casefold(): title for title in existing.cards}

    def title_problem(card: Card) -> str:
        other = small.get(card.title.casefold())
        is_another = other is not None and existing.cards[other] != card
        return f'A card of the set is called "{other}" already.' if is_another else ""

    return clashing((card.title, _place(places, "title"), title_problem(card)) for card, places in cards)


def _texts_of(card: Card) -> Iterator[tuple[str, Text]]:
    """Yield the texts of a card with their keys in a card file."""
    yield "text", card.text
    yield "inverted", card.inverted
    if card.back:
        yield "back", card.back.text
    if card.mind:
        yield from zip(MIND_KEYS, card.mind.sides, strict=True)


def _traps(cards: Iterable[tuple[Card, Places]]) -> Iterator[Problem]:
    """Yield problems for texts whose effect differs from their obvious meaning, and for lines with several abilities."""
    for card, places in cards:
        for key, text in _texts_of(card):
            for index, message in traps(text, of_full_mind=key == "4"):
                yield Problem(_place(places, key).at(index + 1, 1), message)


def _unknown_names(read: Iterable[tuple[Card, Places]], existing: Library) -> Iterator[Problem]:
    """Yield problems for titles and types in texts that no card has."""
    cards = [*existing, *(card for card, _ in read)]
    titles = {card.title for card in cards}
    types = {word for card in cards for word in card.types} | {"Offering"}
    for card, places in read:
        for key, filter in ((key, filter) for key, text in _texts_of(card) for filter in filters_in(text)):
            where = _place(places, key)
            if filter.title is not None and filter.title not in titles:
                near = get_close_matches(filter.title, titles, 1)
                message = (
                    f'A text speaks of cards named "{filter.title}", but there is no card of this title.'
                )
                yield Problem(where, message, filter.title, suggestion=f'"{near[0]}"' if near else "")
            if filter.subtype is not None and filter.subtype not in types:
                near = get_close_matches(filter.subtype, types, 1)
                message = f'A text speaks of the type "{filter.subtype}", but no card has it.'
                yield Problem(where, message, filter.subtype, suggestion=f'"{near[0]}"' if near else "")


if __name__ == "__main__":
    CACHE.keep(set_contents(), tuple(read_files(set_files())))
