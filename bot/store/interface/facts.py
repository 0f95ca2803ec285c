"""What the bot asks of its store about single facts."""

from __future__ import annotations

from typing import Protocol


class FactsReading(Protocol):
    """Single facts, such as the hash of the registered commands."""

    async def of(self, name: str) -> str | None:
        """Return a fact."""
        ...


class FactsWriting(FactsReading, Protocol):
    """Single facts, inside a transaction."""

    async def put(self, name: str, value: str) -> None:
        """Remember a fact."""
        ...
