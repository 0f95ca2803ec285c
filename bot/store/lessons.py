"""Lessons, as the SQLite store keeps them: see `bot.lessons.records`."""

from __future__ import annotations

from typing import Any

import aiosqlite

from bot.lessons.records import LessonRow, StepRow


class SqliteLessons:
    """Statements about lessons and explanations."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        return list(await self._connection.execute_fetchall(sql, values))

    async def of(self, person: int, game: str) -> list[LessonRow]:
        """Return how far somebody has got with the lessons of a game that they have begun."""
        rows = await self._all(
            "SELECT lesson, attempts, steps, asked, begun_at, reached_at, reached_in FROM lessons "
            "WHERE person_id = ? AND game = ? ORDER BY begun_at, lesson",
            person,
            game,
        )
        return [LessonRow(*row) for row in rows]

    async def put(self, person: int, game: str, row: LessonRow) -> None:
        """Remember how far somebody has got with a lesson."""
        await self._all(
            "INSERT INTO lessons (person_id, game, lesson, attempts, steps, asked, begun_at, reached_at, reached_in) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person_id, game, lesson) DO UPDATE SET "
            "attempts = excluded.attempts, steps = excluded.steps, asked = excluded.asked, reached_at = excluded.reached_at, "
            "reached_in = excluded.reached_in",
            person,
            game,
            row.lesson,
            row.attempts,
            row.steps,
            row.asked,
            row.begun_at,
            row.reached_at,
            row.reached_in,
        )

    async def count(self, game: str, lesson: str, step: int, *, begun: int = 0, ended: int = 0) -> None:
        """Count somebody who has come to a step of a lesson, or has taken it."""
        await self._all(
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
        """Return how many people have got how far, by lesson and step."""
        rows = await self._all(
            "SELECT lesson, step, begun, ended FROM lesson_steps WHERE game = ? ORDER BY lesson, step", game
        )
        return [StepRow(*row) for row in rows]

    async def matches(self, person: int, game: str) -> int:
        """Return how many matches somebody has begun to play, lessons apart."""
        rows = await self._all(
            "SELECT COUNT(*) FROM seats s JOIN matches m ON m.id = s.match_id WHERE s.person_id = ? AND m.game = ? "
            "AND m.lesson = '' AND m.standing IN ('playing', 'over')",
            person,
            game,
        )
        return int(rows[0][0])

    async def explained(self, person: int, game: str) -> dict[str, tuple[int, int]]:
        """Return what was explained to somebody, each with the match and the question in which it was."""
        rows = await self._all(
            "SELECT what, match_id, question FROM explained WHERE person_id = ? AND game = ?", person, game
        )
        return {what: (match_id, question) for what, match_id, question in rows}

    async def explain(self, person: int, game: str, what: str, match_id: int, question: int) -> None:
        """Remember that something was explained to somebody."""
        await self._all(
            "INSERT INTO explained (person_id, game, what, match_id, question) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (person_id, game, what) DO NOTHING",
            person,
            game,
            what,
            match_id,
            question,
        )

    async def wants(self, person: int) -> bool:
        """Return whether somebody wants explanations in their first matches."""
        rows = await self._all("SELECT explanations FROM people WHERE id = ?", person)
        return bool(rows[0][0]) if rows else True

    async def want(self, person: int, *, wanted: bool) -> None:
        """Remember whether somebody wants explanations."""
        await self._all(
            "INSERT INTO people (id, explanations) VALUES (?, ?) "
            "ON CONFLICT (id) DO UPDATE SET explanations = excluded.explanations",
            person,
            int(wanted),
        )
