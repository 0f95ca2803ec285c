"""Suspends Python's garbage collector while many small permanent objects are created."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """Pause the cyclic garbage collector, if it is on.

    Imports and reading cards create hardly any garbage, but many objects, so the collector would scan all existing ones
    again and again. That took three quarters of the time for reading a set, and an eighth of that for the imports.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def here_to_stay() -> None:
    """Exclude all existing objects from garbage collection. Call it at the start, after imports and reading.

    The collector would scan them in every full collection, and when the program ends, without finding anything.
    """
    gc.freeze()
