"""Statements about clocks, reminders and alarms."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clocks import ReminderState, SeatClock
from bot.store.absences import AbsenceLog
from bot.store.columns import Columns
from bot.store.connection import Connection
from bot.store.rows import AlarmRow
from bot.store.subject import Subject

CLOCK = Columns(SeatClock, "c", left="c.time_left")
"""The clock of a seat, in the table `clocks c`."""
ASKED = Columns(ReminderState, "r", at="r.asked_at", off="r.muted")
"""A player's reminders, in the table `reminders r`."""


class ClockStatements(Subject):
    """The clocks of matches, one a seat, inside a transaction. They are read with the match."""

    def __init__(self, connection: Connection, absences: AbsenceLog) -> None:
        super().__init__(connection)
        self._absences = absences

    async def put(self, match_id: int, clocks: Mapping[int, tuple[SeatClock, bool]]) -> None:
        """Remember clocks by seat, and whether it has been told that their time is up."""
        for seat, (clock, flagged) in clocks.items():
            key = {"match_id": match_id, "seat": seat}
            absences = self._absences.included(clock.since)
            await self._put("clocks", key, **CLOCK.values(clock), flagged=flagged, absences=absences)


class ReminderStatements(Subject):
    """Players' reminders, inside a transaction. They are read with the match."""

    async def put(self, match_id: int, asked: Mapping[int, ReminderState]) -> None:
        """Remember what people are reminded of in a match, by person."""
        for person, one in asked.items():
            await self._put("reminders", {"match_id": match_id, "person_id": person}, **ASKED.values(one))


_ALARM = Columns(AlarmRow)


class AlarmQueries(Subject):
    """Scheduled alarms."""

    async def next(self, now: int) -> int | None:
        """Return when the next alarm will be due that is not due now, None if there is none."""
        return await self._number_if_any("SELECT MIN(due_at) FROM alarms WHERE due_at > ?", now)

    async def due(self, now: int, limit: int) -> list[AlarmRow]:
        """Return the alarms that are due, the longest overdue first."""
        return await self._records(
            _ALARM,
            "FROM alarms WHERE due_at <= ? ORDER BY due_at, kind, match_id, person_id LIMIT ?",
            now,
            limit,
        )


class AlarmStatements(AlarmQueries):
    """Scheduled alarms, inside a transaction."""

    async def set(self, kind: str, match_id: int, person: int, due_at: int | None) -> None:
        """Set the time of an alarm, in place of its previous one; None removes it."""
        if due_at is None:
            await self._tell(
                "DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ?", kind, match_id, person
            )
            return
        key = {"kind": kind, "match_id": match_id, "person_id": person}
        await self._put("alarms", key, due_at=due_at)

    async def take(self, alarm: AlarmRow) -> bool:
        """Take an alarm away; False if it is not there any more, or due at another time."""
        return await self._is_there(
            "DELETE FROM alarms WHERE kind = ? AND match_id = ? AND person_id = ? AND due_at = ? RETURNING due_at",
            alarm.kind,
            alarm.match_id,
            alarm.person_id,
            alarm.due_at,
        )
