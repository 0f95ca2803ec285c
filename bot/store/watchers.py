"""Statements about spectators."""

from __future__ import annotations

from bot.store.rows import WatcherRow
from bot.store.subject import Columns, Subject

_WATCHER = Columns(WatcherRow)


class WatcherQueries(Subject):
    """Spectators of matches: the last revision each has seen, and whether to mention them at the end."""

    async def of(self, match_id: int, person: int) -> WatcherRow:
        """Return the last revision of a match that a person has seen."""
        return (
            await self._record(
                _WATCHER, "FROM watching WHERE match_id = ? AND person_id = ?", match_id, person
            )
            or WatcherRow()
        )

    async def to_call(self, match_id: int) -> list[int]:
        """Return the people who want a mention at the end of a match."""
        return await self._numbers(
            "SELECT person_id FROM watching WHERE match_id = ? AND calls = 1 ORDER BY person_id", match_id
        )


class WatcherStatements(WatcherQueries):
    """Spectators of matches, inside a transaction."""

    async def store(self, match_id: int, person: int, seen: int, *, calls: bool) -> None:
        """Store the last revision that a spectator has seen, and whether to mention them at the end."""
        key = {"match_id": match_id, "person_id": person}
        await self._put("watching", key, seen=seen, calls=calls)
