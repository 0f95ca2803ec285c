"""The headings of a position and the lines of a side, for a game's tables.

`number("round")` reads a number into the field `round` of the position. A game can also read headings in other ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from engine.scenario.format import Heading, SideLine
from engine.scenario.model import Scenario, SideLayout


class Reads(Protocol):
    """The reader's interface for a heading (`parser.LineReader`)."""

    @property
    def now(self) -> Scenario:
        """The scenario being read."""
        ...

    def counted(self, value: str, word: str, at: int, /) -> int:
        """Return a number that is followed by a word. Raises Mistake."""
        ...

    def one_of(self, value: str, known: Sequence[str], at: int, /) -> str:
        """Return one of some words. Raises Mistake."""
        ...

    def seat(self, value: str, at: int, /) -> int:
        """Return the seat of a player. Raises Mistake."""
        ...

    def seats(self, value: str, at: int, /) -> tuple[int, ...]:
        """Return the seats of several players. Raises Mistake."""
        ...


R = TypeVar("R", bound=Reads)


def into(field: str, read: Callable[[R, str, int], object]) -> Heading[R]:
    """Return a heading that sets a field of the position."""

    def heading(reader: R, value: str, at: int) -> None:
        setattr(reader.now.position, field, read(reader, value, at))

    return heading


def each_into(field: str, read: Callable[[R, str, int], object]) -> Heading[R]:
    """Return a repeatable heading: each value is appended to a list of the position."""

    def heading(reader: R, value: str, at: int) -> None:
        getattr(reader.now.position, field).append(read(reader, value, at))

    return heading


def number(field: str) -> Heading[Reads]:
    """Return a heading for a number."""
    return into(field, lambda reader, value, at: reader.counted(value, "", at))


def one_of(field: str, words: Sequence[str]) -> Heading[Reads]:
    """Return a heading for one of some words."""
    return into(field, lambda reader, value, at: reader.one_of(value, words, at))


def player(field: str) -> Heading[Reads]:
    """Return a heading for the seat of a player."""
    return into(field, lambda reader, value, at: reader.seat(value, at))


def players(field: str) -> Heading[Reads]:
    """Return a heading for the seats of several players."""
    return into(field, lambda reader, value, at: reader.seats(value, at))


def counter(name: str) -> SideLine[Reads, SideLayout]:
    """Return a side's line for a number of the player, stored in the side's `counters`."""

    def line(reader: Reads, side: SideLayout, value: str, at: int) -> None:
        side.counters[name] = reader.counted(value, "", at)

    return line
