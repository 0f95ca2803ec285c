"""What the bot asks of its store about what people did in matches, and what happened in them."""

from __future__ import annotations

from typing import Protocol

from bot.store.rows import ActRow, EventsRow


class ActsReading(Protocol):
    """What people did, one row for each revision of a match."""

    async def act(self, interaction_id: int) -> ActRow | None:
        """Return what an interaction did, None if it is new."""
        ...

    async def of(self, match_id: int, *, rev: int | None = None) -> list[ActRow]:
        """Return all that was done in a match, in order, or what was done at one revision."""
        ...

    async def last_by(self, match_id: int, person: int) -> int:
        """Return when someone did something in a match last, in ms since 1970; 0 if they have not."""
        ...

    async def hand_offs(self, match_id: int) -> int:
        """Return how often the decision has passed from one player to the other in a match."""
        ...

    async def median_reply(
        self, person: int, game: str, guild_id: int | None, *, everywhere: bool
    ) -> int | None:
        """Return the median of the times, in milliseconds, that somebody took to answer what others did in a game.

        `everywhere`: in all matches, else in those of one server.
        """
        ...


class ActsWriting(ActsReading, Protocol):
    """What people did, inside a transaction."""

    async def add(self, act: ActRow) -> None:
        """Log what somebody did without advancing a match."""
        ...


class EventsReading(Protocol):
    """What happened at each revision."""

    async def of(
        self,
        match_id: int,
        *,
        rev: int | None = None,
        last: int | None = None,
        since: int | None = None,
        decided_by: int | None = None,
    ) -> list[EventsRow]:
        """Return what happened in a match, in order: all of it, at one revision, after one, or at the last few.

        `decided_by`: from the last decision that this person made by hand; from the beginning if there is none.
        """
        ...
