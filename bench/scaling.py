"""Moves by 1, 2 and 4 processes on one PostgreSQL: `python -m bench.scaling` measures whether they block each other.

Each process is limited to the same small part of a core, as if on its own slow machine: after each move it sleeps in
proportion. The result therefore depends on waiting, not on the number of cores. They take turns, and the best turn of
each number of processes counts, because other load only slows them down.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence

import click
import psycopg

from bench.processes import ROOT
from bench.store import ADA, BO, as_planned, begin, services_of
from bench.verdict import end_with
from bot.games.voidream import voidream
from bot.settings import PostgresAddress
from bot.store import open_store
from bot.store.postgres import factory
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.postgres import serving

PROCESSES = (1, 2, 4)
GOAL, WAITS = 3.5, 0.01
"""The minimum moves per second of four processes ÷ of one, and the maximum share of samples of busy connections that wait for
a lock."""
AT_ONCE = 4
"""Matches played at the same time by one process."""
FIRST = 20
"""Uncounted moves at the start, while caches are filled."""
LOOK_EVERY = 0.02
_GAME = as_planned(voidream())


async def _work(
    database: PostgresAddress, matches: Sequence[int], salt: int, seconds: float, part: float
) -> None:
    """Play these matches at random, and print the number of moves and the seconds."""
    # The time to connect on a busy machine isn't part of the measurement.
    factory._PATIENCE = 30.0  # pyright: ignore[reportPrivateUsage]
    store = await open_store(database)
    services, waiting = services_of(store, _GAME, lambda: "unused"), list(matches)
    resting, mark, moves = asyncio.Lock(), time.process_time(), 0
    has_begun = asyncio.Event()

    async def rest() -> None:
        nonlocal mark
        async with resting:
            used, mark = time.process_time() - mark, time.process_time()
            await asyncio.sleep(used * (1 / part - 1))

    async def play() -> None:
        nonlocal moves
        while waiting:
            match_id = waiting.pop()
            people, dice = (
                [ADA.id + 2 * (match_id - 1), BO.id + 2 * (match_id - 1)],
                Chance(f"{salt} {match_id}"),
            )
            interaction = (salt * 10_000 + match_id) * 100_000
            has_moved = True
            while has_moved:
                has_moved = False
                for person in people:
                    question = await services.matches.question(match_id, person)
                    if question is not None:
                        interaction += 1
                        choice = random_choice(question, dice)
                        await services.play.answer(interaction, match_id, person, question.id, choice)
                        moves, has_moved = moves + 1, True
                        if has_begun.is_set():
                            await rest()
                        elif moves >= FIRST:
                            await has_begun.wait()

    playing = [asyncio.create_task(play()) for _ in range(AT_ONCE)]
    while moves < FIRST + AT_ONCE - 1 and not any(task.done() for task in playing):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    began, mark, before = time.perf_counter(), time.process_time(), moves
    has_begun.set()
    await asyncio.wait(playing, timeout=seconds)
    sys.stdout.write(json.dumps([moves - before, time.perf_counter() - began]))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await store.close()


async def _rate(
    database: PostgresAddress, shares: Sequence[Sequence[int]], salt: int, seconds: float, part: float
) -> float:
    """Return the moves per second of processes that each play a share of the matches."""
    workers = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.scaling", "--work"),
            json.dumps([database.reveal(), share, salt + n, seconds, part]),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        for n, share in enumerate(shares)
    ]
    for worker in workers:
        assert worker.stdout is not None
        await worker.stdout.readline()
    outputs = await asyncio.gather(*(worker.communicate(b"go\n") for worker in workers))
    done = [json.loads(out) for out, _ in outputs]
    return sum(moves / took for moves, took in done)


async def _watched(database: PostgresAddress, samples: list[bool]) -> None:
    """Sample the busy connections repeatedly: for each, add whether it waits for a lock."""
    name = str(database).rpartition("/")[2]
    async with await psycopg.AsyncConnection.connect(database.reveal(), autocommit=True) as connection:
        while True:
            rows = await connection.execute(
                "SELECT coalesce(wait_event_type, '') = 'Lock' FROM pg_stat_activity WHERE datname = %s"
                " AND state <> 'idle' AND pid <> pg_backend_pid()",
                (name,),
            )
            samples += [bool(row[0]) for row in await rows.fetchall()]
            await asyncio.sleep(LOOK_EVERY)


async def measure(
    database: PostgresAddress, seconds: float, turns: int, part: float, matches: int
) -> list[str]:
    """Measure. Return the results line by line; the last line is empty if all targets are met."""
    store = await open_store(database)
    seeds = iter(range(1 << 30))
    services = services_of(store, _GAME, lambda: f"seed {next(seeds)}")
    rounds = [[await begin(services, _GAME, number, channel=number) for number in range(first, first + matches)]
              for first in range(0, matches * turns * len(PROCESSES), matches)]  # fmt: skip
    await store.close()
    rates: dict[int, list[float]] = {count: [] for count in PROCESSES}
    samples: dict[int, list[bool]] = {count: [] for count in PROCESSES}
    for turn in range(turns):
        for count in PROCESSES:
            matches_of_turn = rounds.pop()
            watching = asyncio.create_task(_watched(database, samples[count]))
            shares = [matches_of_turn[n::count] for n in range(count)]
            rates[count].append(await _rate(database, shares, 10 * turn + count, seconds, part))
            watching.cancel()
            click.echo(f"{count}: {rates[count][-1]:.1f} moves a second", err=True)
    best = {count: max(rates_of_count) for count, rates_of_count in rates.items()}
    ratio = best[4] / best[1]
    waits = sum(samples[4]) / max(len(samples[4]), 1)
    return [
        f"{turns} turns of {seconds:.0f} s, each process held to {part:.0%} of a core",
        *(
            f"{count} processes: {rate:.1f} moves a second, {rate / best[1]:.2f} ×"
            for count, rate in best.items()
        ),
        f"4 ÷ 1: {ratio:.2f} (goal: at least {GOAL})",
        f"lock waits at 4: {waits:.2%} of {len(samples[4])} looks at working connections (goal: at most {WAITS:.0%})",
        "" if ratio >= GOAL and waits <= WAITS else "not as promised",
    ]


@click.command()
@click.option("--seconds", default=20.0, show_default=True, help="The length of a turn.")
@click.option("--turns", default=3, show_default=True)
@click.option("--part", default=0.06, show_default=True, help="The part of a core for each process.")
@click.option("--matches", default=32, show_default=True, help="Matches of a turn.")
@click.option("--work", "given", default="", hidden=True)
def main(seconds: float, turns: int, part: float, matches: int, given: str) -> None:
    """Measure. Exit with 1 if four processes aren't nearly four times as fast as one."""
    if given:
        address, *rest = json.loads(given)
        asyncio.run(_work(PostgresAddress(address), *rest))
        return
    with serving() as server:
        *lines, verdict = asyncio.run(measure(server.laid_out(), seconds, turns, part, matches))
    end_with(lines, verdict)


if __name__ == "__main__":
    main()
