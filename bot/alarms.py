"""Alarms: what falls due by itself. Somebody's time is up; a vacation ends.

They are rows in the database. One sleeper waits for the next of them; whoever makes one happen takes its row away in
the same transaction, so it happens once, whoever runs it and whatever dies in between. What happens is reckoned from the
moment at which it was due, not from when somebody came to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import structlog
from structlog.contextvars import bind_contextvars

from bot import announcing, logs, looking, timekeeping
from bot.advancing import advanced, save, save_time
from bot.clock import Clock
from bot.clocks import home as at_home
from bot.games import Games
from bot.looks import Standing
from bot.store import Store, Writing
from bot.store.rows import ActRow, AlarmRow, MatchRow
from bot.timekeeping import TIME
from engine.kernel.match import Match

HOME = "home"
"""The alarm for the end of a vacation."""
_AT_ONCE = 50
_ALL = 10_000
_AGAIN = 60_000
"""Milliseconds until an alarm that failed is tried again."""

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.alarms")


class Alarms:
    """The sleeper. `bell` is to be set whenever an alarm was set; `wake` is called when there is something to announce."""

    def __init__(
        self, store: Store, games: Games, clock: Clock, bell: asyncio.Event, wake: Callable[[], None]
    ) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._bell = bell
        self._wake = wake
        self._stopping = False
        self._running: asyncio.Task[None] | None = None
        self._failed: dict[AlarmRow, int] = {}
        """Alarms that failed, and when to try them again: they must not hold up the others."""

    def start(self) -> None:
        """Begin to work, in a task of its own."""
        self._running = asyncio.create_task(self.run(), name="alarms")

    async def stop(self) -> None:
        """Finish what is being done, and return when that is over."""
        self._stopping = True
        self._bell.set()
        if self._running is not None:
            await asyncio.wait([self._running])

    async def run(self) -> None:
        """Let happen what falls due, until `stop`."""
        while not self._stopping:
            self._bell.clear()
            await self._clock.wait(self._bell, await self._round_safely())

    async def _round_safely(self) -> int | None:
        try:
            return await self.ring()
        except Exception as error:
            logs.failure(log, "alarms_failed", error)
            return self._clock.now() + 1000

    async def ring(self) -> int | None:
        """Let happen all that is due now; return when to look again without being woken."""
        while not self._stopping:
            now = self._clock.now()
            async with self._store.read() as store:
                known = await store.alarms(now, _AT_ONCE + len(self._failed))
                due = [alarm for alarm in known if self._failed.get(alarm, now) <= now]
                if not due:
                    upcoming = await store.next_alarm(now)
                    return min(filter(None, [upcoming, *self._failed.values()]), default=None)
            for alarm in due:
                await self._ring_safely(alarm)
        return None

    async def _ring_safely(self, alarm: AlarmRow) -> None:
        bind_contextvars(match=alarm.match_id, alarm=alarm.kind)
        self._failed.pop(alarm, None)
        try:
            async with self._store.write() as tx:
                if await tx.take_alarm(alarm):
                    await self._ring(tx, alarm)
        except Exception as error:
            logs.failure(log, "alarm_failed", error)
            self._failed[alarm] = self._clock.now() + _AGAIN
        else:
            self._wake()

    async def _ring(self, tx: Writing, alarm: AlarmRow) -> None:
        if alarm.kind == HOME:
            await come_home(tx, alarm.person_id, alarm.due_at)
            return
        row = await tx.match(alarm.match_id, data=True)
        if row is None or row.standing is not Standing.PLAYING:
            return
        seat = row.seat_of(alarm.person_id)
        if seat is not None and alarm.kind == TIME and timekeeping.left(row, seat, alarm.due_at) <= 0:
            await self._time_is_up(tx, row, seat, alarm.due_at)

    async def _time_is_up(self, tx: Writing, row: MatchRow, seat: int, at: int) -> None:
        """A rated match ends; in a casual one the other player may claim the win or give time."""
        others = tuple(other for other in range(len(row.seats)) if other != seat)
        if not row.rated:
            seats = tuple(replace(one, flagged=one.flagged or n == seat) for n, one in enumerate(row.seats))
            after = replace(row, seats=seats)
            await save_time(tx, row, after)
            await tx.notes.add(announcing.of_time(after, f"late:{seat}:{at}", range(len(row.seats))))
            return
        assert row.data is not None
        match = Match.load(self._games.find(row.game).kernel, row.data)
        events = match.end(others, "time")
        act = ActRow(row.id, row.rev + 1, None, "time", row.seats[seat].person_id, seat, at)
        after = advanced(row, match, act)
        notes = announcing.of_act(after, seat, (), over=True)
        await save(tx, row, after, match, act, looking.pack(events), notes)


async def come_home(tx: Writing, person: int, at: int) -> None:
    """End somebody's vacation at a moment: their clocks run again from then on."""
    known = await tx.person(person)
    if known.vacation.until is None:
        return
    await tx.set_vacation(person, at_home(known.vacation, at))
    await tx.set_alarm(HOME, 0, person, None)
    await rerun(tx, person, at, home=True)


async def rerun(tx: Writing, person: int, at: int, *, home: bool) -> None:
    """Hold or let go somebody's clocks in all their matches, now that they are away or back, and tell everybody there."""
    for row in await tx.matches_of(person, (Standing.PLAYING,), _ALL):
        if row.control.kind == "none":
            continue
        after = replace(row, seats=timekeeping.let_run(row, at))
        await save_time(tx, row, after)
        others = [number for number, seat in enumerate(row.seats) if seat.person_id != person]
        await tx.notes.add(announcing.of_time(after, f"{'home' if home else 'away'}:{person}:{at}", others))
