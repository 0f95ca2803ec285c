"""Reviews of finished matches."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.store.subject import Columns, Subject


class ReviewState(StrEnum):
    """The progress of a review that all players of a match agreed to."""

    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class ReviewRow(msgspec.Struct, frozen=True):
    """A reviewed match.

    It was started by the interaction `begun_by`, which no other attempt has. `decisions` is their number, 0 while
    unknown; `report` the result as JSON, "" until it is done.
    """

    match_id: int
    state: ReviewState
    begun_at: int
    begun_by: int
    decisions: int = 0
    report: str = ""


_ROW = Columns(ReviewRow)

_FREE = "(lease_owner = ? OR leased_until <= ? OR lease_owner NOT IN (SELECT id FROM workers))"
"""No other living worker has leased the match."""

DAY = 24 * 3600 * 1000
"""Milliseconds within which a person's earlier reviews give others priority."""


class ReviewStatements(Subject):
    """Reviews of finished matches: consents, progress, and results."""

    async def replies(self, match_id: int) -> dict[int, bool]:
        """Return people's replies to the request for a review, by person: whether they agree."""
        rows = await self._all("SELECT person_id, agreed FROM look_back_answers WHERE match_id = ?", match_id)
        return {person: bool(agreed) for person, agreed in rows}

    async def say(self, match_id: int, person: int, *, agreed: bool, at: int) -> None:
        """Store a person's reply, replacing an earlier one."""
        key = {"match_id": match_id, "person_id": person}
        await self._put("look_back_answers", key, agreed=agreed, at=at)

    async def has_asked(self, person: int, other: int, since: int) -> bool:
        """Return whether, since a moment, a person has requested a review to which the other has not agreed."""
        return bool(
            await self._number(
                "SELECT COUNT(*) FROM look_back_answers AS mine "
                "JOIN seats ON seats.match_id = mine.match_id AND seats.person_id = ? "
                "LEFT JOIN look_back_answers AS theirs "
                "ON theirs.match_id = mine.match_id AND theirs.person_id = seats.person_id AND theirs.agreed = 1 "
                "WHERE mine.person_id = ? AND mine.agreed = 1 AND mine.at > ? AND theirs.match_id IS NULL",
                other,
                person,
                since,
            )
        )

    async def of(self, match_id: int) -> ReviewRow | None:
        """Return the review of a match; None if it hasn't begun."""
        return await self._record(_ROW, "FROM look_backs WHERE match_id = ?", match_id)

    async def begin(self, match_id: int, at: int, interaction: int) -> None:
        """Begin the review of a match, unless it has begun."""
        await self._execute(
            "INSERT INTO look_backs (match_id, state, begun_at, begun_by) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (match_id) DO NOTHING",
            match_id,
            ReviewState.WORKING,
            at,
            interaction,
        )

    async def next(self, worker: str, now: int) -> int | None:
        """Return the match that a worker should analyse next; None if every pending review is leased.

        The order is by the players' reviews started within the last day, fewest first, then by waiting time.
        """
        return await self._number_if_any(
            f"SELECT one.match_id FROM look_backs AS one WHERE one.state = 'working' AND {_FREE} ORDER BY ("  # noqa: S608
            "SELECT COUNT(DISTINCT other.match_id) FROM look_back_answers AS mine "
            "JOIN look_back_answers AS theirs ON theirs.person_id = mine.person_id "
            "JOIN look_backs AS other ON other.match_id = theirs.match_id "
            "WHERE mine.match_id = one.match_id AND other.begun_at > one.begun_at - ? "
            "AND (other.begun_at, other.match_id) < (one.begun_at, one.match_id)"
            "), one.begun_at, one.match_id LIMIT 1",
            worker,
            now,
            DAY,
        )

    async def lease(self, match_id: int, worker: str, now: int, until: int) -> bool:
        """Lease a review to a worker. Return False if another worker has it, or it is over."""
        return await self._is_there(
            "UPDATE look_backs SET lease_owner = ?, leased_until = ? "  # noqa: S608
            f"WHERE match_id = ? AND state = 'working' AND {_FREE} RETURNING match_id",
            worker,
            until,
            match_id,
            worker,
            now,
        )

    async def give_back(self, match_id: int, worker: str) -> None:
        """End a worker's lease."""
        await self._execute(
            "UPDATE look_backs SET lease_owner = '', leased_until = 0 WHERE match_id = ? AND lease_owner = ?",
            match_id,
            worker,
        )

    async def pieces(self, match_id: int) -> dict[int, str]:
        """Return the reports on a match's decisions, by number of the answer."""
        return dict(
            await self._all("SELECT number, judged FROM look_back_pieces WHERE match_id = ?", match_id)
        )

    async def judged(self, match_id: int) -> int:
        """Return the number of decisions reviewed so far."""
        return await self._number("SELECT COUNT(*) FROM look_back_pieces WHERE match_id = ?", match_id)

    async def put_piece(self, match_id: int, number: int, judged: str) -> None:
        """Store the report on a decision."""
        await self._put("look_back_pieces", {"match_id": match_id, "number": number}, judged=judged)

    async def set_decisions(self, match_id: int, decisions: int) -> None:
        """Store the number of decisions to review."""
        await self._execute("UPDATE look_backs SET decisions = ? WHERE match_id = ?", decisions, match_id)

    async def finish(self, match_id: int, state: ReviewState, report: str = "") -> None:
        """Store the result, and delete the partial reports."""
        await self._execute(
            "UPDATE look_backs SET state = ?, report = ? WHERE match_id = ?", state, report, match_id
        )
        await self._execute("DELETE FROM look_back_pieces WHERE match_id = ?", match_id)

    async def drop(self, match_id: int) -> None:
        """Delete the results of a review, including partial ones."""
        await self._execute("DELETE FROM look_back_pieces WHERE match_id = ?", match_id)
        await self._execute("DELETE FROM look_backs WHERE match_id = ?", match_id)
