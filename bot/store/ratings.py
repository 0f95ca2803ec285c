"""The statements of the SQLite store about ratings, in SQL that PostgreSQL would understand as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aiosqlite

from bot.store.rows import RatedRow, RatingRow

_RATING = (
    "SELECT r.guild_id, r.game, r.person_id, r.mu, r.sigma, r.shown, r.matches, p.name "
    "FROM ratings r JOIN people p ON p.id = r.person_id "
)


class SqliteRatings:
    """Ratings and what rated matches did to them."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        return list(await self._connection.execute_fetchall(sql, values))

    async def of(self, guild_id: int, game: str, person: int) -> RatingRow | None:
        """Return somebody's rating, None before their first rated match there."""
        rows = await self._all(
            _RATING + "WHERE r.guild_id = ? AND r.game = ? AND r.person_id = ?", guild_id, game, person
        )
        return RatingRow(*rows[0]) if rows else None

    async def best(self, guild_id: int, game: str, limit: int, skipped: int) -> list[RatingRow]:
        """Return the ratings of a server, the best first."""
        rows = await self._all(
            _RATING
            + "WHERE r.guild_id = ? AND r.game = ? ORDER BY r.shown DESC, r.person_id LIMIT ? OFFSET ?",
            guild_id,
            game,
            limit,
            skipped,
        )
        return [RatingRow(*row) for row in rows]

    async def count(self, guild_id: int, game: str, *, above: int | None = None) -> int:
        """Return how many people have a rating on a server, or one above `above`."""
        rows = await self._all(
            "SELECT COUNT(*) FROM ratings WHERE guild_id = ? AND game = ? AND (? IS NULL OR shown > ?)",
            guild_id,
            game,
            above,
            above,
        )
        return int(rows[0][0])

    async def put(self, ratings: Sequence[RatingRow]) -> None:
        """Remember ratings."""
        await self._connection.executemany(
            "INSERT INTO ratings (guild_id, game, person_id, mu, sigma, shown, matches) VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (guild_id, game, person_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
            "shown = excluded.shown, matches = excluded.matches",
            [(r.guild_id, r.game, r.person_id, r.mu, r.sigma, r.shown, r.matches) for r in ratings],
        )

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return what a rated match has done, None if it did nothing yet."""
        rows = await self._all(
            "SELECT match_id, guild_id, at, why_not, first_person, second_person, first_before, first_after, "
            "second_before, second_after FROM rated WHERE match_id = ?",
            match_id,
        )
        if not rows:
            return None
        row = rows[0]
        return RatedRow(*row[:4], people=(row[4], row[5]), before=(row[6], row[8]), after=(row[7], row[9]))

    async def of_pair(self, guild_id: int, one: int, other: int, since: int) -> int:
        """Return how many matches of two people have counted on a server since a moment."""
        rows = await self._all(
            "SELECT COUNT(*) FROM rated WHERE guild_id = ? AND at > ? AND why_not = '' "
            "AND ((first_person = ? AND second_person = ?) OR (first_person = ? AND second_person = ?))",
            guild_id,
            since,
            one,
            other,
            other,
            one,
        )
        return int(rows[0][0])

    async def add(self, row: RatedRow) -> None:
        """Remember what a rated match has done. A match has done it once: a second time is an error."""
        await self._all(
            "INSERT INTO rated (match_id, guild_id, at, why_not, first_person, second_person, first_before, "
            "first_after, second_before, second_after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.match_id,
            row.guild_id,
            row.at,
            row.why_not,
            *row.people,
            row.before[0],
            row.after[0],
            row.before[1],
            row.after[1],
        )
