"""Deploys under load: `python -m bench.deploys` says whether anyone notices that all processes are replaced.

The table is in this process, with people who press what their direct messages offer. It posts to a small load balancer, which
asks each process whether it is ready. In a deploy a new process starts beside each old one; when it is ready, the old one gets
SIGTERM. With `--gateway` there is one process, and the next one takes over from it.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import click
from aiohttp import web
from rich.console import Console

from bench.__main__ import MEMORY_DISK
from bench.load import PATIENCE, Crowd, unsent
from bench.table import percentile
from bot.discord.endpoint import PATH
from bot.local_discord.server import HOST, LocalTable

DATABASE = "deploys.sqlite3"
ASKED_EVERY = 0.25
"""Seconds between two questions of the load balancer whether a process is ready."""
STARTING = 600.0
"""Seconds within which a process must be ready."""
ENDING = 40.0
"""Seconds within which one that got SIGTERM must have ended."""
PROMISED = 2.0
"""The 99th percentile of the first answer during deploys, in times of that at rest, at most."""


@dataclass
class Worker:
    """A process, and the address at which it serves HTTP."""

    role: str
    process: Process
    address: str = ""
    is_ready: bool = False


@dataclass
class Deploys:
    """The processes at a table, and the folder with their database and logs."""

    table: LocalTable
    folder: Path
    workers: list[Worker] = field(default_factory=list[Worker])
    problems: list[str] = field(default_factory=list[str])

    async def start(self, role: str) -> Worker:
        """Start a process, and wait until it is ready."""
        port = () if role == "run" else ("--port", "0")
        own = self.folder / f"log-{secrets.token_hex(4)}"
        with own.open("w") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", role, "--table", self.table.address, *port,
                cwd=self.folder, stdout=log, stderr=log,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "DISCORD_TOKEN": self.table.token,
                     "DATABASE": str(self.folder / DATABASE), "LOG_LEVEL": "INFO"},
            )  # fmt: skip
        worker = Worker(role, process)
        async with asyncio.timeout(STARTING):
            while not worker.is_ready:
                await asyncio.sleep(0.1)
                if process.returncode is not None:
                    raise RuntimeError(f"{role} ended with {process.returncode}: {own.read_text()}")
                new = own.read_text()
                if role == "run":
                    worker.is_ready = bool(re.search(r"\] ready ", new))
                elif served := re.search(r"serving .*port=(\d+)", new):
                    worker.address = f"http://{HOST}:{served[1]}"
                    worker.is_ready = await is_ready(worker.address)
        self.workers.append(worker)
        return worker

    async def replace(self, old: Worker) -> None:
        """Start a process in the place of another; that one must end by itself, or by SIGTERM, with exit code 0."""
        await self.start(old.role)
        if old.role != "run":
            old.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(ENDING):
            code = await old.process.wait()
        self.workers.remove(old)
        if code:
            self.problems.append(f"{old.role} ended with {code}")

    async def stop(self) -> None:
        """End all processes."""
        for worker in self.workers:
            if worker.process.returncode is None:
                worker.process.send_signal(signal.SIGTERM)
        for worker in self.workers:
            await worker.process.wait()


async def is_ready(address: str) -> bool:
    """Return whether a process says that it is ready."""
    with suppress(OSError, aiohttp.ClientError, TimeoutError):
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=2)) as session,
            session.get(f"{address}/readyz") as answered,
        ):
            return answered.status == 200
    return False


class Balancer:
    """Hands what is posted to the processes that are ready, in turn; the next one gets what one does not take."""

    def __init__(self, deploys: Deploys) -> None:
        self._deploys = deploys
        self._turn = 0

    @asynccontextmanager
    async def served(self) -> AsyncGenerator[str]:
        """Give the address to post to."""
        app = web.Application()
        app.router.add_post(PATH, self._forward)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, 0).start()
        asking = asyncio.create_task(self._ask())
        async with aiohttp.ClientSession() as self._session:
            yield f"http://{HOST}:{runner.addresses[0][1]}{PATH}"
            asking.cancel()
            await runner.cleanup()

    async def _ask(self) -> None:
        while True:
            await asyncio.sleep(ASKED_EVERY)
            for worker in [one for one in self._deploys.workers if one.role == "answer"]:
                worker.is_ready = await is_ready(worker.address)

    async def _forward(self, request: web.Request) -> web.Response:
        body, headers = await request.read(), request.headers
        for _ in range(4):
            ready = [one for one in self._deploys.workers if one.role == "answer" and one.is_ready]
            if not ready:
                break
            self._turn += 1
            worker = ready[self._turn % len(ready)]
            try:
                async with self._session.post(worker.address + PATH, data=body, headers=headers) as answered:
                    content, kind = await answered.read(), answered.content_type
                    return web.Response(status=answered.status, body=content, content_type=kind)
            except (OSError, aiohttp.ClientError):
                worker.is_ready = False
        return web.Response(status=502)


async def measure(matches: int, deploys: int, pace: float, rest: float, *, by_gateway: bool) -> list[str]:
    """Measure; return the results, line by line, the last one empty if all is as promised."""
    table = LocalTable(limited=False)
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as name:
        folder = Path(name)
        running = Deploys(table, folder)
        crowd = Crowd(table, matches, "deploys")
        async with Balancer(running).served() as address:
            try:
                for role in ("run",) if by_gateway else ("answer", "answer", "deliver"):
                    await running.start(role)
                if not by_gateway:
                    table.endpoint.url = address
                await crowd.begin(("First Light", "The Unwritten"))
                await crowd.play(rest, pace)
                resting = len(crowd.load.first)
                began, durations = time.perf_counter(), list[float]()
                replacing = asyncio.create_task(_replace_all(running, deploys, durations, crowd))
                while not replacing.done():
                    await crowd.play(5, pace)
                await replacing
                ended = time.perf_counter()
                while unsent(folder / DATABASE) and time.perf_counter() < ended + PATIENCE:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                seconds = time.perf_counter() - began
            finally:
                await running.stop()
                await table.stop()
        crowd.check(folder / DATABASE)
        load = crowd.load
        at_rest, during = load.first[:resting], load.first[resting:]
        ratio = percentile(during, 99) / percentile(at_rest, 99)
        errors = [*load.errors, *table.record.failures[:5], *running.problems]
        good = not (load.failed or load.lost or load.doubled or errors) and ratio <= PROMISED
        return [
            f"{deploys} deploys {'over the gateway' if by_gateway else 'of 2 × answer and 1 × deliver'} in {seconds:.0f} s, "
            f"each {percentile(durations, 50):.0f} s",
            f"{load.presses} presses, {len(during)} of them during deploys: failed {load.failed}, lost {load.lost}, "
            f"doubled {load.doubled}, errors {len(errors)} (goal: 0)",
            f"first answer at rest: median {percentile(at_rest, 50) * 1000:.0f} ms, p99 {percentile(at_rest, 99) * 1000:.0f} ms",
            f"during deploys: median {percentile(during, 50) * 1000:.0f} ms, p99 {percentile(during, 99) * 1000:.0f} ms, "
            f"longest {max(during) * 1000:.0f} ms; p99 {ratio:.2f} × at rest (goal: at most {PROMISED:g})",
            *errors,
            "" if good else "not as promised",
        ]


async def _replace_all(running: Deploys, deploys: int, durations: list[float], crowd: Crowd) -> None:
    for number in range(1, deploys + 1):
        began = time.perf_counter()
        await asyncio.gather(*(running.replace(worker) for worker in tuple(running.workers)))
        durations.append(time.perf_counter() - began)
        done = f"deploy {number} took {durations[-1]:.0f} s"
        click.echo(f"{done}; so far {crowd.load.presses} presses, {crowd.load.failed} failed", err=True)


@click.command()
@click.option("--matches", default=10, show_default=True)
@click.option("--deploys", default=20, show_default=True)
@click.option("--pace", default=2.0, show_default=True, help="Seconds between two presses in a match.")
@click.option("--rest", default=30.0, show_default=True, help="Seconds of load before the first deploy.")
@click.option("--gateway", is_flag=True, help="One process, over the gateway.")
def main(matches: int, deploys: int, pace: float, rest: float, gateway: bool) -> None:
    """Measure deploys, and end with 1 if a press failed or the first answers took much longer than at rest."""
    *lines, verdict = asyncio.run(measure(matches, deploys, pace, rest, by_gateway=gateway))
    console = Console(highlight=False, soft_wrap=True)
    for line in (*lines, verdict):
        console.print(line)
    sys.exit(1 if verdict else 0)


if __name__ == "__main__":
    main()
