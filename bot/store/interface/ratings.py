"""What the bot asks of its store about ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.store.rows import RatedRow, RatingRow


class RatingsReading(Protocol):
    """Ratings and what rated matches did to them."""

    async def of(self, guild_id: int, game: str, person: int) -> RatingRow | None:
        """Return somebody's rating, None before their first rated match there."""
        ...

    async def best(self, guild_id: int, game: str, limit: int, skipped: int) -> list[RatingRow]:
        """Return the ratings of a server, the best first."""
        ...

    async def all(self, guild_id: int, game: str) -> list[RatingRow]:
        """Return all ratings of a server, also those that stand-ins have kept."""
        ...

    async def count(self, guild_id: int, game: str, *, above: int | None = None) -> int:
        """Return how many people have a rating on a server, or one above `above`."""
        ...

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return what a rated match has done, None if it did nothing yet."""
        ...

    async def of_pair(self, guild_id: int, game: str, one: int, other: int, since: int) -> int:
        """Return how many matches in which two people played have counted on a server since a moment."""
        ...

    async def begun(self, match_id: int, guild_id: int, game: str, person: int, since: int) -> int:
        """Return how many other rated matches of someone have begun on a server since a moment, and count or go on."""
        ...

    async def lost_early(self, person: int, since: int) -> int:
        """Return how many rated matches somebody has lost since a moment before they were really played."""
        ...

    async def history(self, guild_id: int, game: str) -> list[RatedRow]:
        """Return what all rated matches of a server and game did, in the order in which they ended."""
        ...


class RatingsWriting(RatingsReading, Protocol):
    """Ratings, inside a transaction."""

    async def put(self, ratings: Sequence[RatingRow]) -> None:
        """Remember ratings."""
        ...

    async def drop(self, ratings: Sequence[RatingRow]) -> None:
        """Forget ratings: those people have played no match that counts."""
        ...

    async def add(self, row: RatedRow) -> None:
        """Remember what a rated match has done. A match has done it once: a second time is an error."""
        ...

    async def change(self, rows: Sequence[RatedRow]) -> None:
        """Remember why rated matches did not count, or as what part of one they did, and what they have done."""
        ...
