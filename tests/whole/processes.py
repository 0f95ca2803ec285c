"""The bot as a separate process: started, killed and stopped by a test.

It is forked from a process that has imported everything. `tests.bot.cli.test_play` starts new interpreters.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import asynccontextmanager
from multiprocessing import Pipe
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import TypeVar

from tests.forks import FORKS, run_module

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""The timeout for anything expected, in real seconds; nothing ever takes that long."""
T = TypeVar("T")


class Ended(Exception):
    """The process ended while something was expected of it."""


def environment(**settings: str) -> dict[str, str]:
    """Return this process's environment without the bot's settings, plus the given ones."""
    basic = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG", "SYSTEMROOT")}
    return {**basic, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **settings}


class Running:
    """A process whose output is read continuously."""

    def __init__(self, process: ForkServerProcess, output: asyncio.StreamReader) -> None:
        self._process = process
        self._output = output
        self.output: list[str] = []
        self.killed = False
        """Whether it was killed, though it may not have ended yet."""
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for line in self._output:
            async with self._news:
                self.output.append(line.decode())
                self._news.notify_all()
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._process.sentinel, ended.set)
        await ended.wait()
        loop.remove_reader(self._process.sentinel)
        async with self._news:
            self._news.notify_all()

    @property
    def returncode(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._process.exitcode

    @property
    def text(self) -> str:
        """Its whole output so far."""
        return "".join(self.output)

    async def said(self, words: str) -> str:
        """Wait until it prints a line with these words, and return the line. Raises Ended if it ends instead."""

        def found() -> str | None:
            return next((line for line in self.output if words in line), None)

        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: found() is not None or self.returncode is not None)
        line = found()
        if line is None:
            raise Ended(f"it ended with {self.returncode}:\n{self.text}")
        return line

    async def while_alive(self, awaited: Awaitable[T]) -> T:
        """Wait for something that needs the process. Raises Ended if the process ends before."""
        task = asyncio.ensure_future(awaited)
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait({task, self._reading}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise Ended(f"it ended with {self.returncode}:\n{self.text}")
        finally:
            task.cancel()

    def kill(self) -> None:
        """End it immediately, like `kill -9`."""
        if self.returncode is None:
            self.killed = True
            self._process.kill()

    async def ended(self) -> int:
        """Wait until it has ended, and return its exit code."""
        async with asyncio.timeout(PATIENCE):
            await asyncio.shield(self._reading)
        assert self.returncode is not None
        return self.returncode

    def terminate(self) -> None:
        """Ask it to end, like a system that shuts down."""
        self._process.terminate()

    async def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        self.terminate()
        return await self.ended()


async def start(folder: Path, *arguments: str, module: Sequence[str] = ("bot",), **settings: str) -> Running:
    """Start a Python module (with its first arguments) in a folder."""
    reading, writing = Pipe(duplex=False)
    name, *first = module
    given = (name, [*first, *arguments], folder, environment(**settings), writing)
    process = FORKS.Process(target=run_module, args=given)
    process.start()
    writing.close()
    output = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(output), os.fdopen(os.dup(reading.fileno()), "rb", buffering=0)
    )
    reading.close()
    return Running(process, output)


@asynccontextmanager
async def started(
    folder: Path, *arguments: str, module: Sequence[str] = ("bot",), **settings: str
) -> AsyncGenerator[Running]:
    """Start a module; at the end its process is gone in any case."""
    running = await start(folder, *arguments, module=module, **settings)
    try:
        yield running
    finally:
        running.kill()
        await running.ended()
