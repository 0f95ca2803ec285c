"""Several processes that share what is to be done."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor


def processes(jobs: int) -> ProcessPoolExecutor:
    """Return `jobs` processes that begin with nothing, the same on every system, and end with this one however that ends.

    A copy of this process would also have its locks, and may wait for ever for one that another thread of it held.
    """
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    """Watch whether the process that began this one is still there; without it, nobody would ever end this one."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "it was begun by another one"
    parent.join()
    os._exit(1)
