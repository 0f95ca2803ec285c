"""Time, as something that is handed in."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What time it is, and waiting."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        ...

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        """Return when the event is set, or at the time `until` (None: never), whichever comes first."""
        seconds = None if until is None else max(0, until - self.now()) / 1000
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return
