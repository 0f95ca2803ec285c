"""The kernel's interface to cards in a position, and to positions with cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, Protocol

import msgspec
from typing_extensions import TypeVar

from engine.kernel.position import F_co, Position

Face = str | tuple[str, int]
"""The hidden part of a card: its title; for a two-sided card, its title and the number of its relevant side."""

MOST_SEATS = 5
"""The number of seats with a bit in `CardState.known`, which is one byte of a save."""
WATCHERS = 1 << MOST_SEATS
"""The bit of `CardState.known` for spectators, whose knowledge is public."""
BACK_SEEN = 1 << MOST_SEATS + 1
"""The bit of `CardState.known` for a publicly known back."""
EVERYBODY = (1 << MOST_SEATS + 2) - 1
"""All bits of `CardState.known`."""


def bits_of(seats: Collection[int]) -> int:
    """Return the bits of `CardState.known` for the shared knowledge of these seats, including public knowledge."""
    return sum(1 << seat for seat in seats) | WATCHERS


class CardState(Protocol):
    """A card of a match.

    A game's own class may have more fields; a two-sided card has `side`, the number of its relevant side.
    `known` is a bit set of the seats that know the card: `1 << seat` for each, and `WATCHERS` and `BACK_SEEN`.
    """

    title: str
    owner: int
    known: int


class MovableCard(msgspec.Struct, array_like=True, gc=False):
    """A card moved by `CardMachine`. `owner`, and `holder` of its current zone, are -1 for none.

    The title names both sides; `side` is the number of the relevant one. Both are hidden with the card.
    """

    title: str
    owner: int = -1
    side: int = 0
    zone: str = ""
    holder: int = -1
    known: int = 0


C_co = TypeVar("C_co", bound=CardState, covariant=True, default=CardState)
S_co = TypeVar("S_co", covariant=True, default=object)


class CardPosition(Position[F_co], Generic[F_co, C_co, S_co], kw_only=True):
    """A position with cards. A game defines the classes of its cards and seats."""

    cards: list[C_co]
    """By id."""
    seats: list[S_co]
    """The data of each seat, in the order of the seats."""
