"""Consequences of a card's printed face alone, for those who see it: memory costs, standby, its shield value."""

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
"""Read a printed line, with a cache because lines occur repeatedly."""


def lines(text: Sequence[str]) -> Iterator[Ability]:
    """Yield the meaning of each line of a text."""
    yield from map(read, text)


def played(face: CardFace) -> list[Ability]:
    """Return the line for playing the card, which waits on standby before it happens; none or one (DW45, DW49)."""
    return [line for line in lines(face.text) if isinstance(line, WhenPlayed | Fleeting)]


def additional_memory(face: CardFace) -> int:
    """Return the memory in the card's additional costs (DW47)."""
    costs = (line.price for line in lines(face.text) if isinstance(line, AdditionalCost))
    return sum(price.n for price in costs if isinstance(price, Pay))


def ability_memory(text: Sequence[str], number: int) -> int:
    """Return the memory cost of an ability: the line of a text with that index."""
    line = read(text[number])
    if isinstance(line, Lingering):
        line = line.line
    if not isinstance(line, Activated | ActivatedOnce):
        return 0
    return sum(price.n for price in line.cost if isinstance(price, Pay))


def moves_tracker(line: Ability) -> bool:
    """Return whether the one-time effect of a line gains or loses memory."""
    inner = line.line if isinstance(line, Lingering) else line
    return isinstance(inner, WhenPlayed | Fleeting | Activated | ActivatedOnce) and any(
        isinstance(part, ChangeMemory) for part in parts_of(inner.effect)
    )


def shield(face: CardFace) -> int:
    """Return a Thought's value as a shield: its printed power and bulwark (DW76)."""
    keywords = (
        keyword for line in lines(face.text) if isinstance(line, Keywords) for keyword in line.keywords
    )
    bulwark = [keyword.x for keyword in keywords if keyword.name is KeywordName.BULWARK]
    return face.power + max(bulwark, default=0)
