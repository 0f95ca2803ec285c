"""What the bot asks of its store about clocks, reminders, and what falls due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bot.clocks import ReminderState, SeatClock
from bot.store.rows import AlarmRow


class ClocksWriting(Protocol):
    """The clocks of matches, one a seat, inside a transaction. They are read with the match."""

    async def put(self, match_id: int, clocks: Mapping[int, tuple[SeatClock, bool]]) -> None:
        """Remember clocks by seat, and whether it has been told that their time is up."""
        ...


class RemindersWriting(Protocol):
    """What people are reminded of, inside a transaction. It is read with the match."""

    async def put(self, match_id: int, asked: Mapping[int, ReminderState]) -> None:
        """Remember what people are reminded of in a match, by person."""
        ...


class AlarmsReading(Protocol):
    """What falls due."""

    async def next(self, now: int) -> int | None:
        """Return when the next alarm will be due that is not due now, None if there is none."""
        ...

    async def due(self, now: int, limit: int) -> list[AlarmRow]:
        """Return the alarms that are due, the longest overdue first."""
        ...


class AlarmsWriting(AlarmsReading, Protocol):
    """What falls due, inside a transaction."""

    async def set(self, kind: str, match_id: int, person: int, due_at: int | None) -> None:
        """Let something fall due at a time, in the place of what was due before; None: never."""
        ...

    async def take(self, alarm: AlarmRow) -> bool:
        """Take an alarm away; False if it is not there any more, or due at another time."""
        ...
