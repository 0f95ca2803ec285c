"""What is remembered of puzzles: who answered which of them how, and how strong both are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Strength(msgspec.Struct, frozen=True):
    """How well somebody solves puzzles, or how hard one is to solve: a normal distribution."""

    mu: float
    sigma: float


class PuzzleAnswerRow(msgspec.Struct, frozen=True):
    """How somebody answered a puzzle, as that of a `day`, "" for another one. `choice` is the place among its answers.

    The ratings are theirs before and after, as they are shown; both are 0 where it did not count.
    """

    person_id: int
    game: str
    puzzle: str
    day: str
    guild_id: int | None
    choice: int
    solved: bool
    at: int
    shown_before: int = 0
    shown_after: int = 0


class PuzzlesReading(Protocol):
    """What the store keeps of puzzles."""

    async def answer(self, person: int, game: str, puzzle: str, day: str) -> PuzzleAnswerRow | None:
        """Return how somebody answered a puzzle on a day, None if they have not."""
        ...

    async def answered(self, person: int, game: str) -> frozenset[str]:
        """Return the puzzles of a game that somebody has answered."""
        ...

    async def days(self, person: int, game: str) -> Sequence[str]:
        """Return the days whose puzzle somebody has answered, in order."""
        ...

    async def solvers(self, guild_id: int, game: str, day: str) -> int:
        """Return how many people have solved the puzzle of a day on a server."""
        ...

    async def solver(self, person: int, game: str) -> Strength | None:
        """Return how well somebody solves puzzles, None before their first."""
        ...

    async def strength(self, game: str, puzzle: str) -> Strength | None:
        """Return how hard a puzzle is, None as long as nobody has answered it."""
        ...


class PuzzlesWriting(PuzzlesReading, Protocol):
    """The same inside a transaction."""

    async def add(self, row: PuzzleAnswerRow) -> None:
        """Remember how somebody answered a puzzle."""
        ...

    async def put_solver(self, person: int, game: str, strength: Strength) -> None:
        """Remember how well somebody solves puzzles."""
        ...

    async def put_strength(self, game: str, puzzle: str, strength: Strength) -> None:
        """Remember how hard a puzzle is."""
        ...
