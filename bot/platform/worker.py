"""A background loop: woken by an event or the clock, supervised, and stopped in order."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

import structlog

from bot.errors import Unwritable
from bot.platform import logs
from bot.platform.clock import Clock

STUCK = 60_000
"""Milliseconds after which a round that has not ended stands still."""


class Progress:
    """The rounds of a loop: since when they fail, and why; and whether one never ends.

    `what` names the work in the sentences about it: "announcements".
    """

    def __init__(self, what: str, clock: Clock) -> None:
        self._what = what
        self._clock = clock
        self._began: int | None = None
        self._failing_since: int | None = None
        self._why = ""

    def begin(self) -> None:
        """A round begins."""
        self._began = self._clock.now()

    def done(self) -> None:
        """A round has ended as it should."""
        self._began = self._failing_since = None

    def failed(self, error: BaseException) -> None:
        """A round has failed."""
        self._began = None
        self._failing_since = self._clock.now() if self._failing_since is None else self._failing_since
        self._why = f"{type(error).__name__}: {error}"

    @property
    def problem(self) -> str:
        """The current problem, "" if there is none."""
        now = self._clock.now()
        if self._failing_since is not None:
            return f"{self._what} fail for {(now - self._failing_since) // 1000} s: {self._why}"
        if self._began is not None and now - self._began > STUCK:
            return f"{self._what} have stood still for {(now - self._began) // 1000} s"
        return ""


AT_ONCE = 0
"""The time of the next round where there is more to do."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.work")


class Worker(ABC):
    """Does one round after the other in a task of its own; between two it sleeps until its bell is set, or a time has come.

    `what` names the work in sentences about it, in the plural: "announcements". A round that fails is done again `again`
    milliseconds later. `bell` must be set whenever there is something new to do. With `brief`, a round that takes long is
    a problem.
    """

    def __init__(
        self, what: str, clock: Clock, bell: asyncio.Event, *, again: int = 1_000, brief: bool = True
    ) -> None:
        self._what = what
        self._clock = clock
        self._wake_event = bell
        self._again = again
        self._brief = brief
        self._stopping = False
        self._running: asyncio.Task[None] | None = None
        self.progress = Progress(what, clock)

    def start(self) -> None:
        """Begin to work, in a task of its own."""
        self._running = asyncio.create_task(self.run(), name=self._what)

    def wake(self) -> None:
        """Say that there may be something new to do."""
        self._wake_event.set()

    async def stop(self, grace: float = 8.0) -> None:
        """Finish what is being done, begin nothing new, and return when that is over.

        What takes longer than `grace` seconds is broken off: it is done again after the next start.
        """
        self._stopping = True
        self._wake_event.set()
        if self._running is None:
            return
        _, late = await asyncio.wait([self._running], timeout=grace)
        if late:
            self._running.cancel()
            await asyncio.wait([self._running], timeout=max(grace, 1.0))

    @property
    def problem(self) -> str:
        """The obstacle to the work, "" if there is none."""
        if self._running is not None and self._running.done() and not self._stopping:
            return f"{self._what} have ended"
        return self.progress.problem

    async def run(self) -> None:
        """Work, until `stop`."""
        while not self._is_done:
            await self._turn()

    async def _turn(self) -> None:
        """Do a round, and sleep until the next one. A failure is logged, and tried again a little later."""
        self._wake_event.clear()
        if self._brief:
            self.progress.begin()
        try:
            until = await self._round()
        except Exception as error:
            self.progress.failed(error)
            if isinstance(error, Unwritable):
                _log.warning("work_waits", work=self._what, why=str(error))
            else:
                logs.failure(_log, "work_failed", error, work=self._what)
            until = self._clock.now() + self._again
        else:
            self.progress.done()
        if until != AT_ONCE and not self._is_done:
            await self._clock.wait(self._wake_event, until)

    @property
    def _is_done(self) -> bool:
        """Whether nothing is left to be done before the work ends."""
        return self._stopping

    @abstractmethod
    async def _round(self) -> int | None:
        """Do what there is to do; return when to look again without being woken: AT_ONCE, a time, or None for never."""
