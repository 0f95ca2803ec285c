"""What is remembered of lessons: how far somebody has got, what was explained to them, and how many got how far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class LessonRow(msgspec.Struct, frozen=True):
    """How far somebody has got with a lesson.

    `steps` is how many decisions they took at most on the way to its goal, and `asked` to how many they came; `reached_in` is the match in which they came to
    it last, None if they never have.
    """

    lesson: str
    attempts: int
    steps: int
    asked: int
    begun_at: int
    reached_at: int | None = None
    reached_in: int | None = None


class StepRow(msgspec.Struct, frozen=True):
    """How many people have come to a decision of a lesson, and how many have taken it; step 0 is the whole lesson."""

    lesson: str
    step: int
    begun: int
    ended: int


class LessonsStore(Protocol):
    """What the store keeps of lessons."""

    async def of(self, person: int, game: str) -> list[LessonRow]:
        """Return how far somebody has got with the lessons of a game that they have begun."""
        ...

    async def put(self, person: int, game: str, row: LessonRow) -> None:
        """Remember how far somebody has got with a lesson."""
        ...

    async def count(self, game: str, lesson: str, step: int, *, begun: int = 0, ended: int = 0) -> None:
        """Count somebody who has come to a step of a lesson, or has taken it."""
        ...

    async def funnel(self, game: str) -> list[StepRow]:
        """Return how many people have got how far, by lesson and step."""
        ...

    async def matches(self, person: int, game: str) -> int:
        """Return how many matches somebody has begun to play, lessons apart."""
        ...

    async def last_game(self, person: int, games: Sequence[str]) -> str | None:
        """Return of which of these games somebody began a lesson last; None for none."""
        ...

    async def explained(self, person: int, game: str) -> dict[str, tuple[int, int]]:
        """Return what was explained to somebody, each with the match and the question in which it was."""
        ...

    async def explain(self, person: int, game: str, what: str, match_id: int, question: int) -> None:
        """Remember that something was explained to somebody."""
        ...

    async def wants(self, person: int) -> bool:
        """Return whether somebody wants explanations in their first matches."""
        ...

    async def want(self, person: int, *, wanted: bool) -> None:
        """Remember whether somebody wants explanations."""
        ...
