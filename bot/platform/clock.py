"""The injected clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

import structlog

log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.clock")

JUMP = 1_000
"""Minimum difference in milliseconds that counts as a clock jump. Smaller corrections are normal."""


class Clock(Protocol):
    """The current time, and waiting."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        ...

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        ...


async def wait_for(event: asyncio.Event, seconds: float | None) -> None:
    """Return when the event is set, or after `seconds` (None: never), whichever comes first."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


class SystemClock:
    """The machine's clock, compared with one that never jumps. `wall` and `monotonic` give milliseconds.

    If it jumps, it was set, or the machine was suspended: players' clocks don't count that time.
    """

    def __init__(self, wall: Callable[[], int] = _wall, monotonic: Callable[[], int] = _monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self.on_jump: Callable[[int, int], None] = lambda expected, now: None
        """Called with the expected and the actual time, in ms since 1970."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        now, steady = self._wall(), self._monotonic()
        jumped = now - steady - self._offset
        self._offset = now - steady
        if abs(jumped) >= JUMP:
            log.warning(
                "the clock has jumped", seconds=jumped // 1000, now="clocks continue from their earlier state"
            )
            self.on_jump(now - jumped, now)
        return now

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        await wait_for(event, None if until is None else max(0, until - self.now()) / 1000)
