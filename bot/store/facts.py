"""The statements about single facts, on SQLite."""

from __future__ import annotations

from bot.store.subject import Subject


class SqliteFacts(Subject):
    """Single facts, such as the hash of the registered commands."""

    async def of(self, name: str) -> str | None:
        """Return a fact."""
        row = await self._one("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row[0])

    async def put(self, name: str, value: str) -> None:
        """Remember a fact."""
        await self._put("facts", {"name": name}, value=value)
