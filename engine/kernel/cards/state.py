"""The kernel's interface of a card in a position, and of a position that has cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, Protocol

import msgspec
from typing_extensions import TypeVar

from engine.kernel.position import F_co, Position

Face = str | tuple[str, int]
"""The secret of a hidden card: its title; of a card with two sides, its title and the number of the side that counts."""

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
    """A card of a match. A game's own class may have more fields; one of two sides has `side`, the number of one.

    `known` says who knows which card is here: a bit for each seat (`1 << seat`), `WATCHERS`, `BACK_SEEN`.
    """

    title: str
    owner: int
    known: int


class MovableCard(msgspec.Struct, array_like=True, gc=False):
    """A card moved by `CardMachine`. `owner` and `holder`, whose zone it is in, are -1 for none.

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
    """A position with cards. A game defines its cards, and the parts of a seat."""

    cards: list[C_co]
    """By id."""
    seats: list[S_co]
    """The data of each seat, in the order of the seats."""
