"""Low-priority work, such as a start while others answer people."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")

NICER = 5
"""Added to the niceness, of 19 at most: beside a busy process it gets a quarter of a core, and all that nobody else wants."""


def give_way(work: Callable[[], T]) -> Future[T]:
    """Do some work in a thread of low priority; return its result, which comes.

    On Linux a thread has a priority of its own, and threads that it starts inherit it. A process could not take back a low
    priority, and a thread ends with its work. Elsewhere it is a thread like others.
    """
    result = Future[T]()

    def run() -> None:
        if sys.platform == "linux":
            own = threading.get_native_id()
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, own, os.getpriority(os.PRIO_PROCESS, own) + NICER)
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, name="low priority", daemon=True).start()
    return result
