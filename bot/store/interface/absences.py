"""What the bot asks of its store about when it was out of reach."""

from __future__ import annotations

from typing import Protocol

from bot.clocks.absence import Absence


class AbsencesReading(Protocol):
    """When the bot was out of reach. What is read of clocks is without that time."""

    async def deadline(self, until: int, since: int, guild_id: int | None) -> int:
        """Return a deadline for which time counts since a moment, moved by the absences that lie before it."""
        ...

    async def last_told(self, guild_id: int | None) -> Absence | None:
        """Return the last absence of which the players on a server are told."""
        ...


class AbsencesWriting(AbsencesReading, Protocol):
    """When the bot was out of reach, inside a transaction."""

    async def to_tell(self) -> tuple[int, Absence, int] | None:
        """Return the first absence of which players are still to be told: its number, itself, the last match told."""
        ...

    async def told(self, number: int, match_id: int | None) -> None:
        """Remember that the players of matches up to this one were told of an absence; None: there is nobody left."""
        ...

    async def stopped(self, after: int, limit: int) -> list[int]:
        """Return the matches, in order after one, with a clock that runs or a draw that is offered."""
        ...
