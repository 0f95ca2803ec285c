"""What the bot asks of its store about who watches matches."""

from __future__ import annotations

from typing import Protocol

from bot.store.rows import WatcherRow


class WatchersReading(Protocol):
    """Who watches matches: up to which revision they were told what happened, and whom to call at the end."""

    async def of(self, match_id: int, person: int) -> WatcherRow:
        """Return how far somebody has followed a match."""
        ...

    async def to_call(self, match_id: int) -> list[int]:
        """Return who wants to be called when a match is over."""
        ...


class WatchersWriting(WatchersReading, Protocol):
    """Who watches matches, inside a transaction."""

    async def put(self, match_id: int, person: int, seen: int, *, calls: bool) -> None:
        """Remember up to which revision somebody was told what happened, and whether to call them at the end."""
        ...
