"""Fast starts of bot processes: one process imports everything, and forks for each requested one.

A measurement that kills processes hundreds of times would otherwise spend its time on imports. The only other
difference is the missing warm-up. `python -m bench.forks` reads the processes to start from its input, and kills all
at the end of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.processes import ROOT, Launch

LOOK_EVERY = 0.02
"""Seconds between two checks whether a process has ended."""


class Fork:
    """A forked process. Its exit code isn't known, so 0 stands for any."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._has_ended = False

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        if not self._has_ended:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                self._has_ended = True
        return 0 if self._has_ended else None

    def send_signal(self, signal: int) -> None:
        """Send it a signal. Raises ProcessLookupError if it has ended."""
        os.kill(self.pid, signal)

    async def wait(self) -> int:
        """Wait until it has ended."""
        while self.returncode is None:  # noqa: ASYNC110 - it is a child of another process
            await asyncio.sleep(LOOK_EVERY)
        return 0


@asynccontextmanager
async def forking() -> AsyncGenerator[Launch]:
    """Yield a function that starts processes by forking. It works inside the block."""
    forker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.forks", cwd=ROOT, start_new_session=True,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    requests, started, one_at_a_time = forker.stdin, forker.stdout, asyncio.Lock()
    assert requests is not None and started is not None

    async def launch(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Fork:
        async with one_at_a_time:
            order = {"arguments": list(arguments), "environment": dict(environment), "log": str(log)}
            requests.write(json.dumps(order).encode() + b"\n")
            return Fork(int(await started.readline()))

    try:
        yield launch
    finally:
        requests.close()
        await forker.wait()


def main() -> None:
    """Fork for each line of the input, and print the process id."""
    from bot.app import local_table
    from bot.cli import main as voidream
    from bot.games.registry import games
    from cards.garbage_collection import here_to_stay

    def no_rehearsal(*given: object) -> None:
        """Skip the warm-up."""

    local_table.rehearsal = no_rehearsal
    games()
    here_to_stay()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        order: dict[str, Any] = json.loads(line)
        if not (pid := os.fork()):
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            with Path(order["log"]).open("w") as log:
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
            os.close(0)
            os.chdir(Path(order["log"]).parent)
            os.environ.clear()
            os.environ.update(order["environment"])
            voidream(order["arguments"], prog_name="voidream")
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    main()
