"""Work is done by separate processes, which end with the process that started them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from bot.balance.simulation import processes

ROOT = Path(__file__).parents[3]
START_CODE = "from tests.bot.balance.test_processes import start; start()"


def process_of(_: int) -> int:
    return os.getpid()


def run_forever() -> None:
    """Print that this process has started, and run forever."""
    print("begun", flush=True)  # noqa: T201
    threading.Event().wait()


def start() -> None:
    """Run in the process that the test kills."""
    with processes(1) as pool:
        pool.submit(run_forever).result()


def test_work_is_done_in_other_processes() -> None:
    with processes(1) as pool:
        assert os.getpid() not in set(pool.map(process_of, range(3)))


def test_a_killed_process_leaves_no_workers_behind() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", START_CODE], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == "begun\n"
        parent.kill()
        # A surviving worker would keep this pipe open.
        assert parent.communicate(timeout=60) == ("", None)
