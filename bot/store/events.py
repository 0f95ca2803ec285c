"""Statements about what happened in matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.columns import Columns, Row, Value
from bot.store.connection import Statement
from bot.store.rows import EventsRow
from bot.store.subject import Subject

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
        # An act of which nothing is told must not take the place of another: it would show that there was one.
        sql += " AND e.data <> '[]'"
    sql += " ORDER BY e.rev DESC"
    if last is not None:
        sql, values = sql + " LIMIT ?", [*values, last]
    return _EVENTS.select(sql), values


def events_in(rows: Sequence[Row]) -> list[EventsRow]:
    """Return what `events_of` found, in order."""
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
        """Return what happened in a match, in order: all of it, at one revision, after one, or at the last few
        at which something was told.

        `decided_by`: from the last decision that this person made by hand; from the beginning if there is none.
        """
        statement = events_of(match_id, rev=rev, last=last, since=since, decided_by=decided_by)
        (rows,) = await self._connection.ask(statement)
        return events_in(rows)


class EventStatements(EventQueries):
    """Events of each revision, inside a transaction."""

    async def add(self, match_id: int, rev: int, at: int, events: str) -> None:
        """Remember what happened at a revision: JSON."""
        await self._add("events", match_id=match_id, rev=rev, at=at, data=events)
