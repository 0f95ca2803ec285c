"""The progress of a measurement that takes minutes: a bar on a terminal, a line now and then in a file."""

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
    """Give what shows how much of `total` is done, and in words what is going on."""
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
