"""Processes forked from one that has imported the whole bot, which takes most of a process's start."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.preloaded"])


def run_module(
    module: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str], output: Connection
) -> None:
    """Run a module in this new process, like `python -m`: in a folder and an environment, with its output in a pipe."""
    for standard in (1, 2):
        os.dup2(output.fileno(), standard)
    output.close()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
