"""A process that runs one job after another, with low priority.

It receives everything it needs with each job: it opens no database, and never receives a match. While people are
being answered it pauses, because low priority alone doesn't prevent processes from slowing each other down.
"""

from __future__ import annotations

import asyncio
import ctypes
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from ctypes import c_bool, c_uint64
from multiprocessing.connection import Connection
from typing import Any, Protocol

import msgspec

from engine.kernel.ai.search import SearchCancelled

NICE = 15
"""The worker's niceness, of 19."""

_PR_SET_PDEATHSIG = 1
"""From `linux/prctl.h`: sets the signal that this process gets when its parent dies."""
GLANCE = 0.001
"""Seconds between two checks whether people are still being answered."""

Work = Callable[..., object]
"""A module-level function that is called with its arguments and `is_wanted`, which it calls about every 50 ms."""


class WorkResult(msgspec.Struct, frozen=True):
    """The result of a job."""

    value: object


class Failed(msgspec.Struct, frozen=True):
    """The job failed. `why` is its traceback, for the log."""

    why: str


class Dropped(msgspec.Struct, frozen=True):
    """A job was cancelled, because it is no longer needed."""


class Died(msgspec.Struct, frozen=True):
    """The process ended before the job."""


End = WorkResult | Failed | Dropped | Died
"""The end of a job."""


class SearchWorker(Protocol):
    """Runs one job at a time."""

    def begin(
        self, work: Work, args: Sequence[object], done: Callable[[End], None], patience: float = 0.0
    ) -> None:
        """Start a job. `done` is called in the event loop when it has ended in any way.

        It pauses while people are being answered, for at most `patience` seconds in all.
        """
        ...

    def make_way(self, is_busy: bool) -> None:
        """Set whether people are being answered now."""
        ...

    def drop(self) -> None:
        """Cancel the current job. It ends soon."""
        ...

    def end(self) -> None:
        """Kill the worker immediately, in the middle of its job. `done` is not called for it."""
        ...


def carry_out(
    work: Work, args: Sequence[object], is_wanted: Callable[[], bool]
) -> WorkResult | Failed | Dropped:
    """Run a job. Never raises: exceptions become results."""
    try:
        return WorkResult(work(*args, is_wanted=is_wanted))
    except SearchCancelled:
        return Dropped()
    except Exception:
        return Failed(traceback.format_exc())


def stepping_aside(
    is_wanted: Callable[[], bool],
    is_busy: Callable[[], bool],
    patience: float,
    *,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Callable[[], bool]:
    """Return the `is_wanted` of a job, which blocks while people are being answered.

    It blocks for at most `patience` seconds in total, because otherwise a job might never finish, and stops blocking
    when the job is cancelled. `now` and `sleep` use seconds.
    """
    remaining = patience

    def is_wanted_now() -> bool:
        nonlocal remaining
        while remaining > 0 and is_busy() and is_wanted():
            started_at = now()
            sleep(GLANCE)
            remaining -= now() - started_at
        return is_wanted()

    return is_wanted_now


class ProcessWorker:
    """A worker in a separate process, which ends with this one, however that ends.

    The number of the current job is in shared memory. It can be cleared at any time, and never refers to the next
    job. Beside it is a flag for people being answered.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, worker_end = context.Pipe()
        self._wanted = context.RawValue(c_uint64, 0)
        self._busy = context.RawValue(c_bool, False)
        self._number = 0
        self._process = context.Process(
            target=_work_off, args=(worker_end, self._wanted, self._busy), name="thinking", daemon=True
        )
        self._process.start()
        # If the other end stayed open here, the end of the process would go unnoticed.
        worker_end.close()
        self._on_end: Callable[[End], None] | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return self._process.pid

    def begin(
        self, work: Work, args: Sequence[object], done: Callable[[End], None], patience: float = 0.0
    ) -> None:
        """Start a job. `done` is called in the event loop when it has ended in any way."""
        self._number += 1
        self._wanted.value = self._number
        loop = asyncio.get_running_loop()
        self._on_end = done
        try:
            self._pipe.send((self._number, work, tuple(args), patience))
        except OSError:
            loop.call_soon(self._tell, Died())
            return
        loop.add_reader(self._pipe.fileno(), self._read_end)

    def make_way(self, is_busy: bool) -> None:
        """Set whether people are being answered now."""
        self._busy.value = is_busy

    def drop(self) -> None:
        """Cancel the current job. It ends soon."""
        self._wanted.value = 0

    def end(self) -> None:
        """Kill the worker immediately, in the middle of its job. `done` is not called for it."""
        self._stop_reading()
        self._on_end = None
        self._process.kill()
        self._pipe.close()

    def _read_end(self) -> None:
        try:
            end: End = self._pipe.recv()
        except (EOFError, OSError):
            end = Died()
        self._tell(end)

    def _tell(self, end: End) -> None:
        self._stop_reading()
        done, self._on_end = self._on_end, None
        if done is not None:
            done(end)

    def _stop_reading(self) -> None:
        if not self._pipe.closed:
            asyncio.get_running_loop().remove_reader(self._pipe.fileno())


def _work_off(pipe: Connection, current_key: Any, busy: Any) -> None:
    """Run jobs until the parent is gone. This is the main loop of the process."""
    _die_with_parent()
    os.nice(NICE)
    # Ctrl+C in a terminal reaches this process too, but it ends with its parent: see `ProcessWorker`.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            number, work, args, patience = pipe.recv()
        except EOFError:
            return
        is_wanted = stepping_aside(
            lambda number=number: current_key.value == number, lambda: busy.value, patience
        )
        end = carry_out(work, args, is_wanted)
        try:
            pipe.send(end)
        except OSError:
            return


def _die_with_parent() -> None:
    """Arrange for this process to be killed when the bot dies, in the middle of its work too.

    On other systems than Linux it finishes its work first.
    """
    parent = multiprocessing.parent_process()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # The bot may have died before the line above.
    if parent is not None and os.getppid() != parent.pid:
        os._exit(0)
