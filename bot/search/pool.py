"""The search queue: jobs wait here for one worker process, which runs one at a time.

Jobs that a person waits for come first, in turns among people, however many jobs each has. Long jobs, such as
reviewing a match in parts, run when no one waits, and are interrupted and restarted for anyone who does. Each job has
a key, such as a match. There is at most one job per key: a newer one replaces the older. The worker runs from the
first job until ten minutes after the last.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Mapping
from enum import Enum
from itertools import count
from typing import Any, TypeVar, cast

import structlog

from bot.platform import metrics
from bot.platform.clock import Clock
from bot.search.worker import Died, Dropped, End, Failed, SearchWorker, WorkResult
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import Level
from engine.kernel.ai.search import SearchCancelled

IDLE = 600_000
"""Milliseconds without work after which the worker ends."""

T = TypeVar("T")

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.thinking")


class Urgency(Enum):
    """The urgency of a job, by the party that waits for it."""

    ASKED = "asked"
    """A person requested it, and its result is the reply."""
    AWAITED = "awaited"
    """A person who has got a reply waits for it."""
    WHENEVER = "whenever"
    """No person: part of a long task, after all jobs that people wait for."""


LIMITS = {Urgency.ASKED: 30_000, Urgency.AWAITED: 30_000, Urgency.WHENEVER: 60_000}
"""Maximum milliseconds for a job before callers give up.

These are a safeguard against endless jobs. A search is limited by simulated answers and takes about a second, but on
a busy machine the low-priority worker gets little processor time: in a match over days, half a minute's wait is
better than a careless move.
"""

PATIENCE = {Urgency.ASKED: 0.0, Urgency.AWAITED: 1.0, Urgency.WHENEVER: 10.0}
"""Total seconds for which a job pauses while people who don't wait for it are being answered."""

OFTENEST = 3
"""The maximum number of interruptions of a long job for others; otherwise it might never finish."""

SERVED = 1_000
"""The number of people whose last turn is stored."""

GRACE = 5_000
"""Milliseconds after which a worker that doesn't stop is killed and replaced.

On a busy machine a worker may be slow to react, and a new one would be no faster.
"""


class CannotThink(Exception):
    """A job failed. `str(error)` is the reason, for the log."""


class TookTooLong(CannotThink):
    """The job exceeded its time limit (`LIMITS`)."""


class WorkerDied(CannotThink):
    """The process ended during the job."""


class WorkFailed(CannotThink):
    """The job raised an exception. `str(error)` is its traceback."""


class _Job:
    def __init__(
        self,
        number: int,
        key: Hashable,
        work: Callable[..., object],
        args: tuple[object, ...],
        urgency: Urgency,
        person: int,
    ) -> None:
        self.number = number
        self.key = key
        self.work = work
        self.args = args
        self.urgency = urgency
        self.person = person
        self.interruptions = 0
        """The number of times that it was interrupted for others, and restarted."""
        self.begun_at = 0
        """The time of its last start, in ms since 1970."""
        self.gives_way = False
        """Whether it is being interrupted for others now."""
        self.result: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.ended = asyncio.Event()
        """Set when the worker is done with the job. Replaced at each start."""

    @property
    def is_awaited(self) -> bool:
        """Whether a person waits for it."""
        return self.urgency is not Urgency.WHENEVER


