"""What players offer each other, as the SQLite store keeps it: see `bot.offers`."""

from __future__ import annotations

from dataclasses import astuple, fields, replace

import aiosqlite

from bot.offers import NOTHING, Intervention, Offers

_COLUMNS = tuple(field.name for field in fields(Offers))


class SqliteOffers:
    """Statements about offers, gains on the clock, and interventions."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def of(self, match_id: int) -> Offers:
        """Return what is offered in a match."""
        rows = await self._connection.execute_fetchall(
            f"SELECT {', '.join(_COLUMNS)} FROM offers WHERE match_id = ?",  # noqa: S608
            (match_id,),
        )
        found = next((Offers(*row) for row in rows), NOTHING)
        return replace(found, undo_late=bool(found.undo_late))

    async def put(self, match_id: int, offers: Offers) -> None:
        """Remember what is offered in a match, in the place of what was."""
        changed = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS)
        await self._connection.execute(
            f"INSERT INTO offers (match_id, {', '.join(_COLUMNS)}) VALUES (?, {', '.join('?' * len(_COLUMNS))}) "  # noqa: S608
            f"ON CONFLICT (match_id) DO UPDATE SET {changed}",
            (match_id, *astuple(offers)),
        )

    async def gain(self, match_id: int, answer: int, gained: int) -> None:
        """Remember what a clock gained by the answer of that number, counted from 0."""
        await self._connection.execute(
            "INSERT INTO clock_gains (match_id, answer, gained) VALUES (?, ?, ?) "
            "ON CONFLICT (match_id, answer) DO UPDATE SET gained = excluded.gained",
            (match_id, answer, gained),
        )

    async def gains(self, match_id: int, first: int) -> dict[int, int]:
        """Return what clocks gained by the answers from that number on."""
        rows = await self._connection.execute_fetchall(
            "SELECT answer, gained FROM clock_gains WHERE match_id = ? AND answer >= ?", (match_id, first)
        )
        return {int(answer): int(gained) for answer, gained in rows}

    async def intervene(self, match_id: int, intervention: Intervention) -> None:
        """Remember why a moderator ended a match."""
        await self._connection.execute(
            "INSERT INTO interventions (match_id, moderator, reason) VALUES (?, ?, ?)",
            (match_id, intervention.moderator, intervention.reason),
        )

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return why a moderator ended a match, None if none did."""
        rows = await self._connection.execute_fetchall(
            "SELECT moderator, reason FROM interventions WHERE match_id = ?", (match_id,)
        )
        return next((Intervention(*row) for row in rows), None)
