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
"""Added to the niceness, at most 19. Beside a busy process, the thread then gets about a quarter of a core."""


def give_way(work: Callable[[], T]) -> Future[T]:
    """Run work in a low-priority thread. Return the future of its result.

    On Linux, threads have their own priority, inherited by the threads they start. A process can't raise its
    priority again, so this uses a thread, which ends with its work. On other systems it is a normal thread.
    """
    result = Future[T]()

    def run() -> None:
        if sys.platform == "linux":
            thread_id = threading.get_native_id()
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, thread_id, os.getpriority(os.PRIO_PROCESS, thread_id) + NICER)
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    threading.Thread(target=run, name="low priority", daemon=True).start()
    return result
