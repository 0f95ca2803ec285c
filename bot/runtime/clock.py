"""Time, as something that is handed in; and whether it can be relied on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

import structlog

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.clock")

JUMP = 60_000
"""Milliseconds by which a clock has to go wrong at once for a jump."""
ABSENCE = 300_000
"""Milliseconds without a sign of life after which nobody knows whether the bot was away or the clock has jumped."""
PATIENCE = 900_000
"""Milliseconds after a jump for which nothing is done that can't be taken back."""


class Clock(Protocol):
    """What time it is, and waiting."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        ...

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        ...


@runtime_checkable
class Doubtful(Protocol):
    """A clock that can go wrong, and notices."""

    def surely(self) -> int:
        """Return the time that has come for certain, in milliseconds since 1970: now, or earlier after a jump ahead."""
        ...


def surely(clock: Clock) -> int:
    """Return the time that has come for certain: what depends on it can't be taken back."""
    return clock.surely() if isinstance(clock, Doubtful) else clock.now()


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


class SystemClock:
    """The machine's clock, held against one that never jumps.

    When it jumps ahead, somebody has set it, or the machine has slept: for 15 minutes it is not certain that the time in
    between has passed, and people can see what is coming and act. `wall` and `monotonic` give milliseconds.
    """

    def __init__(self, wall: Callable[[], int] = _wall, monotonic: Callable[[], int] = _monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self._doubted = 0
        """Milliseconds that may not have passed."""
        self._until = 0
        """When that is over, on the clock that never jumps."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        now, steady = self._wall(), self._monotonic()
        jumped = now - steady - self._offset
        self._offset = now - steady
        if abs(jumped) >= JUMP:
            log.warning(
                "the clock has jumped",
                seconds=jumped // 1000,
                now="nobody loses on time for 15 minutes" if jumped > 0 else "clocks run on from here",
            )
            self._doubt(jumped, steady)
        return now

    def surely(self) -> int:
        """Return the time that has come for certain, in milliseconds since 1970: now, or earlier after a jump ahead."""
        now = self.now()
        if self._doubted and self._monotonic() >= self._until:
            self._doubted = 0
            log.info("the clock is believed again")
        return now - self._doubted

    def heard_last(self, at: int) -> None:
        """Take into account when the last sign of life was given, before this process began."""
        away = self.now() - at
        if abs(away) >= ABSENCE:
            log.warning(
                "the last sign of life is long ago, or the clock has jumped meanwhile",
                seconds=away // 1000,
                now="nobody loses on time for 15 minutes" if away > 0 else "clocks run on from here",
            )
            self._doubt(away, self._monotonic())

    def _doubt(self, jumped: int, steady: int) -> None:
        """Doubt so many milliseconds more; a jump back takes back what was doubted."""
        self._doubted = max(0, self._doubted + jumped)
        if jumped > 0:
            self._until = steady + PATIENCE

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        seconds = None if until is None else max(0, until - self.now()) / 1000
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return
