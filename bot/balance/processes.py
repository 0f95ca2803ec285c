"""Several processes that share what is to be done."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor


def processes(jobs: int) -> ProcessPoolExecutor:
    """Return `jobs` processes that begin with nothing, the same on every system.

    A copy of this process would also have its locks, and may wait for ever for one that another thread of it held.
    """
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
