"""Statements about searches that other processes carry out."""

from __future__ import annotations

import msgspec

from bot.store.subject import ALL, Columns, Subject


class ThoughtRow(msgspec.Struct, frozen=True):
    """A search that is to be carried out: the name of the work, and what it is given."""

    id: str
    urgency: int
    work: str
    task: bytes
    interrupted: int


class ThoughtEnd(msgspec.Struct, frozen=True):
    """The end of a search: its result, or why it has none. Without either it is not over."""

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
        """Return whether any search has not begun, of those that come before an urgency."""
        return await self._is_there(
            f"SELECT 1 FROM thoughts WHERE urgency < ? AND {_FREE} LIMIT 1",  # noqa: S608
            before,
            now,
        )

    async def has_thinkers(self, since: int) -> bool:
        """Return whether a process that thinks has given a sign of life since that time."""
        return await self._is_there(
            "SELECT 1 FROM workers WHERE role = 'think' AND seen_at >= ? LIMIT 1", since
        )


class ThoughtStatements(ThoughtQueries):
    """Searches, inside a transaction."""

    async def asked(self, key: str) -> str | None:
        """Return the search with a key, if there is one that has not failed."""
        row = await self._one("SELECT id FROM thoughts WHERE key = ? AND failure = ''", key)
        return None if row is None else str(row[0])

    async def ask(
        self, key: str, thought: str, urgency: int, asker: str, work: str, task: bytes, now: int
    ) -> None:
        """Ask for a search, in place of one with the same key."""
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
        """Lease the most urgent search; of several those of the asker whose turn is longest ago, the oldest of these first."""
        chosen = await self._one(
            f"SELECT id, asker FROM thoughts WHERE {_FREE} ORDER BY urgency, turn, asked_at, id LIMIT 1",  # noqa: S608
            now,
        )
        if chosen is None:
            return None
        thought, asker = chosen
        row = await self._one(
            f"UPDATE thoughts SET lease_owner = ?, leased_until = ? WHERE id = ? AND {_FREE} RETURNING {_THOUGHT}",  # noqa: S608
            worker,
            until,
            thought,
            now,
        )
        # Who has had a turn waits behind all who have waited until now.
        await self._tell("UPDATE thoughts SET turn = ? WHERE asker = ? AND asker <> ''", now, asker)
        return None if row is None else _THOUGHT.record(row)

    async def hold(self, thought: str, worker: str, until: int) -> bool:
        """Lease a search for longer; False if nobody wants it any more, or another worker has it."""
        return await self._is_there(
            "UPDATE thoughts SET leased_until = ? WHERE id = ? AND lease_owner = ? RETURNING id",
            until,
            thought,
            worker,
        )

    async def finish(self, thought: str, worker: str, result: bytes | None, failure: str) -> None:
        """Store how a search has ended, and delete what it was given."""
        await self._tell(
            "UPDATE thoughts SET result = ?, failure = ?, task = NULL, leased_until = NULL WHERE id = ? AND lease_owner = ?",
            result,
            failure,
            thought,
            worker,
        )

    async def interrupt(self, thought: str, worker: str) -> None:
        """Give a search back, which is begun again later."""
        await self._tell(
            "UPDATE thoughts SET leased_until = NULL, lease_owner = '', interrupted = interrupted + 1 "
            "WHERE id = ? AND lease_owner = ?",
            thought,
            worker,
        )

    async def release(self, worker: str) -> None:
        """Give back what a worker that is gone has leased."""
        await self._tell(
            "UPDATE thoughts SET leased_until = NULL, lease_owner = '' WHERE lease_owner = ? AND task IS NOT NULL",
            worker,
        )

    async def delete(self, thought: str) -> None:
        """Delete a search: its result was read, or nobody wants it any more."""
        await self._tell("DELETE FROM thoughts WHERE id = ?", thought)

    async def sweep(self, before: int) -> None:
        """Delete searches that were asked for before that time: who asked is gone."""
        await self._tell("DELETE FROM thoughts WHERE asked_at < ?", before)
