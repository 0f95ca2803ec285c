"""Statements about the processes that use this database."""

from __future__ import annotations

from bot.store.subject import Subject


class WorkerStatements(Subject):
    """Living workers, inside a transaction."""

    async def beat(self, worker: str, role: str, version: str, now: int) -> None:
        """Store a worker's sign of life."""
        await self._put("workers", {"id": worker}, role=role, version=version, seen_at=now)

    async def seen(self, worker: str, now: int) -> None:
        """Store a known worker's sign of life."""
        await self._execute("UPDATE workers SET seen_at = ? WHERE id = ? AND seen_at < ?", now, worker, now)

    async def lives(self, worker: str) -> bool:
        """Return whether a worker is known to be alive."""
        return await self._is_there("SELECT 1 FROM workers WHERE id = ?", worker)

    async def take_gone(self, before: int) -> list[str]:
        """Remove and return the workers without a sign of life since that time."""
        rows = await self._all("DELETE FROM workers WHERE seen_at < ? RETURNING id", before)
        return [str(row[0]) for row in rows]

    async def forget(self, worker: str) -> None:
        """Remove a worker."""
        await self._execute("DELETE FROM workers WHERE id = ?", worker)

    async def forget_others(self, worker: str) -> None:
        """Remove all workers except this one."""
        await self._execute("DELETE FROM workers WHERE id <> ?", worker)
