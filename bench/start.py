"""Measures the start: a new process that imports everything and reads all cards and decks."""

from __future__ import annotations

import compileall
import resource
import subprocess
import sys
from pathlib import Path

_ALL = """
import importlib, pkgutil
import bot, cards, engine, render
from cards.collector import collector_paused, here_to_stay
with collector_paused():
    for package in (bot, cards, engine, render):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
from cards.voidream.decks import ready_made
from cards.voidream.library import the_set
assert len(the_set()) and len(ready_made())
here_to_stay()
"""


def seconds_to_start(times: int = 6) -> float:
    """Return the seconds of processor time that it takes, the least of several times.

    As in `voidream run`, the garbage collector is paused for the imports and leaves alone what they made. Processor
    time does not count what else the machine does meanwhile. The packages are compiled and the cards kept first, as by
    an installation, in case Python has been told not to keep what it compiles.
    """
    for package in ("bot", "cards", "engine", "render"):
        compileall.compile_dir(Path(__file__).parent.parent / package, quiet=1)
    subprocess.run([sys.executable, "-m", "cards.voidream.kept"], check=True)
    return min(_once() for _ in range(times))


def _once() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", _ALL], check=True)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
