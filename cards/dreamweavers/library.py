"""All cards and covers of Dreamweavers, and the reading of card files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.card_library import CardLibrary, clashing
from cards.dreamweavers.card_file import NotionFile, read_card_file
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import CardSet
from cards.language.errors import Problem


def _set_of(read: Sequence[NotionFile]) -> CardSet:
    cards = {card.title: card for one in read for card, _ in one.cards}
    return CardSet(cards, {one.notion: one.cover for one in read if one.cover})


def _clashes(read: Sequence[NotionFile], beside: CardSet | None) -> Iterator[Problem]:
    """Cards whose title another one has: also one of a notion in the set, unless a file replaces that notion."""
    anew = {file.notion for file in read}
    others = [card for card in beside.cards.values() if card.notion not in anew] if beside else []
    known = {
        card.title.casefold(): f'A card of {card.notion} is called "{card.title}" already.' for card in others
    }
    return clashing(
        (card.title, places["title"], known.get(card.title.casefold(), ""))
        for file in read
        for card, places in file.cards
    )


LIBRARY = CardLibrary[NotionFile, CardSet](
    "cards.dreamweavers",
    named=lambda folder: filter(
        lambda file: file.is_file(), (folder.joinpath(f"{notion.lower()}.toml") for notion in Notion)
    ),
    read_file=read_card_file,
    set_of=_set_of,
    clashes=_clashes,
)
"""The card files of the game, in the order of the notions."""

the_set = LIBRARY.the_set

if __name__ == "__main__":
    LIBRARY.keep()
