"""Processes of the bot at a local table: started, replaced and killed by measurements, behind a load balancer.

The table is in the process that measures. It posts to a small load balancer, which asks each process whether it is ready.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import sqlite3
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import aiohttp
import psycopg
from aiohttp import web

from bot.discord.endpoint import PATH
from bot.local_discord.server import HOST, LocalTable
from bot.settings import PostgresAddress

ASKED_EVERY = 0.25
"""Seconds between two readiness checks of the load balancer."""
MISSED = 3
"""Missed readiness checks after which a process gets no more presses. A busy process answers late."""
STARTING = 600.0
"""Seconds within which a process must be ready."""
ENDING = 40.0
"""Seconds within which a process must end after SIGTERM."""
ROOT = Path(__file__).parents[1]

Rows = Callable[[str], Sequence[Sequence[Any]]]
"""Returns the rows of a query."""


def rows_of(database: Path | PostgresAddress) -> Rows:
    """Return a function that queries a database in use by processes of the bot."""

    def rows(sql: str) -> Sequence[Sequence[Any]]:
        if isinstance(database, PostgresAddress):
            with psycopg.connect(database.reveal()) as server:
                return server.execute(sql.encode()).fetchall()
        with closing(sqlite3.connect(database)) as file:
            return file.execute(sql).fetchall()

    return rows


def unsent(rows: Rows) -> int:
    """Return the number of notes still to be sent."""
    return int(rows("SELECT count(*) FROM outbox WHERE done_at IS NULL")[0][0])


async def all_sent(rows: Rows, patience: float) -> None:
    """Wait until all notes are sent, at most `patience` seconds."""
    ends = time.perf_counter() + patience
    while unsent(rows) and time.perf_counter() < ends:  # noqa: ASYNC110 - another process delivers
        await asyncio.sleep(0.1)


class Child(Protocol):
    """A running process, with the interface of asyncio's."""

    @property
    def pid(self) -> int:
        """The process id."""
        ...

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        ...

    def send_signal(self, signal: int) -> None:
        """Send it a signal. Raises ProcessLookupError if it has ended."""
        ...

    async def wait(self) -> int:
        """Wait until it has ended. Return the exit code."""
        ...


Launch = Callable[[Sequence[str], Mapping[str, str], Path], Awaitable[Child]]
"""Starts `voidream` with arguments and an environment, and its output in a file."""


async def launched(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """Start a process as an operator does."""
    with log.open("w") as output:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *arguments,
            cwd=log.parent, stdout=output, stderr=output, env=environment,
        )  # fmt: skip


@dataclass
class ServedProcess:
    """A process, the file with its output, and the address at which it serves HTTP."""

    role: str
    process: Child
    log: Path
    address: str = ""
    is_ready: bool = False
    missed: int = 0
    """The number of consecutive readiness checks that it missed."""
    requests: int = 0
    """The number of interactions it received."""

    @property
    def has_ended(self) -> bool:
        """Whether it has ended."""
        return self.process.returncode is not None


