"""The fields of a position common to all games: procedures in progress, open questions, departures, the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from engine.kernel.chance import Chance
from engine.kernel.question import PendingQuestion


class Frame(
    msgspec.Struct, tag_field="procedure", omit_defaults=True, kw_only=True, forbid_unknown_fields=True
):
    """A procedure in progress: the name of its next step ("" after the last) and its variables.

    Each procedure of a game has its own class, with its name as tag and its variables as fields. The fields hold plain
    data, because a frame can be saved at any moment. A save leaves out fields with their default values.
    """

    step: str = ""

    @property
    def procedure(self) -> str:
        """The procedure's name in saves."""
        return str(self.__struct_config__.tag)


F_co = TypeVar("F_co", bound=Frame, covariant=True)


Places = tuple[tuple[int, ...], ...]
"""Seats from the first place to the last; those in one tuple share a place."""


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """The result of a match: the seats by place, and the key of its ending (`Game.endings`).

    `places` contains every seat once, or is empty if the match has no result.
    """

    places: Places
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; empty for a draw and for a match without a result."""
        return winners(self.places)


def winners(places: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the seats in first place, or none if it is the only place."""
    return tuple(places[0]) if len(places) > 1 else ()


class Departure(msgspec.Struct, frozen=True, array_like=True):
    """Seats that left a match or were eliminated at the same moment, and the key of the ending (`Game.endings`)."""

    seats: tuple[int, ...]
    ending: str


class Position(msgspec.Struct, Generic[F_co], kw_only=True, forbid_unknown_fields=True):
    """The base class of a game's position. `F_co` is the union of the frames that can be on its stack.

    Saved by field names; see `engine.kernel.saves`.
    """

    chance: Chance
    stack: list[F_co] = []
    """Last in, first out."""
    questions: dict[int, PendingQuestion] = {}
    """By seat; at most one each. The match waits while any is open."""
    asked: int = 0
    """The number of questions so far, and the id of the latest."""
    outcome: Outcome | None = None
    out: list[Departure] = []
    """Departures, oldest first."""

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has left the match or been eliminated."""
        return any(seat in departure.seats for departure in self.out)


_ENCODER = msgspec.msgpack.Encoder()


def packed(position: Position[Frame]) -> bytes:
    """Return a position as bytes, as it is saved."""
    return _ENCODER.encode(position)
