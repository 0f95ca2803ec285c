"""The consequences of a match's end: what it did to ratings, and how often the ball was passed in it."""

from __future__ import annotations

from bot.store import Store
from bot.store.rows import RatedRow


class Results:
    """Facts about matches that are over."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def hand_offs(self, match_id: int) -> int:
        """Return how often the ball has passed from one player to the other in a match.

        What public knowledge forced was nobody's answer and does not count. What standing orders have answered counts as
        if their owners had: another number would tell that there were orders.
        """
        async with self._store.read() as store:
            return await store.acts.hand_offs(match_id)

    async def rated(self, match_id: int) -> RatedRow | None:
        """Return what a match has done to ratings, or why it did not count; None for a casual one."""
        async with self._store.read() as store:
            return await store.ratings.rated(match_id)
