"""Statements about searches that other processes run."""

from __future__ import annotations

import msgspec

from bot.store.subject import ALL, Columns, Subject


class ThoughtRow(msgspec.Struct, frozen=True):
    """A search to run: the name of the function, and its input."""

    id: str
    urgency: int
    work: str
    task: bytes
    interrupted: int


class ThoughtEnd(msgspec.Struct, frozen=True):
    """The end of a search: its result, or a failure. Without either, it is still running."""

    result: bytes | None
    failure: str


_THOUGHT = Columns(ThoughtRow)
_END = Columns(ThoughtEnd)
_FREE = "task IS NOT NULL AND (leased_until IS NULL OR leased_until <= ?)"


class ThoughtQueries(Subject):
    """Searches."""

    async def end_of(self, thought: str) -> ThoughtEnd | None:
        """Return the result of a search if it has ended; None if it was cancelled or replaced."""
        return await self._record(_END, "FROM thoughts WHERE id = ?", thought)

    async def is_waiting(self, now: int, *, before: int = ALL) -> bool:
        """Return whether a search with an urgency below `before` is waiting to run."""
        return await self._is_there(
            f"SELECT 1 FROM thoughts WHERE urgency < ? AND {_FREE} LIMIT 1",  # noqa: S608
            before,
            now,
        )

    async def has_thinkers(self, since: int) -> bool:
        """Return whether a search process has shown a sign of life since that time."""
        return await self._is_there(
            "SELECT 1 FROM workers WHERE role = 'think' AND seen_at >= ? LIMIT 1", since
        )


class ThoughtStatements(ThoughtQueries):
    """Searches, inside a transaction."""

    async def pending(self, key: str) -> str | None:
        """Return the search with a key, if there is one that has not failed."""
        row = await self._one("SELECT id FROM thoughts WHERE key = ? AND failure = ''", key)
        return None if row is None else str(row[0])

    async def ask(
        self, key: str, thought: str, urgency: int, asker: str, work: str, task: bytes, now: int
    ) -> None:
        """Add a search, replacing one with the same key."""
        await self._put(
            "thoughts",
            {"key": key},
            id=thought,
            urgency=urgency,
            asker=asker,
            turn=now,
            asked_at=now,
            work=work,
            task=task,
            result=None,
            failure="",
            lease_owner="",
            leased_until=None,
            interrupted=0,
        )

    async def take(self, worker: str, now: int, until: int) -> ThoughtRow | None:
        """Lease the most urgent search.

        Among equals, the asker whose last turn is longest ago comes first, then the oldest search.
        """
        candidate = await self._one(
            f"SELECT id, asker FROM thoughts WHERE {_FREE} ORDER BY urgency, turn, asked_at, id LIMIT 1",  # noqa: S608
            now,
        )
        if candidate is None:
            return None
        thought, asker = candidate
        row = await self._one(
            f"UPDATE thoughts SET lease_owner = ?, leased_until = ? WHERE id = ? AND {_FREE} RETURNING {_THOUGHT}",  # noqa: S608
            worker,
            until,
            thought,
            now,
        )
        # This asker now queues behind all others.
        await self._execute("UPDATE thoughts SET turn = ? WHERE asker = ? AND asker <> ''", now, asker)
        return None if row is None else _THOUGHT.record(row)

    async def hold(self, thought: str, worker: str, until: int) -> bool:
        """Extend the lease of a search. Return False if it was cancelled, or another worker has it."""
        return await self._is_there(
            "UPDATE thoughts SET leased_until = ? WHERE id = ? AND lease_owner = ? RETURNING id",
            until,
            thought,
            worker,
        )

    async def finish(self, thought: str, worker: str, result: bytes | None, failure: str) -> None:
        """Store the end of a search, and delete its input."""
        await self._execute(
            "UPDATE thoughts SET result = ?, failure = ?, task = NULL, leased_until = NULL WHERE id = ? AND lease_owner = ?",
            result,
            failure,
            thought,
            worker,
        )

    async def interrupt(self, thought: str, worker: str) -> None:
        """Return a search to the queue, to be run again later."""
        await self._execute(
            "UPDATE thoughts SET leased_until = NULL, lease_owner = '', interrupted = interrupted + 1 "
            "WHERE id = ? AND lease_owner = ?",
            thought,
            worker,
        )

    async def release(self, worker: str) -> None:
        """Return the searches leased by a dead worker to the queue."""
        await self._execute(
            "UPDATE thoughts SET leased_until = NULL, lease_owner = '' WHERE lease_owner = ? AND task IS NOT NULL",
            worker,
        )

    async def delete(self, thought: str) -> None:
        """Delete a search: its result was read, or is no longer needed."""
        await self._execute("DELETE FROM thoughts WHERE id = ?", thought)

    async def sweep(self, before: int) -> None:
        """Delete searches requested before that time, because their askers are gone."""
        await self._execute("DELETE FROM thoughts WHERE asked_at < ?", before)
