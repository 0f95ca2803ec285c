"""Measure the start: a process that imports everything and reads all cards, relative to one that imports discord.py."""

from __future__ import annotations

import compileall
import resource
import subprocess
import sys
from pathlib import Path

_ALL = """
import importlib, pkgutil
import bot, cards, engine, render
from cards.garbage_collection import collector_paused, here_to_stay
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
_DISCORD = "import discord"


def start_ratio(times: int = 6) -> float:
    """Return the minimum time to start, relative to a process that only imports discord.py.

    As in `voidream run`, the garbage collector is paused during the imports and ignores their objects. Processor time
    excludes other load on the machine. The packages are compiled, and cards and texts cached first, as by an installation,
    in case Python is configured not to store compiled files.
    """
    for package in ("bot", "cards", "engine", "render"):
        compileall.compile_dir(Path(__file__).parent.parent / package, quiet=1)
    for cached in ("cards.voidream.library", "cards.i18n"):
        subprocess.run([sys.executable, "-m", cached], check=True)  # noqa: S603
    both = [(_once(_ALL), _once(_DISCORD)) for _ in range(times)]
    return min(own for own, _ in both) / min(discord for _, discord in both)


def _once(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
