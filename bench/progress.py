"""The progress of a long measurement: a bar on a terminal, or a line from time to time in a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

LINE_EVERY = 20.0
"""Seconds between two lines in a file."""


@contextmanager
def progress(total: float) -> Generator[Callable[[float, str], None]]:
    """Yield a function that shows the completed part of `total`, with a description."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task, began, last = bar.add_task("", total=total), time.perf_counter(), float("-inf")

        def show(done: float, words: str) -> None:
            nonlocal last
            bar.update(task, completed=done, description=words)
            now = time.perf_counter()
            if not console.is_terminal and now - last >= LINE_EVERY:
                last = now
                console.print(f"{now - began:.0f} s, {done / total:.0%}: {words}")

        yield show
