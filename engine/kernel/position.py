"""The part of a position that every game has: remaining procedures and open questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.question import PendingQuestion


class Frame(
    msgspec.Struct, tag_field="procedure", omit_defaults=True, kw_only=True, forbid_unknown_fields=True
):
    """A procedure in progress: the name of the step that comes next ("" after the last), and its variables.

    Each procedure of a game has a class of its own, with its name as tag and its variables as fields. They hold plain data
    only: a frame must survive being saved at any moment. In a save it is a map, without what is as it was in the beginning.
    """

    step: str = ""

    @property
    def procedure(self) -> str:
        """The name of the procedure, as saves have it."""
        return str(self.__struct_config__.tag)


F_co = TypeVar("F_co", bound=Frame, covariant=True)


Places = tuple[tuple[int, ...], ...]
"""Seats from the first place to the last; those in one tuple share a place."""


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """The result of a match: the seats by place, and the key of its ending (`Game.endings`).

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


class Departure(msgspec.Struct, frozen=True, array_like=True):
    """Seats that have left a match or fallen out of it at one moment, and the key of why (`Game.endings`)."""

    seats: tuple[int, ...]
    ending: str


class Position(msgspec.Struct, Generic[F_co], kw_only=True, forbid_unknown_fields=True):
    """The base of a game's own position; a game says which frames can be on its stack.

    It is saved by the names of its fields; see `saving`.
    """

    chance: Chance
    stack: list[F_co] = []
    """Last in, first out."""
    questions: dict[int, PendingQuestion] = {}
    """By seat; at most one each. Nothing goes on while any is open."""
    asked: int = 0
    """The number of questions so far; the last one's id."""
    outcome: Outcome | None = None
    out: list[Departure] = []
    """The seats that have left or fallen, in this order."""

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has left the match or fallen out of it."""
        return any(seat in left.seats for left in self.out)


_ENCODER = msgspec.msgpack.Encoder()


def packed(position: Position[Frame]) -> bytes:
    """Return a position as bytes, as it is saved."""
    return _ENCODER.encode(position)
