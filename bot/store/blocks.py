"""Blocks: the people whom a person has blocked."""

from __future__ import annotations

import msgspec

from bot.store.deleted_accounts import ids_of
from bot.store.person import Person
from bot.store.subject import Columns, Subject, placeholders


class BlockedPerson(msgspec.Struct, frozen=True):
    """A blocked person with their last known name, and the time of the block."""

    person: Person
    at: int


_BLOCKED = Columns(
    BlockedPerson, "b", person=Columns(Person, "p", id="b.blocked_id", is_bot=None, is_this_bot=None)
)


class BlockQueries(Subject):
    """The people whom each person has blocked."""

    async def has_blocked(self, person: int, other: int) -> bool:
        """Return whether a person has blocked another."""
        others = await ids_of(self._connection, other)
        return await self._is_there(
            f"SELECT 1 FROM blocks WHERE person_id = ? AND blocked_id IN ({placeholders(others)}) LIMIT 1",  # noqa: S608
            person,
            *others,
        )

    async def of(self, person: int) -> list[BlockedPerson]:
        """Return the people a person has blocked, latest first."""
        return await self._records(
            _BLOCKED,
            "FROM blocks b JOIN people p ON p.id = b.blocked_id WHERE b.person_id = ? "
            "ORDER BY b.at DESC, b.blocked_id",
            person,
        )


class BlockStatements(BlockQueries):
    """The people whom each person has blocked, inside a transaction."""

    async def add(self, person: int, other: int, at: int) -> None:
        """Store that a person has blocked another, known person."""
        await self._execute(
            "INSERT INTO blocks (person_id, blocked_id, at) VALUES (?, ?, ?) "
            "ON CONFLICT (person_id, blocked_id) DO NOTHING",
            person,
            other,
            at,
        )

    async def remove(self, person: int, other: int) -> bool:
        """Remove a block. Return False if there was none."""
        others = await ids_of(self._connection, other)
        return await self._is_there(
            f"DELETE FROM blocks WHERE person_id = ? AND blocked_id IN ({placeholders(others)}) RETURNING blocked_id",  # noqa: S608
            person,
            *others,
        )