class LocalPool:
    """The waiting jobs and the worker. `start` creates a new worker."""

    def __init__(self, start: Callable[[], SearchWorker], clock: Clock) -> None:
        self._start = start
        self._clock = clock
        self._worker: SearchWorker | None = None
        self._waiting: list[_Job] = []
        self._running: _Job | None = None
        self._rested = asyncio.Event()
        """Set when there is work again after an idle time."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._answering = 0
        self._numbers = count()
        self._served: OrderedDict[int, int] = OrderedDict()
        """The last turn of each person, as a growing number, oldest first."""

    @property
    def is_there(self) -> bool:
        """Whether there is a worker now."""
        return self._worker is not None

    def waiting_by_urgency(self) -> Counter[Urgency]:
        """Return the number of waiting searches by urgency."""
        return Counter(job.urgency for job in self._waiting)

    @property
    def is_closed(self) -> bool:
        """Whether no more jobs are accepted, because the bot is stopping."""
        return self._closed

    @property
    def waiting(self) -> tuple[Hashable, ...]:
        """The keys of waiting jobs, in the order they will run if no other arrives."""
        remaining, served, keys = list(self._waiting), dict(self._served), list[Hashable]()
        turns = count(next(self._numbers))
        while remaining:
            job = min(remaining, key=lambda job_left: _rank(job_left, served))
            remaining.remove(job)
            keys.append(job.key)
            served[job.person] = next(turns)
        return tuple(keys)

    def answering(self, count: int) -> None:
        """Set the number of interactions in progress. The worker pauses for them, unless they all wait for it."""
        self._answering = count
        self._make_way()

    def _make_way(self) -> None:
        if self._worker is None:
            return
        jobs = [*self._waiting, *([self._running] if self._running else ())]
        asked = sum(job.urgency is Urgency.ASKED for job in jobs)
        # Long jobs must not delay jobs that a person waits for.
        is_in_the_way = self._running is not None and not self._running.is_awaited and self._is_awaited
        self._worker.make_way(self._answering > asked and not is_in_the_way)

    @property
    def _is_awaited(self) -> bool:
        """Whether a person waits for a job that has not begun."""
        return any(job.is_awaited for job in self._waiting)

    async def submit(
        self,
        key: Hashable,
        work: Callable[..., T],
        /,
        *args: object,
        urgency: Urgency = Urgency.AWAITED,
        person: int = 0,
        is_shared: bool = False,
    ) -> T:
        """Return the result of `work(*args, is_wanted=…)` in the worker process, when it is its turn.

        `work` is a module-level function that calls `is_wanted()` about every 50 ms and raises SearchCancelled when it
        returns false. Arguments and result must be picklable and at most some hundred kilobytes. A job with the same
        key is cancelled. `person` is the person who waits for it, for taking turns; 0 is no one. `is_shared` says
        something of other processes, and there are none here.

        Raises SearchCancelled if the job is cancelled: by `cancel`, by a newer one of its key, or because the bot is
        stopping. Raises CannotThink if it fails. Cancelling the caller cancels the job.
        """
        if self._closed:
            raise SearchCancelled
        self.cancel(key)
        job = _Job(next(self._numbers), key, work, args, urgency, person)
        self._waiting.append(job)
        self._rested.set()
        self._interrupt_long_job()
        self._make_way()
        self._next()
        try:
            return cast(T, await job.result)
        finally:
            self._give_up(job)

    def cancel(self, key: Hashable) -> None:
        """Cancel the job with this key, waiting or running, if there is one."""
        for job in [*self._waiting, *([self._running] if self._running else ())]:
            if job.key == key:
                self._give_up(job)

    def close(self) -> None:
        """Cancel all jobs and end the worker, for good."""
        self._closed = True
        for job in [*self._waiting, *([self._running] if self._running else ())]:
            self._give_up(job)
        self._end_worker()
        for task in self._tasks:
            task.cancel()

    def _give_up(self, job: _Job) -> None:
        if not job.result.done():
            job.result.set_exception(SearchCancelled())
            # The caller may be gone.
            job.result.exception()
        if job in self._waiting:
            self._waiting.remove(job)
            self._make_way()
        elif job is self._running and not job.ended.is_set() and self._worker is not None:
            self._worker.drop()

    def _interrupt_long_job(self) -> None:
        """Interrupt a long job in favour of one that a person waits for. It restarts later."""
        job = self._running
        if job is None or self._worker is None or job.is_awaited or job.gives_way or not self._is_awaited:
            return
        if job.interruptions < OFTENEST:
            job.gives_way = True
            self._worker.drop()

    def _next(self) -> None:
        """Start the most urgent job, if the worker is idle."""
        if self._running is not None or self._closed:
            return
        if not self._waiting:
            if self._worker is not None:
                self._make_way()
                self._rested = asyncio.Event()
                self._later(self._rest(self._rested, self._clock.now() + IDLE))
            return
        job = self._running = min(self._waiting, key=lambda one: _rank(one, self._served))
        self._waiting.remove(job)
        self._serve(job.person)
        ended = job.ended = asyncio.Event()
        job.gives_way = False
        job.begun_at = self._clock.now()
        try:
            if self._worker is None:
                self._worker = self._start()
            self._make_way()
            self._worker.begin(
                job.work, job.args, lambda end: self._ended(job, ended, end), PATIENCE[job.urgency]
            )
        except Exception as error:
            # No process can be started, or the job can't be sent to it.
            _log.error("thinking_not_begun", key=str(job.key), exc_info=error)
            self._end_worker()
            self._ended(job, ended, Failed(repr(error)))
            return
        if not ended.is_set():
            self._later(self._watch(job, ended, self._clock.now() + LIMITS[job.urgency]))

    def _serve(self, person: int) -> None:
        """Store that a person has had a turn."""
        self._served[person] = next(self._numbers)
        self._served.move_to_end(person)
        while len(self._served) > SERVED:
            self._served.popitem(last=False)

    def _ended(self, job: _Job, ended: asyncio.Event, end: End) -> None:
        """Handle the end of a job in the worker."""
        if ended.is_set():
            return
        ended.set()
        if isinstance(end, WorkResult):
            metrics.THOUGHT.labels(*_labels(job)).observe((self._clock.now() - job.begun_at) / 1000)
        if isinstance(end, Died):
            _log.warning("thinking_died", key=str(job.key))
            self._end_worker()
        if isinstance(end, Dropped) and job.gives_way and not job.result.done():
            job.interruptions += 1
            self._waiting.append(job)
        elif not job.result.done():
            match end:
                case WorkResult(value):
                    job.result.set_result(value)
                case Failed(why):
                    job.result.set_exception(WorkFailed(why))
                case Died():
                    job.result.set_exception(WorkerDied("the process has ended"))
                case Dropped():
                    job.result.set_exception(SearchCancelled())
        self._running = None
        self._next()

    async def _watch(self, job: _Job, ended: asyncio.Event, until: int) -> None:
        """Cancel a job that takes too long. If that doesn't help, the next one gets a new worker."""
        await self._clock.wait(ended, until)
        if ended.is_set():
            return
        limit = LIMITS[job.urgency]
        _log.warning("thinking_took_too_long", key=str(job.key), seconds=limit / 1000)
        if not job.result.done():
            job.result.set_exception(TookTooLong(f"it took more than {limit / 1000:g} s"))
            # The waiting caller may be gone by now.
            job.result.exception()
        if self._worker is not None:
            self._worker.drop()
        await self._clock.wait(ended, until + GRACE)
        if ended.is_set():
            return
        ended.set()
        self._end_worker()
        self._running = None
        self._next()

    async def _rest(self, rested: asyncio.Event, until: int) -> None:
        """End the worker after a long idle time."""
        await self._clock.wait(rested, until)
        if not rested.is_set():
            self._end_worker()

    def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _later(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _labels(job: _Job) -> tuple[str, str]:
    """Return the game and level of a search as metric labels. A job without a level has its function's name."""
    searches = [
        cast("Thinking[Any, Any]", argument) for argument in job.args if isinstance(argument, Thinking)
    ]
    levels = (argument.key for argument in job.args if isinstance(argument, Level))
    game: str = searches[0].game.name if searches else ""
    return game, next(levels, job.work.__name__)


def _rank(job: _Job, served: Mapping[int, int]) -> tuple[bool, int, int]:
    """Return the sorting key of a job: awaited ones first, then by people's turns, then by age."""
    return not job.is_awaited, served.get(job.person, -1), job.number
