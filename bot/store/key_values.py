"""Statements about named values, such as the application that uses the database. They are in the table `facts`."""

from __future__ import annotations

from bot.store.subject import Subject

TROUBLE = "trouble of match "
"""The prefix of values with the problem that prevents showing a match in its thread; the match's number follows."""


class KeyValueQueries(Subject):
    """Named values."""

    async def of(self, name: str) -> str | None:
        """Return a value, None if it isn't set."""
        row = await self._one("SELECT value FROM facts WHERE name = ?", name)
        return None if row is None else str(row[0])

    async def beginning(self, start: str) -> dict[str, str]:
        """Return the non-empty values whose names start with a prefix."""
        rows = await self._all(
            "SELECT name, value FROM facts WHERE substr(name, 1, ?) = ? AND value <> '' ORDER BY name",
            len(start),
            start,
        )
        return {str(name): str(value) for name, value in rows}


class KeyValueStatements(KeyValueQueries):
    """Named values, inside a transaction."""

    async def store(self, name: str, value: str) -> None:
        """Set a value."""
        await self._put("facts", {"name": name}, value=value)
