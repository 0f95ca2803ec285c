"""All cards of Dreams of Dystopia, and the reading of card files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cards.card_library import CardLibrary, clashing
from cards.dreams_of_dystopia.card_file import PlacedCard, read_card_file
from cards.dreams_of_dystopia.card_schema import BOTH
from cards.dreams_of_dystopia.model import Card, CardSet
from cards.dreams_of_dystopia.supply import DIFFERENT
from cards.language.errors import Problem, Where

FILES = ("masters", "minions", "weapons", "starting")
"""The names of the card files that come with the game, in the order in which cards are shown."""


def _numbers(read: Sequence[PlacedCard]) -> Iterator[Problem]:
    """Kinds of which the set has more or fewer cards than it must have (DD2)."""
    found = Counter(card.kind for card, _ in read)
    for kind, wanted in DIFFERENT.items():
        if found[kind] != wanted:
            message = (
                f'The game has {wanted} different cards of the kind "{kind}", and here are {found[kind]}.'
            )
            yield Problem(Where(line=0), message)


def _clashes(read: Sequence[PlacedCard], beside: CardSet | None) -> Iterator[Problem]:
    """Cards of which a title is that of another one; a card with both titles of one of the set takes its place."""
    there = {_titles(card) for card in beside.cards} if beside else set[tuple[str, ...]]()
    known = {title for titles in there for title in titles}
    return clashing(
        (
            side.title,
            places.side(side.faction.value if side.faction else BOTH, side.title)["title"],
            f'A card of the set is called "{side.title}" already.'
            if side.title.casefold() in known and _titles(card) not in there
            else "",
        )
        for card, places in read
        for side in card.sides
    )


def _titles(card: Card) -> tuple[str, ...]:
    return tuple(side.title.casefold() for side in card.sides)


LIBRARY = CardLibrary[PlacedCard, CardSet](
    "cards.dreams_of_dystopia",
    named=lambda folder: (folder.joinpath(f"{name}.toml") for name in FILES),
    read_file=read_card_file,
    set_of=lambda read: CardSet(tuple(card for card, _ in read)),
    clashes=_clashes,
    lacks=_numbers,
)
"""The card files of the game."""

the_set = LIBRARY.the_set

if __name__ == "__main__":
    LIBRARY.keep()
