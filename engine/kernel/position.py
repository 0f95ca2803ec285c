"""The part of a position that every game has: what is still to be done, and what is being asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.question import Asked

Vars = dict[str, Any]
"""Plain data only: a frame must survive being saved at any moment."""


class Frame(msgspec.Struct, array_like=True):
    """A procedure in progress: its name, the name of the step that comes next, and its variables."""

    procedure: str
    step: str
    vars: Vars = {}


Places = tuple[tuple[int, ...], ...]
"""Seats from the first place to the last; those in one tuple share a place."""


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How a match ended: who came in which place, and the key of why (`Game.endings`).

    `places` has every seat once, or is empty for a match that is nobody's result.
    """

    places: Places
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; nobody in a draw, where all share it, and without a result."""
        return winners(self.places)


def winners(places: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return who has won: the seats in the first place, if there is another one."""
    return tuple(places[0]) if len(places) > 1 else ()


class Left(msgspec.Struct, frozen=True, array_like=True):
    """Seats that have left a match or fallen out of it at one moment, and the key of why (`Game.endings`)."""

    seats: tuple[int, ...]
    ending: str


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game's own position is built upon. It is saved by the names of its fields; see `saving`."""

    chance: Chance
    stack: list[Frame] = []
    """Last in, first out."""
    questions: dict[int, Asked] = {}
    """By seat; at most one each. Nothing goes on while any is open."""
    asked: int = 0
    """How many questions have been asked; the last one's id."""
    outcome: Outcome | None = None
    out: list[Left] = []
    """Who has left or fallen, in this order."""

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has left the match or fallen out of it."""
        return any(seat in left.seats for left in self.out)
