"""Deploys under load: `python -m bench.deploys` says whether anyone notices that all processes are replaced.

The table is in this process, with people who press what their direct messages offer. It posts to a small load balancer, which
asks each process whether it is ready. In a deploy a new process starts beside each old one; when all are ready, the old ones get
SIGTERM. With `--gateway` there is one process, and the next one takes over from it.

Rest and deploys take turns, so that what else the machine does weighs on both alike.
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
from bisect import bisect
from collections.abc import AsyncGenerator, Callable
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
AFTER = 5.0
"""Seconds after a deploy whose presses count as made during it: what is new may be slow at first."""
PARTS = ("at rest", "while new processes start", "while old ones end", "in the first seconds after")
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

    async def replace_all(self, after: Callable[[], None]) -> None:
        """Start a process in the place of each; call `after`, and end the old ones, or wait until they do so by themselves."""
        old = tuple(self.workers)
        await asyncio.gather(*(self.start(one.role) for one in old))
        after()
        await asyncio.gather(*(self._end(one) for one in old))

    async def _end(self, old: Worker) -> None:
        """Wait until a process has ended: by itself if another takes over, or else by SIGTERM; with exit code 0."""
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


class Parts:
    """The parts of the time, and which presses were made in each."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._moments: list[float] = []
        self._names: list[str] = []

    def begin(self, name: str) -> None:
        """Begin a part."""
        self._moments.append(time.perf_counter())
        self._names.append(name)

    def first_answers(self) -> dict[str, list[float]]:
        """Return how many seconds the first answers took, by part."""
        found: dict[str, list[float]] = {name: [] for name in PARTS}
        for press in self._crowd.pressed.values():
            place = bisect(self._moments, press.began)
            if place and press.first is not None:
                found[self._names[place - 1]].append(press.first)
        return found


async def measure(matches: int, deploys: int, pace: float, rest: float, *, by_gateway: bool) -> list[str]:
    """Measure; return the results, line by line, the last one empty if all is as promised."""
    table = LocalTable(limited=False)
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as name:
        folder = Path(name)
        running = Deploys(table, folder)
        crowd = Crowd(table, matches, "deploys")
        parts, durations = Parts(crowd), list[float]()
        async with Balancer(running).served() as address:
            try:
                for role in ("run",) if by_gateway else ("answer", "answer", "deliver"):
                    await running.start(role)
                if not by_gateway:
                    table.endpoint.url = address
                await crowd.begin(("First Light", "The Unwritten"))
                await crowd.play(AFTER, pace)
                for number in range(1, deploys + 1):
                    parts.begin(PARTS[0])
                    await crowd.play(rest, pace)
                    durations.append(await _deploy(running, crowd, parts, pace))
                    done = f"deploy {number} took {durations[-1]:.0f} s"
                    click.echo(
                        f"{done}; so far {crowd.load.presses} presses, {crowd.load.failed} failed", err=True
                    )
                ended = time.perf_counter()
                while unsent(folder / DATABASE) and time.perf_counter() < ended + PATIENCE:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            finally:
                await running.stop()
                await table.stop()
        crowd.check(folder / DATABASE)
        load, firsts = crowd.load, parts.first_answers()
        during = sorted(seconds for name in PARTS[1:] for seconds in firsts[name])
        ratio = percentile(during, 99) / percentile(firsts[PARTS[0]], 99)
        errors = [*load.errors, *table.record.failures[:5], *running.problems]
        good = not (load.failed or load.lost or load.doubled or errors) and ratio <= PROMISED
        return [
            f"{deploys} deploys {'over the gateway' if by_gateway else 'of 2 × answer and 1 × deliver'}, "
            f"each {percentile(durations, 50):.0f} s",
            f"{load.presses} presses, {len(during)} of them during deploys: failed {load.failed}, lost {load.lost}, "
            f"doubled {load.doubled}, errors {len(errors)} (goal: 0)",
            *(f"first answer {name}: {_spread(seconds)}" for name, seconds in firsts.items()),
            f"during deploys: {_spread(during)}; p99 {ratio:.2f} × at rest (goal: at most {PROMISED:g})",
            *errors,
            "" if good else "not as promised",
        ]


def _spread(seconds: list[float]) -> str:
    if not seconds:
        return "no presses"
    middle, late, longest = (percentile(seconds, share) * 1000 for share in (50, 99, 100))
    return f"median {middle:.0f} ms, p99 {late:.0f} ms, longest {longest:.0f} ms, {len(seconds)} presses"


async def _deploy(running: Deploys, crowd: Crowd, parts: Parts, pace: float) -> float:
    """Replace all processes while people press, and let them press for some time after; return the seconds it took."""
    began = time.perf_counter()
    parts.begin(PARTS[1])
    replacing = asyncio.create_task(running.replace_all(lambda: parts.begin(PARTS[2])))
    while not replacing.done():
        await crowd.play(3, pace)
    await replacing
    seconds = time.perf_counter() - began
    parts.begin(PARTS[3])
    await crowd.play(AFTER, pace)
    return seconds


@click.command()
@click.option("--matches", default=10, show_default=True)
@click.option("--deploys", default=20, show_default=True)
@click.option("--pace", default=2.0, show_default=True, help="Seconds between two presses in a match.")
@click.option("--rest", default=15.0, show_default=True, help="Seconds of load before each deploy.")
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