@dataclass
class Processes:
    """The processes at a table on one database, and the folder with their logs."""

    table: LocalTable
    folder: Path
    database: Path | PostgresAddress
    url: str = ""
    """The address of the load balancer, to which the table posts interactions; "" for the gateway."""
    launch: Launch = launched
    workers: list[ServedProcess] = field(default_factory=list[ServedProcess])
    problems: list[str] = field(default_factory=list[str])

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of the processes."""
        known = self.database
        address = known.reveal() if isinstance(known, PostgresAddress) else str(known)
        own = {"DISCORD_TOKEN": self.table.token, "DATABASE": address, "LOG_LEVEL": "INFO"}
        return {**os.environ, "PYTHONPATH": str(ROOT), **own}

    async def begin(self, role: str) -> ServedProcess:
        """Start a process without waiting."""
        at = () if role == "think" else ("--table", self.table.address)
        port = () if role in ("run", "think") else ("--port", "0")
        if role == "answer":
            port = (*port, "--url", self.url)
        log = self.folder / f"log-{role}-{secrets.token_hex(4)}"
        worker = ServedProcess(role, await self.launch((role, *at, *port), self.environment, log), log)
        self.workers.append(worker)
        return worker

    async def start(self, role: str) -> ServedProcess:
        """Start a process, and wait until it is ready."""
        worker = await self.begin(role)
        if not await self.readied(worker):
            raise RuntimeError(f"{role} ended with {worker.process.returncode}: {worker.log.read_text()}")
        return worker

    async def readied(self, worker: ServedProcess) -> bool:
        """Wait until a process is ready. Return False if it ends first."""
        async with asyncio.timeout(STARTING):
            while not worker.is_ready:
                await asyncio.sleep(0.1)
                if worker.has_ended:
                    return False
                log = worker.log.read_text() if worker.log.exists() else ""
                if worker.role in ("run", "think"):
                    worker.is_ready = bool(re.search(r"\] (ready|thinking) ", log))
                elif served := re.search(r"serving .*port=(\d+)", log):
                    worker.address = f"http://{HOST}:{served[1]}"
                    worker.is_ready = bool(await is_ready(worker.address))
        return True

    async def replace_all(self, after: Callable[[], None]) -> None:
        """Start a replacement for each process, call `after`, and end the old ones, or wait until they end by themselves."""
        old = tuple(self.workers)
        await asyncio.gather(*(self.start(one.role) for one in old))
        after()
        await asyncio.gather(*(self._end(one) for one in old))

    async def _end(self, old: ServedProcess) -> None:
        """Wait until a process has ended with exit code 0: by itself if another takes over, else by SIGTERM."""
        if old.role != "run":
            old.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(ENDING):
            code = await old.process.wait()
        self.workers.remove(old)
        if code:
            self.problems.append(f"{old.role} ended with {code}")

    async def kill(self, worker: ServedProcess) -> None:
        """End a process at any point, as `kill -9` does."""
        self.workers.remove(worker)
        with suppress(ProcessLookupError):
            worker.process.send_signal(signal.SIGKILL)
        await worker.process.wait()

    async def stop(self) -> None:
        """End all processes."""
        for worker in self.workers:
            if not worker.has_ended:
                worker.process.send_signal(signal.SIGTERM)
        for worker in self.workers:
            await worker.process.wait()


async def is_ready(address: str) -> bool | None:
    """Return whether a process reports that it is ready; None if it doesn't answer in time."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=2)) as session,
            session.get(f"{address}/readyz") as answered,
        ):
            return answered.status == 200
    except TimeoutError:
        return None
    except (OSError, aiohttp.ClientError):
        return False


class Balancer:
    """Forwards the table's posts to the ready processes in turn. If one refuses a post, the next one gets it."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._turn = 0

    @asynccontextmanager
    async def served(self) -> AsyncGenerator[None]:
        """Serve, and make the table post interactions here."""
        app = web.Application()
        app.router.add_post(PATH, self._forward)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, 0).start()
        asking = asyncio.create_task(self._ask())
        async with aiohttp.ClientSession() as self._session:
            url = f"http://{HOST}:{runner.addresses[0][1]}{PATH}"
            self._processes.url = self._processes.table.endpoint.url = url
            yield
            asking.cancel()
            await runner.cleanup()

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(ASKED_EVERY)
            asked = [one for one in self._processes.workers if one.role == "answer" and one.address]
            said = await asyncio.gather(*(is_ready(one.address) for one in asked))
            for worker, ready in zip(asked, said, strict=True):
                worker.missed = worker.missed + 1 if ready is None else 0
                worker.is_ready = ready if ready is not None else worker.is_ready and worker.missed < MISSED

    async def _forward(self, request: web.Request) -> web.Response:
        body, headers = await request.read(), request.headers
        for _ in range(4):
            ready = [one for one in self._processes.workers if one.role == "answer" and one.is_ready]
            if not ready:
                break
            self._turn += 1
            worker = ready[self._turn % len(ready)]
            worker.requests += 1
            try:
                async with self._session.post(worker.address + PATH, data=body, headers=headers) as answered:
                    content, kind = await answered.read(), answered.content_type
                    return web.Response(status=answered.status, body=content, content_type=kind)
            except (OSError, aiohttp.ClientError):
                worker.is_ready = False
        return web.Response(status=502)
