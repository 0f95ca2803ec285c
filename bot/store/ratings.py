"""The statements of the SQLite store about ratings, in SQL that PostgreSQL would understand as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aiosqlite

from bot.store.rows import RatedRow, RatingRow
from bot.store.selves import ids_of, marks

_RATING = (
    "SELECT r.guild_id, r.game, r.person_id, r.mu, r.sigma, r.shown, r.matches, p.name "
    "FROM ratings r JOIN people p ON p.id = r.person_id "
)
_COLUMNS = (
    "match_id", "guild_id", "at", "why_not", "first_person", "second_person", "first_before", "first_after",
    "second_before", "second_after", "game", "winner", "part", "pair_for", "daily",
)  # fmt: skip
_COUNT = "SELECT COUNT(*) FROM rated WHERE "
_RATED = f"SELECT {', '.join(_COLUMNS)} FROM rated "  # noqa: S608


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

    async def drop(self, ratings: Sequence[RatingRow]) -> None:
        """Forget ratings: those people have played no match that counts."""
        await self._connection.executemany(
            "DELETE FROM ratings WHERE guild_id = ? AND game = ? AND person_id = ?",
            [(r.guild_id, r.game, r.person_id) for r in ratings],
        )

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return what a rated match has done, None if it did nothing yet."""
        rows = await self._all(_RATED + "WHERE match_id = ?", match_id)
        return _rated(rows[0]) if rows else None

    async def history(self, guild_id: int, game: str) -> list[RatedRow]:
        """Return what all rated matches of a server and game did, in the order in which they ended."""
        rows = await self._all(_RATED + "WHERE guild_id = ? AND game = ? ORDER BY number", guild_id, game)
        return [_rated(row) for row in rows]

    async def of_pair(self, guild_id: int, game: str, one: int, other: int, since: int) -> int:
        """Return how many matches of two people have counted on a server since a moment."""
        ones, others = await ids_of(self._connection, one), await ids_of(self._connection, other)
        return await self._count(
            f"guild_id = ? AND game = ? AND at > ? AND why_not = '' "
            f"AND ((first_person IN ({marks(ones)}) AND second_person IN ({marks(others)})) "
            f"OR (first_person IN ({marks(others)}) AND second_person IN ({marks(ones)})))",
            guild_id,
            game,
            since,
            *ones,
            *others,
            *others,
            *ones,
        )

    async def counted(self, guild_id: int, game: str, person: int, since: int) -> int:
        """Return how many matches of somebody have counted on a server since a moment."""
        ids = await ids_of(self._connection, person)
        return await self._count(
            f"guild_id = ? AND game = ? AND at > ? AND why_not = '' "
            f"AND (first_person IN ({marks(ids)}) OR second_person IN ({marks(ids)}))",
            guild_id,
            game,
            since,
            *ids,
            *ids,
        )

    async def left_early(self, person: int, since: int) -> int:
        """Return how many rated matches somebody has lost since a moment before they were really played."""
        ids = await ids_of(self._connection, person)
        return await self._count(
            f"at > ? AND why_not IN ('short', 'left') "
            f"AND ((first_person IN ({marks(ids)}) AND winner = 1) OR (second_person IN ({marks(ids)}) AND winner = 0))",
            since,
            *ids,
            *ids,
        )

    async def add(self, row: RatedRow) -> None:
        """Remember what a rated match has done. A match has done it once: a second time is an error."""
        await self._all(
            f"INSERT INTO rated ({', '.join(_COLUMNS)}, number) "  # noqa: S608
            f"VALUES ({', '.join('?' * len(_COLUMNS))}, (SELECT COALESCE(MAX(number), 0) + 1 FROM rated))",
            *_values(row),
        )

    async def change(self, rows: Sequence[RatedRow]) -> None:
        """Remember what rated matches have done, in the place of what was remembered of them."""
        changed = ", ".join(f"{column} = ?" for column in _COLUMNS[1:])
        await self._connection.executemany(
            f"UPDATE rated SET {changed} WHERE match_id = ?",  # noqa: S608
            [(*_values(row)[1:], row.match_id) for row in rows],
        )

    async def _count(self, which: str, *values: Any) -> int:
        return int((await self._all(_COUNT + which, *values))[0][0])


def _rated(row: Sequence[Any]) -> RatedRow:
    return RatedRow(
        *row[:4],
        people=(row[4], row[5]),
        before=(row[6], row[8]),
        after=(row[7], row[9]),
        game=row[10],
        winner=row[11],
        part=row[12],
        pair_for=row[13],
        daily=row[14],
    )


def _values(row: RatedRow) -> tuple[Any, ...]:
    before, after = row.before, row.after
    return (
        row.match_id, row.guild_id, row.at, row.why_not, *row.people, before[0], after[0], before[1], after[1],
        row.game, row.winner, row.part, row.pair_for, row.daily,
    )  # fmt: skip
