"""People who follow a match without playing, and want a mention when it is over."""

from __future__ import annotations

from bot.store import Store
from bot.store.blocks import BlockQueries
from bot.store.rows import MatchRow


class Followers:
    """The followers of matches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def to_call(self, match_id: int) -> tuple[int, ...]:
        """Return the people who want a mention at the end of the match.

        People with a block between them and a player are left out.
        """
        async with self._store.read() as store:
            row = await store.matches.existing(match_id)
            watchers = await store.watchers.to_call(match_id)
            return tuple([person for person in watchers if not await is_unwelcome(store.blocks, row, person)])


async def is_unwelcome(blocks: BlockQueries, row: MatchRow, person: int) -> bool:
    """Return whether a player and this person have blocked one another."""
    for seat in row.seats:
        if await blocks.has_blocked(seat.person_id, person):
            return True
        if await blocks.has_blocked(person, seat.person_id):
            return True
    return False
