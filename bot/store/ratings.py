"""The statements of the SQLite store about ratings, in SQL that PostgreSQL would understand as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.store.columns import Columns, Value
from bot.store.rows import RatedRow, RatingRow
from bot.store.selves import ids_of
from bot.store.subject import Subject, marks


class _Pair(NamedTuple):
    first: int
    second: int


def _pair(what: str) -> Columns[_Pair]:
    return Columns(_Pair, first=f"first_{what}", second=f"second_{what}")


_RATING = Columns(RatingRow, "r", name="p.name")
_FROM = "FROM ratings r JOIN people p ON p.id = r.person_id WHERE r.guild_id = ? AND r.game = ? "
_RATED = Columns(RatedRow, people=_pair("person"), before=_pair("before"), after=_pair("after"))
_OF_ONE = ("person", "before", "after")
_NEXT = "SELECT COALESCE(MAX(number), 0) + 1 FROM rated"
_COUNT = "SELECT COUNT(*) FROM rated WHERE "


class SqliteRatings(Subject):
    """Ratings and what rated matches did to them."""

    async def of(self, guild_id: int, game: str, person: int) -> RatingRow | None:
        """Return somebody's rating, None before their first rated match there."""
        return await self._record(_RATING, _FROM + "AND r.person_id = ?", guild_id, game, person)

    async def best(self, guild_id: int, game: str, limit: int, skipped: int) -> list[RatingRow]:
        """Return the ratings of a server, the best first."""
        return await self._records(
            _RATING,
            _FROM + "ORDER BY r.shown DESC, r.person_id LIMIT ? OFFSET ?",
            guild_id,
            game,
            limit,
            skipped,
        )

    async def count(self, guild_id: int, game: str, *, above: int | None = None) -> int:
        """Return how many people have a rating on a server, or one above `above`."""
        return await self._number(
            "SELECT COUNT(*) FROM ratings WHERE guild_id = ? AND game = ? AND (? IS NULL OR shown > ?)",
            guild_id,
            game,
            above,
            above,
        )

    async def put(self, ratings: Sequence[RatingRow]) -> None:
        """Remember ratings."""
        for row in ratings:
            key = {"guild_id": row.guild_id, "game": row.game, "person_id": row.person_id}
            await self._put("ratings", key, mu=row.mu, sigma=row.sigma, shown=row.shown, matches=row.matches)

    async def drop(self, ratings: Sequence[RatingRow]) -> None:
        """Forget ratings: those people have played no match that counts."""
        await self._many(
            "DELETE FROM ratings WHERE guild_id = ? AND game = ? AND person_id = ?",
            [(r.guild_id, r.game, r.person_id) for r in ratings],
        )

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return what a rated match has done, None if it did nothing yet."""
        return await self._record(_RATED, "FROM rated WHERE match_id = ?", match_id)

    async def history(self, guild_id: int, game: str) -> list[RatedRow]:
        """Return what all rated matches of a server and game did, in the order in which they ended."""
        return await self._records(
            _RATED, "FROM rated WHERE guild_id = ? AND game = ? ORDER BY number", guild_id, game
        )

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
        await self._add("rated", match_id=row.match_id, **_values(row), number=await self._number(_NEXT))

    async def change(self, rows: Sequence[RatedRow]) -> None:
        """Remember what rated matches have done, in the place of what was remembered of them."""
        for row in rows:
            await self._put("rated", {"match_id": row.match_id}, **_values(row))

    async def _count(self, which: str, *values: Value) -> int:
        return await self._number(_COUNT + which, *values)


def _values(row: RatedRow) -> dict[str, Value]:
    """Return what a row holds besides its match, by column."""
    first, second = zip(row.people, row.before, row.after, strict=True)
    both = zip(("first", "second"), (first, second), strict=True)
    people = {f"{which}_{name}": held for which, one in both for name, held in zip(_OF_ONE, one, strict=True)}
    return {name: held for name, held in _RATED.values(row).items() if name != "match_id"} | people
