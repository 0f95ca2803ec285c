"""Statements about ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.store.connection import Value
from bot.store.deleted_accounts import ids_of
from bot.store.rows import RatedRow, RatedSeat, RatingRow
from bot.store.subject import Columns, Subject, placeholders


class _SeatOfMatch(NamedTuple):
    """A seat of one of several rated matches."""

    match_id: int
    row: RatedSeat


_RATING = Columns(RatingRow, "r", name="p.name")
_FROM = "FROM ratings r JOIN people p ON p.id = r.person_id WHERE r.guild_id = ? AND r.game = ? "
_RATED = Columns(RatedRow, "r", seats=None)
_RATED_SEAT = Columns(RatedSeat, "s", before="s.shown_before", after="s.shown_after")
_RATED_SEATS = Columns(_SeatOfMatch, "s", row=_RATED_SEAT)
_COUNT = "SELECT COUNT(*) FROM rated r JOIN rated_seats s ON s.match_id = r.match_id WHERE "


class RatingQueries(Subject):
    """Ratings, and the effects of rated matches."""

    async def of(self, guild_id: int, game: str, person: int) -> RatingRow | None:
        """Return a person's rating, None before their first rated match on the server.

        A returning account continues with its placeholder's rating.
        """
        for person_id in await ids_of(self._connection, person):
            row = await self._record(_RATING, _FROM + "AND r.person_id = ?", guild_id, game, person_id)
            if row is not None:
                return row if person_id == person else replace(row, person_id=person)
        return None

    async def where(self, person: int) -> list[tuple[int, str]]:
        """Return the (server, game) pairs for which a person has a rating."""
        rows = await self._all("SELECT guild_id, game FROM ratings WHERE person_id = ? ORDER BY 1, 2", person)
        return [(int(guild), str(game)) for guild, game in rows]

    async def best(self, guild_id: int, game: str, limit: int, skipped: int) -> list[RatingRow]:
        """Return a server's ratings, best first, without placeholders."""
        return await self._records(
            _RATING,
            _FROM + "AND r.person_id > 0 ORDER BY r.shown DESC, r.person_id LIMIT ? OFFSET ?",
            guild_id,
            game,
            limit,
            skipped,
        )

    async def all(self, guild_id: int, game: str) -> list[RatingRow]:
        """Return all ratings of a server, including placeholders'."""
        return await self._records(_RATING, _FROM + "ORDER BY r.person_id", guild_id, game)

    async def count(self, guild_id: int, game: str, *, above: int | None = None) -> int:
        """Return the number of people with a rating on a server, or with one above `above`."""
        return await self._number(
            "SELECT COUNT(*) FROM ratings WHERE guild_id = ? AND game = ? AND person_id > 0 AND (CAST(? AS BIGINT) IS NULL OR shown > ?)",
            guild_id,
            game,
            above,
            above,
        )

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return the effect of a rated match, None if it has had none yet."""
        return next(iter(await self._rated("r.match_id = ?", match_id)), None)

    async def history(self, guild_id: int, game: str) -> list[RatedRow]:
        """Return the effects of all rated matches of a server and game, in the order they ended."""
        return await self._rated("r.guild_id = ? AND r.game = ?", guild_id, game)

    async def of_pair(self, guild_id: int, game: str, one: int, other: int, since: int) -> int:
        """Return the number of rated matches between two people on a server that counted since a moment."""
        ones, others = await ids_of(self._connection, one), await ids_of(self._connection, other)
        return await self._number(
            f"{_COUNT} r.guild_id = ? AND r.game = ? AND r.at > ? AND r.why_not = '' "  # noqa: S608
            f"AND s.person_id IN ({placeholders(ones)}) AND EXISTS (SELECT 1 FROM rated_seats o "
            f"WHERE o.match_id = s.match_id AND o.person_id IN ({placeholders(others)}))",
            guild_id,
            game,
            since,
            *ones,
            *others,
        )

    async def begun(self, match_id: int, guild_id: int, game: str, person: int, since: int) -> int:
        """Return the number of a person's other rated matches begun on a server since a moment.

        Those that ended without counting are left out.
        """
        ids = await ids_of(self._connection, person)
        return await self._number(
            "SELECT COUNT(*) FROM matches m JOIN seats s ON s.match_id = m.id LEFT JOIN rated r ON r.match_id = m.id "  # noqa: S608
            f"WHERE s.person_id IN ({placeholders(ids)}) AND m.id <> ? AND m.guild_id = ? AND m.game = ? AND m.rated = 1 "
            "AND m.unrated = '' AND (m.standing = 'playing' OR r.why_not = '') "
            "AND (SELECT MIN(e.at) FROM events e WHERE e.match_id = m.id) > ?",
            *ids,
            match_id,
            guild_id,
            game,
            since,
        )

    async def lost_early(self, person: int, since: int) -> int:
        """Return the number of rated matches that a person lost early since a moment."""
        ids = await ids_of(self._connection, person)
        return await self._number(
            f"{_COUNT} r.at > ? AND r.why_not IN ('short', 'left') AND s.place > 1 AND s.person_id IN ({placeholders(ids)})",
            since,
            *ids,
        )

    async def _rated(self, which: str, *values: Value) -> list[RatedRow]:
        """Return the effects of rated matches, in the order they ended."""
        source = "FROM rated_seats s JOIN rated r ON r.match_id = s.match_id WHERE"
        rows, seats = await self._connection.fetch(
            (_RATED.select(f"FROM rated r WHERE {which} ORDER BY r.number"), values),
            (_RATED_SEATS.select(f"{source} {which} ORDER BY s.seat"), values),
        )
        by_match: dict[int, list[RatedSeat]] = {}
        for seat in _RATED_SEATS.records(seats):
            by_match.setdefault(seat.match_id, []).append(seat.row)
        return [_RATED.record(row, seats=tuple(by_match[row[0]])) for row in rows]


class RatingStatements(RatingQueries):
    """Ratings, inside a transaction."""

    async def store(self, ratings: Sequence[RatingRow]) -> None:
        """Store ratings. A placeholder's rating becomes its person's again."""
        for row in ratings:
            _, *placeholders = await ids_of(self._connection, row.person_id) if row.person_id > 0 else [0]
            await self.drop([replace(row, person_id=placeholder) for placeholder in placeholders])
            key = {"guild_id": row.guild_id, "game": row.game, "person_id": row.person_id}
            await self._put("ratings", key, mu=row.mu, sigma=row.sigma, shown=row.shown, matches=row.matches)

    async def drop(self, ratings: Sequence[RatingRow]) -> None:
        """Delete the ratings of people without a match that counts."""
        await self._many(
            "DELETE FROM ratings WHERE guild_id = ? AND game = ? AND person_id = ?",
            [(r.guild_id, r.game, r.person_id) for r in ratings],
        )

    async def add(self, row: RatedRow) -> None:
        """Store the effect of a rated match. Raises an error for a second one."""
        number = await self._number("SELECT COALESCE(MAX(number), 0) + 1 FROM rated")
        await self._add("rated", **_RATED.values(row), number=number)
        for seat, rated_seat in enumerate(row.seats):
            await self._add("rated_seats", match_id=row.match_id, seat=seat, **_RATED_SEAT.values(rated_seat))

    async def change(self, rows: Sequence[RatedRow]) -> None:
        """Store changed effects of rated matches: why they don't count, or their weight."""
        for row in rows:
            await self._execute(
                "UPDATE rated SET why_not = ?, part = ? WHERE match_id = ?",
                row.why_not,
                row.part,
                row.match_id,
            )
            for seat, rated_seat in enumerate(row.seats):
                key = {"match_id": row.match_id, "seat": seat}
                await self._put("rated_seats", key, **_RATED_SEAT.values(rated_seat))
