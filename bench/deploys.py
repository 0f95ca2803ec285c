"""Deploys under load: `python -m bench.deploys` measures whether anyone notices the replacement of all processes.

The table is in this process, with people who press the buttons of their direct messages. It posts to a small load
balancer, which checks the readiness of each process. In a deploy a new process starts beside each old one; when all
are ready, the old ones get SIGTERM. These are on PostgreSQL. With `--gateway` there is one process on SQLite, and the
next one takes over from it.

Rest and deploys alternate, so that other load on the machine affects both alike.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench.__main__ import MEMORY_DISK
from bench.load import PATIENCE, Crowd, too_few
from bench.processes import Balancer, Processes, all_sent, rows_of
from bench.table import percentile
from bench.verdict import end_with
from bot.local_discord.server import LocalTable
from bot.settings import PostgresAddress
from tests.postgres import serving

AFTER = 5.0
"""Seconds after a deploy that still count as part of it, because new processes may be slow at first."""
PARTS = ("at rest", "while new processes start", "while old ones end", "in the first seconds after")
ENOUGH = 100
"""The minimum number of presses for a meaningful 99th percentile."""
PROMISED = 2.0
"""The maximum 99th percentile of the first answer during deploys, relative to that at rest."""


class Parts:
    """The phases of the measurement, and the presses made in each."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._moments: list[float] = []
        self._names: list[str] = []

    def begin(self, name: str) -> None:
        """Begin a phase."""
        self._moments.append(time.perf_counter())
        self._names.append(name)

    def first_answers(self) -> dict[str, list[float]]:
        """Return the seconds until the first answers, by phase."""
        seconds: dict[str, list[float]] = {name: [] for name in PARTS}
        for press in self._crowd.pressed.values():
            place = bisect(self._moments, press.began)
            if place and press.first is not None:
                seconds[self._names[place - 1]].append(press.first)
        return seconds


async def measure(
    matches: int,
    deploys: int,
    pace: float,
    rest: float,
    postgres: PostgresAddress | None,
    *,
    by_gateway: bool,
) -> list[str]:
    """Measure on PostgreSQL or SQLite. Return the results line by line; the last line is empty if all targets are met."""
    table = LocalTable(limited=False)
    await table.start()
    with TemporaryDirectory(ignore_cleanup_errors=True, dir=MEMORY_DISK) as name:
        folder = Path(name)
        running = Processes(table, folder, postgres or folder / "deploys.sqlite3")
        crowd = Crowd(table, matches, "deploys")
        parts, durations, rows = Parts(crowd), list[float](), rows_of(running.database)
        few: list[str] = []
        async with nullcontext() if by_gateway else Balancer(running).served():
            try:
                for role in ("run",) if by_gateway else ("answer", "answer", "deliver"):
                    await running.start(role)
                await crowd.begin(("First Light", "The Unwritten"))
                await crowd.play(AFTER, pace)
                for number in range(1, deploys + 1):
                    began, before = time.perf_counter(), crowd.load.presses
                    parts.begin(PARTS[0])
                    await crowd.play(rest, pace)
                    durations.append(await _deploy(running, crowd, parts, pace))
                    matches_wanted = (time.perf_counter() - began) * matches / pace
                    few += too_few(crowd.load.presses - before, matches_wanted, f"around deploy {number}")
                    done = f"deploy {number} took {durations[-1]:.0f} s"
                    click.echo(
                        f"{done}; so far {crowd.load.presses} presses, {crowd.load.failed} failed", err=True
                    )
                await all_sent(rows, PATIENCE)
            finally:
                await running.stop()
                await table.stop()
        crowd.check(rows)
        load, firsts = crowd.load, parts.first_answers()
        during = sorted(seconds for name in PARTS[1:] for seconds in firsts[name])
        ratio = percentile(during, 99) / percentile(firsts[PARTS[0]], 99)
        if min(len(during), len(firsts[PARTS[0]])) < ENOUGH:
            few.append(
                f"too few presses for a 99th percentile: fewer than {ENOUGH} at rest, or during deploys"
            )
        errors = [*load.errors, *few, *table.record.failures[:5], *running.problems]
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


async def _deploy(running: Processes, crowd: Crowd, parts: Parts, pace: float) -> float:
    """Replace all processes while people press, and continue for some time. Return the seconds until all were replaced."""
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
    """Measure deploys. Exit with 1 if a press failed or the first answers took much longer than at rest."""
    with nullcontext() if gateway else serving(max_connections="150") as server:
        database = None if server is None else server.laid_out()
        *lines, verdict = asyncio.run(measure(matches, deploys, pace, rest, database, by_gateway=gateway))
    end_with(lines, verdict)


if __name__ == "__main__":
    main()
