"""Alarms: what falls due by itself. Somebody's time is up; an order answers; a reminder is due; a vacation ends.

They are rows in the database, each of a kind that is registered with what it does. One sleeper waits for the next of
them; whoever makes one happen takes its row away in the same transaction, so it happens once, whoever runs it and
whatever dies in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog
from structlog.contextvars import bind_contextvars

from bot.errors import Busy
from bot.runtime import logs
from bot.runtime.clock import Clock, surely
from bot.runtime.progress import Progress
from bot.store import Store, Writing
from bot.store.rows import AlarmRow
from bot.time.seat_clocks import TIME
from bot.views.load_match import CannotBeRead

Ring = Callable[[Writing, AlarmRow, int], Awaitable[None]]
"""What an alarm does, inside the transaction that takes it away; the number is what time it is now."""
_AT_ONCE = 50
_AGAIN = 60_000
"""Milliseconds until an alarm that failed is tried again."""
_UNREADABLE_AGAIN = 3600_000
"""The same for one of a match that can't be read."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.alarms")


class Alarms:
    """The sleeper. `rings` says what alarms do, by kind; `bell` is to be set whenever an alarm was set; `wake` is called when there is something to announce."""

    def __init__(
        self,
        store: Store,
        rings: Mapping[str, Ring],
        clock: Clock,
        bell: asyncio.Event,
        wake: Callable[[], None],
    ) -> None:
        self._store = store
        self._rings = rings
        self._clock = clock
        self._bell = bell
        self._wake = wake
        self._stopping = False
        self._running: asyncio.Task[None] | None = None
        self.progress = Progress("alarms", clock)
        self._failed: dict[AlarmRow, int] = {}
        """Alarms that failed, and when to try them again: they must not hold up the others."""

    def start(self) -> None:
        """Begin to work, in a task of its own."""
        self._running = asyncio.create_task(self.run(), name="alarms")

    async def stop(self, grace: float = 8.0) -> None:
        """Finish what is being done, and return when that is over.

        What takes longer than `grace` seconds is broken off: nothing of it is kept then, and it happens later.
        """
        self._stopping = True
        self._bell.set()
        if self._running is None:
            return
        _, late = await asyncio.wait([self._running], timeout=grace)
        if late:
            self._running.cancel()
            await asyncio.wait([self._running], timeout=max(grace, 1.0))

    async def run(self) -> None:
        """Let happen what falls due, until `stop`."""
        while not self._stopping:
            self._bell.clear()
            await self._clock.wait(self._bell, await self._round_safely())

    async def _round_safely(self) -> int | None:
        self.progress.begin()
        try:
            due = await self.ring()
        except Exception as error:
            self.progress.failed(error)
            if isinstance(error, Busy):
                log.warning("alarms_wait", why=str(error))
            else:
                logs.failure(log, "alarms_failed", error)
            return self._clock.now() + 1000
        self.progress.done()
        return due

    @property
    def problem(self) -> str:
        """What keeps from happening what falls due, "" if nothing does."""
        if self._running is not None and self._running.done() and not self._stopping:
            return "alarms have ended"
        return self.progress.problem

    async def ring(self) -> int | None:
        """Let happen all that is due now; return when to look again without being woken."""
        while not self._stopping:
            now = self._clock.now()
            async with self._store.read() as store:
                known = await store.alarms.due(now, _AT_ONCE + len(self._failed))
                certain = surely(self._clock)
                for alarm in known:
                    if alarm.kind == TIME and alarm.due_at > certain:
                        # Perhaps that time has not come, and a loss can't be taken back.
                        self._failed[alarm] = now + _AGAIN
                due = [alarm for alarm in known if self._failed.get(alarm, now) <= now]
                if not due:
                    upcoming = await store.alarms.next(now)
                    return min(filter(None, [upcoming, *self._failed.values()]), default=None)
            for alarm in due:
                await self._ring_safely(alarm)
        return None

    async def _ring_safely(self, alarm: AlarmRow) -> None:
        bind_contextvars(match=alarm.match_id, alarm=alarm.kind)
        self._failed.pop(alarm, None)
        try:
            async with self._store.write() as tx:
                if await tx.alarms.take(alarm):
                    await self._rings[alarm.kind](tx, alarm, self._clock.now())
        except CannotBeRead:
            # It has been logged; perhaps a later version can read it.
            self._failed[alarm] = self._clock.now() + _UNREADABLE_AGAIN
        except Busy:
            raise
        except Exception as error:
            logs.failure(log, "alarm_failed", error)
            self._failed[alarm] = self._clock.now() + _AGAIN
        else:
            self._wake()
