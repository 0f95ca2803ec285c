"""Puzzles and people's answers."""

from __future__ import annotations

import msgspec

from bot.store.subject import Columns, Subject


class Strength(msgspec.Struct, frozen=True):
    """A person's strength at puzzles, or a puzzle's difficulty: a normal distribution."""

    mu: float
    sigma: float


class PuzzleAnswerRow(msgspec.Struct, frozen=True):
    """A person's answer to a puzzle. `day` is the day whose puzzle it was, or "". `choice` is the answer's position.

    The ratings are the person's, displayed, before and after; both are 0 if it didn't count.
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


_ANSWER = Columns(PuzzleAnswerRow)
_STRENGTH = Columns(Strength)


class PuzzleQueries(Subject):
    """Puzzles and people's answers."""

    async def answer(self, person: int, game: str, puzzle: str, day: str) -> PuzzleAnswerRow | None:
        """Return a person's answer to the puzzle of a day, None if they have not answered."""
        return await self._record(
            _ANSWER,
            "FROM puzzle_answers WHERE person_id = ? AND game = ? AND puzzle = ? AND day = ?",
            person,
            game,
            puzzle,
            day,
        )

    async def answered(self, person: int, game: str) -> frozenset[str]:
        """Return the puzzles of a game that a person has answered."""
        rows = await self._all(
            "SELECT DISTINCT puzzle FROM puzzle_answers WHERE person_id = ? AND game = ?", person, game
        )
        return frozenset(str(puzzle) for (puzzle,) in rows)

    async def days(self, person: int, game: str) -> list[str]:
        """Return the days whose puzzle a person has answered, in order."""
        rows = await self._all(
            "SELECT DISTINCT day FROM puzzle_answers WHERE person_id = ? AND game = ? AND day <> '' ORDER BY day",
            person,
            game,
        )
        return [str(day) for (day,) in rows]

    async def solvers(self, guild_id: int, game: str, day: str) -> int:
        """Return the number of people on a server who solved a day's puzzle."""
        return await self._number(
            "SELECT COUNT(*) FROM puzzle_answers WHERE guild_id = ? AND game = ? AND day = ? AND solved = 1",
            guild_id,
            game,
            day,
        )

    async def solver(self, person: int, game: str) -> Strength | None:
        """Return a person's strength at puzzles, None before their first."""
        return await self._record(
            _STRENGTH, "FROM puzzle_solvers WHERE person_id = ? AND game = ?", person, game
        )

    async def strength(self, game: str, puzzle: str) -> Strength | None:
        """Return a puzzle's difficulty, None until someone has answered it."""
        return await self._record(
            _STRENGTH, "FROM puzzle_ratings WHERE game = ? AND puzzle = ?", game, puzzle
        )


class PuzzleStatements(PuzzleQueries):
    """Puzzles, inside a transaction."""

    async def add(self, row: PuzzleAnswerRow) -> None:
        """Store a person's answer to a puzzle."""
        await self._add("puzzle_answers", **_ANSWER.values(row))

    async def put_solver(self, person: int, game: str, strength: Strength) -> None:
        """Store a person's strength at puzzles."""
        await self._put("puzzle_solvers", {"person_id": person, "game": game}, **_STRENGTH.values(strength))

    async def put_strength(self, game: str, puzzle: str, strength: Strength) -> None:
        """Store a puzzle's difficulty."""
        await self._put("puzzle_ratings", {"game": game, "puzzle": puzzle}, **_STRENGTH.values(strength))
