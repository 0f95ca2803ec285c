"""Statements about single facts."""

from __future__ import annotations

from bot.store.subject import Subject

TROUBLE = "trouble of match "
"""The fact that says what keeps a match from being shown in its thread, before the number of the match."""


class FactQueries(Subject):
    """Single facts, such as the application that plays on the database."""

    async def of(self, name: str) -> str | None:
        """Return a fact."""
        row = await self._one("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row[0])

    async def beginning(self, start: str) -> dict[str, str]:
        """Return the facts whose names begin so, without those that are empty."""
        rows = await self._all(
            "SELECT name, value FROM facts WHERE substr(name, 1, ?) = ? AND value <> '' ORDER BY name",
            len(start),
            start,
        )
        return {str(name): str(value) for name, value in rows}


class FactStatements(FactQueries):
    """Single facts, inside a transaction."""

    async def store(self, name: str, value: str) -> None:
        """Remember a fact."""
        await self._put("facts", {"name": name}, value=value)
