"""Statements about clocks, and what people are reminded of."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clocks import ReminderState, SeatClock
from bot.store.absences import AbsenceLog
from bot.store.columns import Columns
from bot.store.connection import Connection
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
