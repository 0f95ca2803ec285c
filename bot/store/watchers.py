"""Statements about who watches matches."""

from __future__ import annotations

from bot.store.columns import Columns
from bot.store.rows import WatcherRow
from bot.store.subject import Subject

_WATCHER = Columns(WatcherRow)


class WatcherQueries(Subject):
    """Who watches matches: up to which revision they were told what happened, and whom to call at the end."""

    async def of(self, match_id: int, person: int) -> WatcherRow:
        """Return how far somebody has followed a match."""
        return (
            await self._record(
                _WATCHER, "FROM watching WHERE match_id = ? AND person_id = ?", match_id, person
            )
            or WatcherRow()
        )

    async def to_call(self, match_id: int) -> list[int]:
        """Return who wants to be called when a match is over."""
        return await self._numbers(
            "SELECT person_id FROM watching WHERE match_id = ? AND calls = 1 ORDER BY person_id", match_id
        )


class WatcherStatements(WatcherQueries):
    """Who watches matches, inside a transaction."""

    async def put(self, match_id: int, person: int, seen: int, *, calls: bool) -> None:
        """Remember up to which revision somebody was told what happened, and whether to call them at the end."""
        key = {"match_id": match_id, "person_id": person}
        await self._put("watching", key, seen=seen, calls=calls)
