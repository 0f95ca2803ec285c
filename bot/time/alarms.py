"""Alarms: scheduled events, such as a deadline, an order's answer, a reminder, or the end of a vacation.

They are rows in the database, each of a kind with a registered handler. One sleeper waits for the next alarm; the
handler deletes the row in the same transaction, so each runs once, whichever process runs it and whatever crashes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog
from structlog.contextvars import bind_contextvars

from bot.errors import Unwritable
from bot.platform import logs, metrics
from bot.platform.clock import Clock
from bot.platform.worker import Worker
from bot.store import Store, Writing, about
from bot.store.rows import AlarmRow
from bot.store.store import retried
from bot.views.load_match import CannotBeRead

AlarmHandler = Callable[[Writing, AlarmRow, int], Awaitable[None]]
"""An alarm handler, called inside the transaction that removes the alarm. The number is the current time."""
_AT_ONCE = 50
_AGAIN = 60_000
"""Milliseconds until a failed alarm is retried."""
_UNREADABLE_AGAIN = 3600_000
"""The same for an alarm of an unreadable match."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.alarms")


def _subjects(alarm: AlarmRow) -> tuple[about.About, ...]:
    """Return the subjects of an alarm's transaction: its match, or all matches of its person."""
    if alarm.match_id:
        return (about.AboutMatch(alarm.match_id),)
    return (about.MatchesOf(alarm.person_id),) if alarm.person_id else ()


class Alarms(Worker):
    """The alarm scheduler. `handlers` are by kind of alarm.

    `wake_event` must be set whenever an alarm was set. `wake` is called when there may be something to announce.
    """

    def __init__(
        self,
        store: Store,
        handlers: Mapping[str, AlarmHandler],
        clock: Clock,
        wake_event: asyncio.Event,
        wake: Callable[[], None],
    ) -> None:
        super().__init__("alarms", clock, wake_event)
        self._store = store
        self._handlers = handlers
        self._wake = wake
        self._failed: dict[AlarmRow, int] = {}
        """Failed alarms, and when to retry them, so that they don't block the others."""

    async def _round(self) -> int | None:
        return await self.run_due()

    async def run_due(self) -> int | None:
        """Run all due alarms. Return when to check again without being woken."""
        while not self._stopping:
            now = self._clock.now()
            async with self._store.read() as store:
                candidates = await store.alarms.due(now, _AT_ONCE + len(self._failed))
                due = [alarm for alarm in candidates if self._failed.get(alarm, now) <= now]
                if not due:
                    upcoming = await store.alarms.next(now)
                    return min(filter(None, [upcoming, *self._failed.values()]), default=None)
            for alarm in due:
                await self._run_safely(alarm)
        return None

    @retried(known=True)
    async def _run_safely(self, alarm: AlarmRow) -> None:
        bind_contextvars(match=alarm.match_id, alarm=alarm.kind)
        self._failed.pop(alarm, None)
        try:
            async with self._store.write(*_subjects(alarm)) as tx:
                if is_taken := await tx.alarms.take(alarm):
                    await self._handlers[alarm.kind](tx, alarm, self._clock.now())
        except CannotBeRead:
            # Already logged. A later version may be able to load it.
            self._failed[alarm] = self._clock.now() + _UNREADABLE_AGAIN
        except Unwritable:
            raise
        except Exception as error:
            logs.failure(log, "alarm_failed", error)
            metrics.ALARMS_FAILED.labels(alarm.kind).inc()
            self._failed[alarm] = self._clock.now() + _AGAIN
        else:
            if is_taken:
                metrics.ALARMS_LATE.observe((self._clock.now() - alarm.due_at) / 1000)
            self._wake()
