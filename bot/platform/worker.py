"""A background loop: woken by an event or the clock, supervised, and stopped in order."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

import structlog

from bot.errors import Unwritable
from bot.platform import logs
from bot.platform.clock import Clock

STUCK = 60_000
"""Milliseconds after which an unfinished round counts as stuck."""


class Progress:
    """The health of a loop: since when its rounds have failed, and why, or whether one is stuck.

    `what` names the work in problem reports: "announcements".
    """

    def __init__(self, what: str, clock: Clock) -> None:
        self._what = what
        self._clock = clock
        self._began: int | None = None
        self._failing_since: int | None = None
        self._why = ""

    def begin(self) -> None:
        """Record that a round begins."""
        self._began = self._clock.now()

    def done(self) -> None:
        """Record that a round has succeeded."""
        self._began = self._failing_since = None

    def failed(self, error: BaseException) -> None:
        """Record that a round has failed."""
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
"""The return value of a round that must be repeated immediately."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.work")


class Worker(ABC):
    """Runs rounds of work in its own task. Between rounds it sleeps until `wake_event` is set, or a time is reached.

    `what` names the work in problem reports, in the plural: "announcements". A failed round is retried after
    `again` milliseconds. `wake_event` must be set whenever there may be new work. With `brief`, a round that takes
    long counts as stuck.
    """

    def __init__(
        self, what: str, clock: Clock, wake_event: asyncio.Event, *, again: int = 1_000, brief: bool = True
    ) -> None:
        self._what = what
        self._clock = clock
        self._wake_event = wake_event
        self._again = again
        self._brief = brief
        self._stopping = False
        self._running: asyncio.Task[None] | None = None
        self.progress = Progress(what, clock)

    def start(self) -> None:
        """Start working, in a new task."""
        self._running = asyncio.create_task(self.run(), name=self._what)

    def wake(self) -> None:
        """Wake the worker, because there may be new work."""
        self._wake_event.set()

    async def stop(self, grace: float = 8.0) -> None:
        """Finish the current work, begin nothing new, and wait until that is done.

        Work that takes longer than `grace` seconds is cancelled; it is repeated after the next start.
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
        """The problem with the work, "" if there is none."""
        if self._running is not None and self._running.done() and not self._stopping:
            return f"{self._what} have ended"
        return self.progress.problem

    async def run(self) -> None:
        """Run rounds until `stop`."""
        while not self._is_done:
            await self._turn()

    async def _turn(self) -> None:
        """Run a round, and sleep until the next one. A failure is logged, and retried soon."""
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
        """Whether no work is left before the worker ends."""
        return self._stopping

    @abstractmethod
    async def _round(self) -> int | None:
        """Do the pending work. Return when to run again without being woken: AT_ONCE, a time, or None for never."""
