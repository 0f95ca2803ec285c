"""All the cards and covers of Dreamweavers, and the reading of card files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from cards.cache import CardCache
from cards.dreamweavers.card_file import NotionFile, read_card_file
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import CardSet
from cards.garbage_collection import collector_paused
from cards.language.errors import CardError, Problem, Where

CARDS_OF_A_NOTION = 15
"""How many cards a notion has, all of them different (§Game components)."""

CACHE = CardCache[CardSet]("cards.dreamweavers")
"""Where the set is kept for the next start."""


@cache
def the_set() -> CardSet:
    """The notions that come with the game: as they were kept the last time, or else read."""
    return CACHE.read(set_contents(), lambda: read_files(set_files()))


def set_contents() -> list[bytes]:
    """What stands in the card files that come with the game."""
    return [file.read_bytes() for file in set_files()]


def set_files() -> list[Traversable]:
    """The card files that come with the game, in the order of the notions."""
    folder = files("cards.dreamweavers").joinpath("set")
    named = [folder.joinpath(f"{notion.lower()}.toml") for notion in Notion]
    return [file for file in named if file.is_file()]


def read_files(paths: Iterable[Path | Traversable]) -> CardSet:
    """The notions of these TOML files. Raises CardError with every mistake in any of them."""
    read, problems = _read(paths)
    if problems:
        raise CardError(problems)
    cards = {card.title: card for one in read for card, _ in one.cards}
    return CardSet(cards, {one.notion: one.cover for one in read if one.cover})


def check_files(paths: Iterable[Path | Traversable], beside: CardSet | None = None) -> list[Problem]:
    """Every mistake in these card files, in reading order; an empty list if there is none.

    `beside` are notions that are there already, whose titles are taken, but for those that a file has anew.
    """
    _, problems = _read(paths, beside)
    return problems


@collector_paused()
def _read(
    paths: Iterable[Path | Traversable], beside: CardSet | None = None
) -> tuple[list[NotionFile], list[Problem]]:
    read: list[NotionFile] = []
    problems: list[Problem] = []
    for path in paths:
        one, wrong = read_card_file(path)
        problems += wrong
        if one:
            read.append(one)
            if not wrong:
                problems += _number(path.name, one)
    problems += _clashes(read, beside or CardSet({}, {}))
    return read, problems


def _number(name: str, file: NotionFile) -> Iterator[Problem]:
    """A notion with more or fewer cards than a notion has."""
    if len(file.cards) != CARDS_OF_A_NOTION:
        message = f"A notion has {CARDS_OF_A_NOTION} cards, and {file.notion} has {len(file.cards)}."
        yield Problem(Where(name, line=0), message)


def _clashes(read: Sequence[NotionFile], beside: CardSet) -> Iterator[Problem]:
    """Cards whose title another one has; upper and lower case are the same to a reader."""
    taken: dict[str, Where] = {}
    anew = {file.notion for file in read}
    known = {card.title.casefold(): card for card in beside.cards.values() if card.notion not in anew}
    for file in read:
        for card, places in file.cards:
            where = places["title"]
            before = taken.setdefault(card.title.casefold(), where)
            if before is not where:
                place = f"{before.file}, line {before.line}"
                yield Problem(where, f"Another card has this title already: {place}.", card.title)
            elif other := known.get(card.title.casefold()):
                yield Problem(
                    where, f'A card of {other.notion} is called "{other.title}" already.', card.title
                )


if __name__ == "__main__":
    CACHE.keep(set_contents(), read_files(set_files()))
