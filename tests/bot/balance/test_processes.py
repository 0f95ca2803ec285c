"""Processes that share what is to be done are others, and end with the one that began them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from bot.balance.simulation import processes

ROOT = Path(__file__).parents[3]
BEGIN = "from tests.bot.balance.test_processes import begin; begin()"


def process_of(_: int) -> int:
    return os.getpid()


def stay() -> None:
    """Say that this process has begun, and go on for ever."""
    print("begun", flush=True)  # noqa: T201
    threading.Event().wait()


def begin() -> None:
    """What the process does that is killed."""
    with processes(1) as pool:
        pool.submit(stay).result()


def test_what_is_shared_is_done_by_others() -> None:
    with processes(1) as pool:
        assert os.getpid() not in set(pool.map(process_of, range(3)))


def test_nobody_is_left_behind_by_a_process_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BEGIN], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None and first.stdout.readline() == "begun\n"
        first.kill()
        # Whoever still lives holds this end open.
        assert first.communicate(timeout=60) == ("", None)
