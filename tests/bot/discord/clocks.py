"""Clocks for the tests of the Discord layer."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.app.bot import LOOK_AROUND
from tests.bot.kit import HandClock


class RoundClock(HandClock):
    """A clock that doesn't advance, and signals when the outbox has finished a round and sleeps."""

    def __init__(self) -> None:
        super().__init__()
        self.round = asyncio.Event()

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        self.round.set()
        await super().wait(event, until)


class SharedClock(RoundClock):
    """The clock of several processes. It doesn't advance, but waits of up to a second end after 10 ms."""

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        if until is None or until > self.now() + LOOK_AROUND:
            await super().wait(event, until)
            return
        self.round.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.01):
                await event.wait()
