"""Consequences of a card's print alone, for those who see its face: prices in memory, what waits, its shield value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cards.dreamweavers.language.instructions import ChangeMemory, Pay
from cards.dreamweavers.language.lines import (
    Ability,
    Activated,
    ActivatedOnce,
    AdditionalCost,
    Fleeting,
    Keywords,
    Lingering,
    WhenPlayed,
)
from cards.dreamweavers.language.reader import read_line
from cards.dreamweavers.language.words import KeywordName
from cards.language.parts import parts_of
from engine.dreamweavers.views.types import CardFace

read = lru_cache(maxsize=4096)(read_line)
"""Read a printed line; the same ones come again and again."""


def lines(text: Sequence[str]) -> Iterator[Ability]:
    """Yield the meaning of each line of a text."""
    yield from map(read, text)


def played(face: CardFace) -> list[Ability]:
    """Return the lines that happen when the card is played, and wait on standby till then; none or one (DW45, DW49)."""
    return [line for line in lines(face.text) if isinstance(line, WhenPlayed | Fleeting)]


def additional_memory(face: CardFace) -> int:
    """Return what the card's additional costs are in memory (DW47)."""
    costs = (line.price for line in lines(face.text) if isinstance(line, AdditionalCost))
    return sum(price.n for price in costs if isinstance(price, Pay))


def ability_memory(text: Sequence[str], number: int) -> int:
    """Return what an ability costs in memory: the line with that number of a text, from 0."""
    line = read(text[number])
    if isinstance(line, Lingering):
        line = line.line
    if not isinstance(line, Activated | ActivatedOnce):
        return 0
    return sum(price.n for price in line.cost if isinstance(price, Pay))


def moves_tracker(line: Ability) -> bool:
    """Return whether what a line does once gains or loses memory, for whatever reason."""
    once = line.line if isinstance(line, Lingering) else line
    return isinstance(once, WhenPlayed | Fleeting | Activated | ActivatedOnce) and any(
        isinstance(part, ChangeMemory) for part in parts_of(once.effect)
    )


def shield(face: CardFace) -> int:
    """Return what a Thought counts as a shield: its printed power, and bulwark (DW76)."""
    keywords = (
        keyword for line in lines(face.text) if isinstance(line, Keywords) for keyword in line.keywords
    )
    bulwark = [keyword.x for keyword in keywords if keyword.name is KeywordName.BULWARK]
    return face.power + max(bulwark, default=0)
