"""The card library of Dreams of Dystopia: its set, and the checks of card files."""

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
"""The names of the game's card files, in display order."""


def _numbers(read: Sequence[PlacedCard]) -> Iterator[Problem]:
    """Yield the kinds of which the set doesn't have the required number of cards (DD2)."""
    counts = Counter(card.kind for card, _ in read)
    for kind, n in DIFFERENT.items():
        if counts[kind] != n:
            message = f'The game has {n} different cards of the kind "{kind}", and here are {counts[kind]}.'
            yield Problem(Where(line=0), message)


def _clashes(read: Sequence[PlacedCard], beside: CardSet | None) -> Iterator[Problem]:
    """Return the duplicate titles. A card with both titles of a card of the set replaces it."""
    existing = {_titles(card) for card in beside.cards} if beside else set[tuple[str, ...]]()
    taken = {title for titles in existing for title in titles}

    def titles() -> Iterator[tuple[str, Where, str]]:
        for card, places in read:
            for side in card.sides:
                where = places.side(side.faction.value if side.faction else BOTH, side.title)["title"]
                is_taken = side.title.casefold() in taken and _titles(card) not in existing
                message = f'A card of the set is called "{side.title}" already.'
                yield side.title, where, message if is_taken else ""

    return clashing(titles())


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

the_set = LIBRARY.the_set

if __name__ == "__main__":
    LIBRARY.keep()
