"""Simulate many seeds, or find planted faults: `python -m tests.simulation 10000`, `python -m tests.simulation --faults`.

Errors are printed with their seed; `python -m tests.simulation 1 --first SEED` repeats the same run.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bot.app.roles import Role
from tests.postgres import serving
from tests.simulation.faults import FAULTS
from tests.simulation.postgres import SETTINGS, PostgresDatabase
from tests.simulation.simulation import GAMES, USUAL, Plan, Run, simulate

ATTEMPTS = 10
"""The number of seed ranges, in each of which a planted fault must be found."""
WITHIN = 100
"""The number of seeds of a range."""


def carry_out(seed: int, plan: Plan = USUAL, fault: str = "") -> tuple[Run, float]:
    """Carry out the run of a seed, with a planted fault if given; return it with its CPU seconds."""
    began = time.process_time()
    with TemporaryDirectory() as folder:
        if fault:
            with FAULTS[fault]():
                run = simulate(seed, Path(folder), plan)
        else:
            run = simulate(seed, Path(folder), plan)
    return run, time.process_time() - began


def runs(seeds: Iterable[int], plan: Plan, jobs: int) -> Iterator[tuple[Run, float]]:
    """Yield runs, carried out by this many jobs at a time."""
    if jobs == 1:
        yield from (carry_out(seed, plan) for seed in seeds)
        return
    with get_context("fork").Pool(jobs) as pool:
        yield from pool.imap_unordered(partial(carry_out, plan=plan), seeds, chunksize=4)


def main() -> int:
    options = _options()
    console = Console(stderr=True)
    if options.faults is None:
        return simulate_many(console, options)
    return look_for_faults(console, options.faults or list(FAULTS))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=200, help="how many seeds (200)")
    parser.add_argument("--first", type=int, default=0, help="the first of them (0)")
    parser.add_argument("--presses", type=int, default=USUAL.presses, help="how often each person presses")
    parser.add_argument(
        "--game",
        action="append",
        choices=sorted({game().name for game in GAMES}),
        help="play this game only (again: one of these)",
    )
    parser.add_argument(
        "--roles",
        type=lambda text: tuple(map(Role, text.split(","))),
        default=USUAL.roles,
        help="the role of each process: answer,answer,deliver (run,run)",
    )
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, one run at a time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time")
    parser.add_argument(
        "--faults",
        nargs="*",
        choices=sorted(FAULTS),
        help="look for planted faults instead: for these, or all",
    )
    return parser.parse_args()


def simulate_many(console: Console, options: argparse.Namespace) -> int:
    """Simulate seeds, and print errors and the amount of work."""
    games_by_name = {game().name: game for game in GAMES}
    games = tuple(games_by_name[name] for name in options.game) if options.game else GAMES
    with ExitStack() as stack:
        plan = Plan(games, options.presses, options.roles)
        if options.postgres:
            server, options.jobs = stack.enter_context(serving(**SETTINGS)), 1
            plan = replace(plan, database=lambda path: PostgresDatabase(server, path.parent))
        return _simulate_many(console, options, plan)


def _simulate_many(console: Console, options: argparse.Namespace, plan: Plan) -> int:
    counts, seconds, wrong = Counter[str](), 0.0, 0
    seeds = range(options.first, options.first + options.seeds)
    # Print the results so far even if it is interrupted.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with _progress(console) as progress, suppress(KeyboardInterrupt):
        bar = progress.add_task("seeds", total=len(seeds), wrong=0)
        for run, took in runs(seeds, plan, options.jobs):
            seconds += took
            for name in ("presses", "accepted", "busy", "kills", "stops", "deliveries", "repeats", "steps"):
                counts[name] += getattr(run, name)
            counts["seeds"] += 1
            counts[run.game] += 1
            if run.wrong:
                wrong += 1
                console.print(f"[bold]seed {run.seed}[/] ({run.game})")
                for what in run.wrong[:5]:
                    console.print(f"  {what}", markup=False)
            progress.update(bar, advance=1, wrong=wrong)
    table = Table("figure", "", title=f"{counts['seeds']} seeds, {wrong} wrong")
    for name, number in counts.items():
        table.add_row(name, f"{number:,}")
    table.add_row("processor, seconds", f"{seconds:,.0f}")
    Console().print(table)
    return 1 if wrong else 0


def look_for_faults(console: Console, faults: Sequence[str]) -> int:
    """Plant each of the faults, and print the number of seed ranges that found it, and how soon."""
    table = Table("fault", "found", "after seeds", "as")
    missed = 0
    with _progress(console) as progress:
        bar = progress.add_task("ranges", total=len(faults) * ATTEMPTS, wrong=0)
        for fault in faults:
            after, messages = [], Counter[str]()
            for attempt in range(ATTEMPTS):
                first = 1_000_000 + attempt * WITHIN
                for number in range(WITHIN):
                    run, _ = carry_out(first + number, fault=fault)
                    if run.wrong:
                        after.append(number + 1)
                        messages[run.wrong[0][:60]] += 1
                        break
                progress.update(bar, advance=1, wrong=missed)
            missed += ATTEMPTS - len(after)
            table.add_row(
                fault.replace("_", " "),
                f"{len(after)} of {ATTEMPTS}",
                ", ".join(map(str, after)),
                messages.most_common(1)[0][0] if messages else "",
            )
    Console().print(table)
    return 1 if missed else 0


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, TextColumn("{task.fields[wrong]} wrong"), console=console)


if __name__ == "__main__":
    sys.exit(main())
