"""All the cards of Dreams of Dystopia, and the reading of card files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from cards.cache import CardCache
from cards.dreams_of_dystopia.card_file import PlacedCard, read_card_file
from cards.dreams_of_dystopia.model import Card, CardSet
from cards.dreams_of_dystopia.supply import DIFFERENT
from cards.garbage_collection import collector_paused
from cards.language.errors import CardError, Problem, Where

FILES = ("masters", "minions", "weapons", "starting")
"""The names of the card files that come with the game, in the order in which cards are shown."""

CACHE = CardCache[CardSet]("cards.dreams_of_dystopia")
"""Where the set is kept for the next start."""


@cache
def the_set() -> CardSet:
    """The cards that come with the game: as they were kept the last time, or else read."""
    return CACHE.read(set_contents(), lambda: read_files(set_files()))


def set_contents() -> list[bytes]:
    """What stands in the card files that come with the game."""
    return [file.read_bytes() for file in set_files()]


def set_files() -> list[Traversable]:
    """The card files that come with the game."""
    folder = files("cards.dreams_of_dystopia").joinpath("set")
    return [folder.joinpath(f"{name}.toml") for name in FILES]


def read_files(paths: Iterable[Path | Traversable]) -> CardSet:
    """The whole set of these TOML files. Raises CardError with every mistake in any of them."""
    read, problems = _read(paths)
    problems = problems or [*_numbers([card for card, _ in read])]
    if problems:
        raise CardError(problems)
    return CardSet(tuple(card for card, _ in read))


def check_files(paths: Iterable[Path | Traversable], beside: CardSet | None = None) -> list[Problem]:
    """Every mistake in these card files, in reading order; an empty list if there is none.

    `beside` are cards that are there already, whose titles are taken; a card with both titles of one of them takes its
    place. Without them the files are checked as a whole set.
    """
    read, problems = _read(paths, beside)
    return problems or ([*_numbers([card for card, _ in read])] if beside is None else [])


@collector_paused()
def _read(
    paths: Iterable[Path | Traversable], beside: CardSet | None = None
) -> tuple[list[PlacedCard], list[Problem]]:
    read: list[PlacedCard] = []
    problems: list[Problem] = []
    for path in paths:
        cards, wrong = read_card_file(path)
        read += cards
        problems += wrong
    problems += _clashes(read, beside or CardSet(()))
    return read, problems


def _numbers(cards: Sequence[Card]) -> Iterator[Problem]:
    """Kinds of which the set has more or fewer cards than it must have (DD2)."""
    found = Counter(card.kind for card in cards)
    for kind, wanted in DIFFERENT.items():
        if found[kind] != wanted:
            message = (
                f'The game has {wanted} different cards of the kind "{kind}", and here are {found[kind]}.'
            )
            yield Problem(Where(line=0), message)


def _clashes(read: Sequence[PlacedCard], beside: CardSet) -> Iterator[Problem]:
    """Cards of which a title is that of another one; upper and lower case are the same to a reader."""
    taken: dict[str, Where] = {}
    there = {_titles(card) for card in beside.cards}
    known = {title: card for card in beside.cards for title in _titles(card)}
    for card, places in read:
        for side in card.sides:
            here = places.side(side.faction.value if side.faction else "both", side.title)["title"]
            before = taken.setdefault(side.title.casefold(), here)
            if before is not here:
                message = f"Another card has this title already: {before.file}, line {before.line}."
                yield Problem(here, message, side.title)
            elif side.title.casefold() in known and _titles(card) not in there:
                yield Problem(here, f'A card of the set is called "{side.title}" already.', side.title)


def _titles(card: Card) -> tuple[str, ...]:
    return tuple(side.title.casefold() for side in card.sides)


if __name__ == "__main__":
    CACHE.keep(set_contents(), read_files(set_files()))
