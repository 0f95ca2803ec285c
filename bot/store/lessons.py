"""Progress in lessons."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.store.connection import Row
from bot.store.subject import Columns, Subject, placeholders


class LessonRow(msgspec.Struct, frozen=True):
    """A person's progress in a lesson.

    `steps` is the maximum number of decisions taken before its goal, and `asked` the number of decisions
    reached. `reached_in` is the match in which they last reached the goal, None if never.
    """

    lesson: str
    attempts: int
    steps: int
    asked: int
    begun_at: int
    reached_at: int | None = None
    reached_in: int | None = None


class StepRow(msgspec.Struct, frozen=True):
    """The numbers of people who reached a decision of a lesson, and who made it. Step 0 is the whole lesson."""

    lesson: str
    step: int
    begun: int
    ended: int


_LESSON = Columns(LessonRow)
_STEP = Columns(StepRow)
_WANTS = "SELECT explanations FROM people WHERE id = ?"
_MATCHES = (
    "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id WHERE s.person_id = ? AND m.game = ? "
    "AND m.lesson = '' AND m.standing IN ('playing', 'over')"
)
_EXPLAINED = "SELECT what, match_id, question FROM explained WHERE person_id = ? AND game = ?"


class LessonStatements(Subject):
    """People's progress in lessons."""

    async def of(self, person: int, game: str) -> list[LessonRow]:
        """Return a person's progress in the lessons they began, for a game."""
        return await self._records(
            _LESSON, "FROM lessons WHERE person_id = ? AND game = ? ORDER BY begun_at, lesson", person, game
        )

    async def store(self, person: int, game: str, row: LessonRow) -> None:
        """Store a person's progress in a lesson."""
        columns = _LESSON.values(row)
        key = {"person_id": person, "game": game, "lesson": columns.pop("lesson")}
        await self._put("lessons", key, **columns)

    async def count(self, game: str, lesson: str, step: int, *, begun: int = 0, ended: int = 0) -> None:
        """Count people who reached a step of a lesson (`begun`), or completed it (`ended`)."""
        await self._execute(
            "INSERT INTO lesson_steps (game, lesson, step, begun, ended) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (game, lesson, step) DO UPDATE SET begun = lesson_steps.begun + excluded.begun, "
            "ended = lesson_steps.ended + excluded.ended",
            game,
            lesson,
            step,
            begun,
            ended,
        )

    async def funnel(self, game: str) -> list[StepRow]:
        """Return the numbers of people by lesson and step."""
        return await self._records(_STEP, "FROM lesson_steps WHERE game = ? ORDER BY lesson, step", game)

    async def matches(self, person: int, game: str) -> int:
        """Return the number of matches a person has begun, excluding lessons."""
        return await self._number(_MATCHES, person, game)

    async def last_game(self, person: int, games: Sequence[str]) -> str | None:
        """Return the game of the person's last lesson, among these; None if there is none."""
        row = await self._one(
            f"SELECT game FROM lessons WHERE person_id = ? AND game IN ({placeholders(games)}) "  # noqa: S608
            "ORDER BY begun_at DESC LIMIT 1",
            person,
            *games,
        )
        return None if row is None else str(row[0])

    async def explained(self, person: int, game: str) -> dict[str, tuple[int, int]]:
        """Return the explanations shown to a person, each with its match and question."""
        return _explained(await self._all(_EXPLAINED, person, game))

    async def first_matches(self, person: int, game: str) -> tuple[bool, int, dict[str, tuple[int, int]]]:
        """Return whether a person wants explanations, their number of matches, and the explanations shown so far."""
        wants, matches, explained = await self._connection.fetch(
            (_WANTS, (person,)), (_MATCHES, (person, game)), (_EXPLAINED, (person, game))
        )
        return not wants or wants[0][0] != 0, int(matches[0][0]), _explained(explained)

    async def explain(self, person: int, game: str, what: str, match_id: int, question: int) -> None:
        """Store that an explanation was shown to a person."""
        await self._execute(
            "INSERT INTO explained (person_id, game, what, match_id, question) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (person_id, game, what) DO NOTHING",
            person,
            game,
            what,
            match_id,
            question,
        )

    async def wants(self, person: int) -> bool:
        """Return whether a person wants explanations in their first matches."""
        return await self._number_if_any(_WANTS, person) != 0

    async def set_explanations(self, person: int, *, shown: bool) -> None:
        """Remember whether a person wants explanations."""
        await self._put("people", {"id": person}, explanations=shown)


def _explained(rows: Sequence[Row]) -> dict[str, tuple[int, int]]:
    return {what: (match_id, question) for what, match_id, question in rows}
