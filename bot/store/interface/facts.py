"""What the bot asks of its store about single facts."""

from __future__ import annotations

from typing import Protocol


class FactsReading(Protocol):
    """Single facts, such as the application that plays on the database."""

    async def of(self, name: str) -> str | None:
        """Return a fact."""
        ...

    async def beginning(self, start: str) -> dict[str, str]:
        """Return the facts whose names begin so, without those that are empty."""
        ...


class FactsWriting(FactsReading, Protocol):
    """Single facts, inside a transaction."""

    async def put(self, name: str, value: str) -> None:
        """Remember a fact."""
        ...
