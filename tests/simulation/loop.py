"""An event loop with an order determined by a seed: one thread, virtual time, and processes that can be killed.

Ready callbacks run in random order. Time stops while any are ready, then advances to the next timer. A process is a
set of tasks: the tasks they start belong to it, and when it is killed none of them runs any longer.
"""

from __future__ import annotations

import asyncio
import heapq
from asyncio import AbstractEventLoop, Future, Handle, Task, TimerHandle
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

STEPS = 400_000
"""The number of steps after which a run counts as endless."""


class Died(Exception):
    """The process was killed before it responded."""


class Endless(Exception):
    """A run takes too many steps, or everything waits for something that never happens."""


class _Killed(BaseException):
    """Unwinds the frames of a dead process. Nothing that they do then has any effect."""


_FRAMES = 100
"""The maximum number of times that a frame which waits during unwinding is unwound."""


class Process:
    """Tasks that die together. `on_death` is called with a process that was just killed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive = True
        self.steps = 0
        self.on_death: list[Callable[[], None]] = []
        self._tasks: dict[int, tuple[Task[Any], Context]] = {}

    def add(self, number: int, task: Task[Any], context: Context) -> None:
        """Add a task until it ends."""
        self._tasks[number] = task, context
        task.add_done_callback(lambda _: self._tasks.pop(number, None), context=context)

    def kill(self) -> None:
        """End immediately, as by SIGKILL: nothing is written, sent or answered any longer.

        The frames of its tasks are unwound here, without any effect, rather than during garbage collection.
        """
        self.is_alive = False
        for call in list(self.on_death):
            call()
        while self._tasks:
            _, (task, context) = self._tasks.popitem()
            if task.done():
                # No one is notified any longer.
                task.cancelled() or task.exception()
                continue
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with suppress(BaseException):
                for _ in range(_FRAMES):
                    # A frame that waits during unwinding is unwound again.
                    context.run(task.get_coro().throw, _Killed())  # type: ignore[union-attr]


_process: ContextVar[Process | None] = ContextVar("process", default=None)


def current_process() -> Process:
    """Return the process that runs this code."""
    process = _process.get()
    assert process is not None
    return process


class _Numbered:
    """An object hashed by its order of creation: sets of them have the same order in every run."""

    number = 0

    def __hash__(self) -> int:
        return self.number


class _Future(_Numbered, Future[Any]):
    process: Process | None = None


class _Task(_Numbered, Task[Any]):
    process: Process | None = None


class SeededLoop(AbstractEventLoop):
    """The loop. `chance` determines the order; `before_step` is called with the process of the next step.

    With `traced` it records a trace of all steps, which takes a tenth of a run's time.
    """

    def __init__(self, chance: Random, *, traced: bool = False, start: float = 1_800_000_000.0) -> None:
        self.chance = chance
        self._is_traced = traced
        self.before_step: Callable[[Process], None] = lambda process: None
        self.before_wait: Callable[[float], None] = lambda seconds: None
        """Called when nothing is ready, with the duration in seconds."""
        self.steps = 0
        self.failures: list[str] = []
        """Uncaught exceptions."""
        self._now = start
        self._ready: list[Handle] = []
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._numbers = count(1)
        self._trace = sha256()
        self._told: list[str] = []
        self._is_running = self._is_closed = False
        self._process_of: dict[int, Process] = {}

    # -- observation

    def log(self, what: str) -> None:
        """Add something to the trace, if there is one."""
        if not self._is_traced:
            return
        self._told.append(f"{self._now:.6f} {what}\n")
        if len(self._told) >= 1_000:
            self._digest()

    @property
    def trace(self) -> str:
        """The digest of everything that has happened, in order: identical runs have the same. "" without a trace."""
        if not self._is_traced:
            return ""
        self._digest()
        return self._trace.hexdigest()[:16]

    def _digest(self) -> None:
        self._trace.update("".join(self._told).encode())
        self._told.clear()

    # -- running

    def time(self) -> float:
        """Return the virtual time, in seconds since 1970."""
        return self._now

    def run_until_complete(self, future: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end. Raises Endless, and its exceptions."""
        main = self.create_task(future, name="main")
        asyncio.events._set_running_loop(self)
        self._is_running = True
        try:
            while not main.done():
                self._step()
        finally:
            self._is_running = False
            asyncio.events._set_running_loop(None)
        return main.result()

    def kill(self, process: Process) -> None:
        """Kill a process, whether or not the loop runs."""
        if not self._is_running:
            asyncio.events._set_running_loop(self)
        process.kill()
        if not self._is_running:
            asyncio.events._set_running_loop(None)

    def _step(self) -> None:
        if self.steps >= STEPS:
            raise Endless(f"{STEPS} steps")
        while not self._ready:
            self._wait()
        # The last one moves to the place of the chosen one: the order is random anyway.
        place = int(self.chance.random() * len(self._ready))
        handle, last = self._ready[place], self._ready.pop()
        if place < len(self._ready):
            self._ready[place] = last
        process: Process | None = handle._context.get(_process)  # type: ignore[attr-defined]
        if process is not None:
            if process.is_alive and not handle.cancelled():
                process.steps += 1
                self.before_step(process)
            if not process.is_alive:
                return
        if handle.cancelled():
            return
        self.steps += 1
        if self._is_traced:
            self.log(f"{process.name if process else '-'} {_label(handle)}")
        handle._run()

    def _wait(self) -> None:
        """Advance to the time at which something is ready."""
        while self._timers and self._timers[0][2].cancelled():
            heapq.heappop(self._timers)
        if not self._timers:
            raise Endless("everything waits for something that never comes")
        if (seconds := self._timers[0][0] - self._now) > 0:
            self.before_wait(seconds)
            self._now = self._timers[0][0]
        while self._timers and self._timers[0][0] <= self._now:
            timer = heapq.heappop(self._timers)[2]
            if not timer.cancelled():
                self._ready.append(timer)

    def skip(self, until: float, waits: Callable[[TimerHandle], bool]) -> None:
        """Advance to a time without running timers for which `waits` is true; they run afterwards."""
        remaining = [timer for timer in self._timers if not (timer[0] < until and waits(timer[2]))]
        moved = [
            (until, number, timer) for when, number, timer in self._timers if when < until and waits(timer)
        ]
        self._timers = remaining + moved
        heapq.heapify(self._timers)

    def next_timer(self, waits: Callable[[TimerHandle], bool]) -> float | None:
        """Return the time of the next timer for which `waits` is false, None if there is none."""
        times = (when for when, _, timer in self._timers if not timer.cancelled() and not waits(timer))
        return min(times, default=None)

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_in(self, delay: float, callback: Callable[..., Any], *args: Any) -> None:
        """Call something after a delay; without one as soon as it is chosen."""
        if delay:
            self.call_later(delay, callback, *args)
        else:
            self.call_soon(callback, *args)

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        timer = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), timer))
        return timer

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """Do nothing: the timer is dropped when it is due."""

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> Future[T]:
        """Do the work of a thread at a random later moment."""
        future = self.create_future()

        def work() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*args))
            except Exception as error:
                future.set_exception(error)

        self.call_later(self.chance.choice((0.0, 0.001, 0.05)), work)
        return future

    def add_reader(self, fd: Any, callback: Callable[..., Any], *args: Any) -> None:
        """Do nothing: external data is read at random moments."""

    add_writer = add_reader

    def remove_reader(self, fd: Any) -> bool:
        """Do nothing."""
        return False

    remove_writer = remove_reader

    # -- tasks and processes

    def create_future(self) -> Future[Any]:
        future = _Future(loop=self)
        future.number, future.process = next(self._numbers), _process.get()
        return future

    def create_task(
        self, coro: Coroutine[Any, Any, T], *, name: str | None = None, context: Context | None = None
    ) -> Task[T]:
        context = copy_context() if context is None else context
        number = next(self._numbers)
        named = name or f"{coro.__qualname__} {number}"
        task = _Task(coro, loop=self, name=named, context=context)
        task.number = number
        process = task.process = context.get(_process)
        if process is not None:
            process.add(number, task, context)
        return task

    async def ask(self, process: Process, request: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a request in a process, and return its result. Raises Died if the process is killed before."""
        if not process.is_alive:
            raise Died
        context = copy_context()
        context.run(_process.set, process)
        answer = self.create_future()
        task = self.create_task(request(), context=context)

        def ended(task: Task[T]) -> None:
            if answer.done():
                return
            if task.cancelled():
                answer.cancel()
            elif (error := task.exception()) is not None:
                answer.set_exception(error)
            else:
                answer.set_result(task.result())

        def died() -> None:
            if not answer.done():
                answer.set_exception(Died())

        task.add_done_callback(ended, context=context)
        process.on_death.append(died)
        try:
            return await answer
        finally:
            process.on_death.remove(died)

    # -- further methods that asyncio requires

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self._is_running

    def is_closed(self) -> bool:
        return self._is_closed

    def close(self) -> None:
        """Drop everything that is left."""
        self._is_closed = True
        self._ready.clear()
        self._timers.clear()

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Record uncaught exceptions, except those of dead processes."""
        process: Process | None = getattr(context.get("task") or context.get("future"), "process", None)
        if process is not None and not process.is_alive:
            return
        error = context.get("exception")
        self.failures.append(f"{context.get('message')}: {error!r}")

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        self.call_exception_handler(context)


def task_of(timer: TimerHandle) -> Task[Any] | None:
    """Return the task whose wait a timer ends, if it belongs to `asyncio.timeout`."""
    return getattr(getattr(timer._callback, "__self__", None), "_task", None)  # type: ignore[attr-defined]


def _label(handle: Handle) -> str:
    callback: Any = handle._callback  # type: ignore[attr-defined]
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, Task):
        return owner.get_name()
    return getattr(callback, "__qualname__", type(callback).__name__)
