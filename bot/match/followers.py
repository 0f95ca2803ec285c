"""People who want to be called when a match is over, besides its players."""

from __future__ import annotations

from bot.store import Store
from bot.store.calls import CallQueries
from bot.store.rows import MatchRow


class Followers:
    """The followers of matches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def to_call(self, match_id: int) -> tuple[int, ...]:
        """Return the people who want a mention at the end of the match, except those with a block between them and a
        player.
        """
        async with self._store.read() as store:
            row = await store.matches.existing(match_id)
            watchers = await store.watchers.to_call(match_id)
            return tuple([one for one in watchers if not await is_unwelcome(store.calls, row, one)])


async def is_unwelcome(calls: CallQueries, row: MatchRow, person: int) -> bool:
    """Return whether one of the players has blocked a person, or is blocked by them."""
    for seat in row.seats:
        if await calls.has_blocked(seat.person_id, person):
            return True
        if await calls.has_blocked(person, seat.person_id):
            return True
    return False
