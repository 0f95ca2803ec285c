"""Statements about acts in matches and their events."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.store.connection import Row, Statement, Value
from bot.store.rows import LAPSED, PLAYED_FOR, ActRow, EventsRow
from bot.store.subject import Columns, Subject

ACT = Columns(ActRow)
"""Acts of people, in the table `acts`."""


class ActQueries(Subject):
    """Acts of people, one row for each revision of a match."""

    async def act(self, interaction_id: int) -> ActRow | None:
        """Return the act of an interaction, or None if it is new."""
        return await self._record(ACT, "FROM acts WHERE interaction_id = ?", interaction_id)

    async def of(self, match_id: int, *, rev: int | None = None) -> list[ActRow]:
        """Return all acts of a match in order, or the act of one revision."""
        if rev is not None:
            return await self._records(ACT, "FROM acts WHERE match_id = ? AND rev = ?", match_id, rev)
        return await self._records(ACT, "FROM acts WHERE match_id = ? ORDER BY rev", match_id)

    async def last_by(self, match_id: int, person: int) -> int:
        """Return the time of a person's last act in a match (ms since 1970), 0 if there is none."""
        return await self._number(
            "SELECT COALESCE(MAX(at), 0) FROM acts WHERE match_id = ? AND person_id = ? AND interaction_id IS NOT NULL",
            match_id,
            person,
        )

    async def hand_offs(self, match_id: int) -> int:
        """Return the number of times the decision passed from one player to another in a match."""
        return await self._number(
            "SELECT COUNT(*) FROM (SELECT seat, LAG(seat) OVER (ORDER BY rev) AS before FROM acts "
            "WHERE match_id = ? AND kind IN ('answer', ?, ?)) AS answers WHERE seat <> before",
            match_id,
            PLAYED_FOR,
            LAPSED,
        )

    async def median_reply(
        self, person: int, game: str, guild_id: int | None, *, everywhere: bool
    ) -> int | None:
        """Return the median reply time of a person to others' acts in a game, in milliseconds.

        `everywhere`: in all matches, else in those of one server. Matches with the bot don't count.
        """
        times = await self._numbers(
            "SELECT took FROM (SELECT a.person_id, a.kind, a.at - LAG(a.at) OVER turns AS took, "
            "LAG(a.person_id) OVER turns AS other FROM acts a JOIN matches m ON m.id = a.match_id "
            "JOIN seats s ON s.match_id = m.id AND s.person_id = ? "
            "WHERE m.game = ? AND (? = 1 OR m.guild_id = ?) AND NOT EXISTS (SELECT 1 FROM seats h JOIN people b ON b.id = h.person_id "
            "WHERE h.match_id = m.id AND b.house = 1) WINDOW turns AS (PARTITION BY a.match_id ORDER BY a.rev)) moved "
            "WHERE person_id = ? AND other <> person_id AND kind = 'answer' ORDER BY took",
            person,
            game,
            everywhere,
            guild_id,
            person,
        )
        return times[len(times) // 2] if times else None


class ActStatements(ActQueries):
    """Acts of people, inside a transaction."""

    async def add(self, act: ActRow) -> None:
        """Log an act of a person that doesn't advance a match."""
        await self._execute(
            "INSERT INTO acts (match_id, rev, interaction_id, kind, person_id, seat, at, question_id, choice, mark) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT mark FROM matches WHERE id = ?))",
            act.match_id,
            act.rev,
            act.interaction_id,
            act.kind,
            act.person_id,
            act.seat,
            act.at,
            act.question_id,
            None if act.choice is None else json.dumps(act.choice),
            act.match_id,
        )


_EVENTS = Columns(EventsRow, "e", seat="a.seat", by_hand="a.interaction_id IS NOT NULL AND a.kind = 'answer'")
_FROM = "FROM events e LEFT JOIN acts a ON a.match_id = e.match_id AND a.rev = e.rev WHERE e.match_id = ?"
_LAST_BY_HAND = """
(SELECT MAX(rev) FROM acts WHERE match_id = ? AND person_id = ? AND interaction_id IS NOT NULL AND kind = 'answer')
"""


def events_of(
    match_id: int,
    *,
    rev: int | None = None,
    last: int | None = None,
    since: int | None = None,
    decided_by: int | None = None,
) -> Statement:
    """Return the statement of `EventQueries.of`, for `events_in`."""
    sql, values = _FROM, list[Value]([match_id])
    if since is not None:
        sql, values = sql + " AND e.rev > ?", [*values, since]
    if rev is not None:
        sql, values = sql + " AND e.rev = ?", [*values, rev]
    if decided_by is not None:
        sql, values = f"{sql} AND e.rev >= COALESCE({_LAST_BY_HAND}, 0)", [*values, match_id, decided_by]
    if last is not None:
        # An act without visible events must not count towards the limit: that would reveal it.
        sql += " AND e.data <> '[]'"
    sql += " ORDER BY e.rev DESC"
    if last is not None:
        sql, values = sql + " LIMIT ?", [*values, last]
    return _EVENTS.select(sql), values


def events_in(rows: Sequence[Row]) -> list[EventsRow]:
    """Return the events found by `events_of`, in order."""
    return _EVENTS.records(rows)[::-1]


class EventQueries(Subject):
    """Events of each revision."""

    async def of(
        self,
        match_id: int,
        *,
        rev: int | None = None,
        last: int | None = None,
        since: int | None = None,
        decided_by: int | None = None,
    ) -> list[EventsRow]:
        """Return the events of a match in order.

        All of them, those of one revision, those after one, or those of the last few revisions with visible events.

        `decided_by`: from this person's last decision by hand; from the beginning if there is none.
        """
        statement = events_of(match_id, rev=rev, last=last, since=since, decided_by=decided_by)
        (rows,) = await self._connection.fetch(statement)
        return events_in(rows)


class EventStatements(EventQueries):
    """Events of each revision, inside a transaction."""

    async def add(self, match_id: int, rev: int, at: int, events: str) -> None:
        """Store the events of a revision, as JSON."""
        await self._add("events", match_id=match_id, rev=rev, at=at, data=events)
