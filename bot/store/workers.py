"""Statements about the processes that work on this database."""

from __future__ import annotations

from bot.store.subject import Subject


class WorkerStatements(Subject):
    """Living workers, inside a transaction."""

    async def beat(self, worker: str, role: str, version: str, now: int) -> None:
        """Say that a worker lives."""
        await self._put("workers", {"id": worker}, role=role, version=version, seen_at=now)

    async def seen(self, worker: str, now: int) -> None:
        """Say that a known worker lives."""
        await self._tell("UPDATE workers SET seen_at = ? WHERE id = ? AND seen_at < ?", now, worker, now)

    async def lives(self, worker: str) -> bool:
        """Return whether a worker is known to live."""
        return await self._is_there("SELECT 1 FROM workers WHERE id = ?", worker)

    async def take_gone(self, before: int) -> list[str]:
        """Take away the workers that gave no sign of life since that time, and return them."""
        rows = await self._all("DELETE FROM workers WHERE seen_at < ? RETURNING id", before)
        return [str(row[0]) for row in rows]

    async def forget(self, worker: str) -> None:
        """Take a worker away."""
        await self._tell("DELETE FROM workers WHERE id = ?", worker)

    async def forget_others(self, worker: str) -> None:
        """Take all workers away but this one."""
        await self._tell("DELETE FROM workers WHERE id <> ?", worker)
