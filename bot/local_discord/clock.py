"""The table's clock: real time that can be moved forward, or time that only moves when a test moves it.

Everything at the table that depends on time uses this clock and its timers: ids, interaction deadlines, thread
archiving, injected latency. A test can therefore skip three days without waiting.
"""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta


@dataclass(order=True, slots=True)
class Timer:
    """A callback due at a time on the table's clock; `cancel()` drops it."""

    when: datetime
    number: int
    call: Callable[[], None] | None = field(compare=False)

    def cancel(self) -> None:
        """Drop the callback. Does nothing if it was already called."""
        self.call = None


class TableClock:
    """Time in UTC with timers. With `running=False` it only moves by `advance`."""

    def __init__(self, start: datetime | None = None, *, running: bool = True) -> None:
        self._base = start or datetime.now(UTC)
        self.running = running
        self._began = time.monotonic()
        self._timers: list[Timer] = []
        self._numbers = itertools.count()
        self._wake: asyncio.TimerHandle | None = None

    def now(self) -> datetime:
        """Return the table's time, in UTC."""
        if not self.running:
            return self._base
        return self._base + timedelta(seconds=time.monotonic() - self._began)

    def advance(self, seconds: float) -> None:
        """Move the time forward, calling each callback that falls due in order, at its time.

        Raises:
            ValueError: if `seconds` is negative; time at the table never runs backwards.
        """
        if seconds < 0:
            raise ValueError(f"time can only be moved forward, not by {seconds} seconds")
        target = self.now() + timedelta(seconds=seconds)
        while (timer := self._next(target)) is not None:
            self._base += max(timer.when - self.now(), timedelta())
            if timer.call is not None:
                timer.call()
        self._base += max(target - self.now(), timedelta())
        self._rearm()

    def at(self, when: datetime, call: Callable[[], None]) -> Timer:
        """Schedule `call` for the table's time `when`."""
        timer = Timer(when, next(self._numbers), call)
        heapq.heappush(self._timers, timer)
        if self._timers[0] is timer:
            self._rearm()
        return timer

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Schedule `call` for `seconds` from now on the table's clock."""
        return self.at(self.now() + timedelta(seconds=seconds), call)

    async def sleep(self, seconds: float) -> None:
        """Wait until `seconds` have passed on the table's clock."""
        passed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.after(seconds, lambda: None if passed.done() else passed.set_result(None))
        try:
            await passed
        finally:
            timer.cancel()

    def close(self) -> None:
        """Drop all timers."""
        self._timers.clear()
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None

    def _fire(self) -> None:
        while (timer := self._next(self.now())) is not None:
            if timer.call is not None:
                timer.call()
        self._rearm()

    def _next(self, target: datetime) -> Timer | None:
        due = self._timers and self._timers[0].when <= target
        return heapq.heappop(self._timers) if due else None

    def _rearm(self) -> None:
        if not self.running:
            return
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        if self._timers:
            wait = (self._timers[0].when - self.now()).total_seconds()
            self._wake = asyncio.get_running_loop().call_later(max(wait, 0.0), self._fire)
