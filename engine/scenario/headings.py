"""What the headings of a position and the lines of a side say, for the tables of a game.

`number("round")` reads a number into the field `round` of the position. A game may read a heading in any other way, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.scenario.format import Heading, SideLine
from engine.scenario.model import Side
from engine.scenario.reading import Reader


def into(field: str, read: Callable[[Reader[Any, Any], str, int], object]) -> Heading:
    """Return a heading that sets a field of the position."""

    def heading(reader: Reader[Any, Any], value: str, at: int) -> None:
        setattr(reader.now.position, field, read(reader, value, at))

    return heading


def each_into(field: str, read: Callable[[Reader[Any, Any], str, int], object]) -> Heading:
    """Return a heading that can be repeated: what each says comes to a list of the position."""

    def heading(reader: Reader[Any, Any], value: str, at: int) -> None:
        getattr(reader.now.position, field).append(read(reader, value, at))

    return heading


def number(field: str) -> Heading:
    """Return a heading for a number."""
    return into(field, lambda reader, value, at: reader.counted(value, "", at))


def one_of(field: str, words: Sequence[str]) -> Heading:
    """Return a heading for one of some words."""
    return into(field, lambda reader, value, at: reader.one_of(value, words, at))


def player(field: str) -> Heading:
    """Return a heading for the seat of a player."""
    return into(field, lambda reader, value, at: reader.seat(value, at))


def players(field: str) -> Heading:
    """Return a heading for the seats of several players."""
    return into(field, lambda reader, value, at: reader.seats(value, at))


def counter(name: str) -> SideLine:
    """Return a line of a side for a number of the player, which comes to the side's `counters`."""

    def line(reader: Reader[Any, Any], side: Side, value: str, at: int) -> None:
        side.counters[name] = reader.counted(value, "", at)

    return line
