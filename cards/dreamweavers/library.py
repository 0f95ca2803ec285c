"""All cards and covers of Dreamweavers, and the reading of card files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.card_library import CardLibrary, clashing
from cards.dreamweavers.card_file import NotionFile, read_card_file
from cards.dreamweavers.language.words import Notion
from cards.dreamweavers.model import CardSet
from cards.language.errors import Problem


def _set_of(files: Sequence[NotionFile]) -> CardSet:
    cards = {card.title: card for file in files for card, _ in file.cards}
    return CardSet(cards, {file.notion: file.cover for file in files if file.cover})


def _clashes(files: Sequence[NotionFile], beside: CardSet | None) -> Iterator[Problem]:
    """Yield problems for cards whose title another card has, in these files or in a notion that they don't replace."""
    replaced_notions = {file.notion for file in files}
    others = [card for card in beside.cards.values() if card.notion not in replaced_notions] if beside else []
    problems_by_title = {
        card.title.casefold(): f'A card of {card.notion} is called "{card.title}" already.' for card in others
    }
    return clashing(
        (card.title, places["title"], problems_by_title.get(card.title.casefold(), ""))
        for file in files
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
