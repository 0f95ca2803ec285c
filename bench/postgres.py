"""Measures PostgreSQL against SQLite: the processor time of a move in the process, its trips, and how long moving takes.

    python -m bench.postgres            # a server is started for it, in memory where there is a disk for that
    python -m bench.postgres --matches 10000

Both stores take turns, every few moves of the same matches.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from bench.store import begin, desk_of, plans, through_the_store
from bot.games.voidream import voidream
from bot.maintenance.migrate import migrate
from bot.store import open_store
from bot.store.postgres.database import PostgresDatabase
from bot.store.sqlite.schema import shapes
from bot.store.subject import insert
from tests.postgres import Server, serving

_TURN = 20
"""Moves at a time."""
RATIO = 1.5
TRIPS = 3.0
COPIES = 3.0
"""The targets: processor of a move on PostgreSQL ÷ on SQLite; trips a move; time of moving ÷ time of copying rows by hand."""


async def moves(folder: Path, server: Server, count: int) -> tuple[float, float, float]:
    """Return the processor seconds of a move on SQLite and on PostgreSQL, without the server's, and the trips of a move."""
    game = replace(voidream(), beforehand=None)  # Random choices would be answered otherwise than planned.
    planned = plans(game, count)
    stores = [await open_store(folder / "moves.sqlite3"), await open_store(server.laid_out())]
    spent, trips = [0.0, 0.0], 0
    database = stores[1].database
    assert isinstance(database, PostgresDatabase)
    seeds = [iter([f"seed {n}" for n in range(len(planned))]) for _ in stores]
    desks = [
        desk_of(store, game, lambda one=one: next(one)) for store, one in zip(stores, seeds, strict=True)
    ]
    for number, plan in enumerate(planned):
        matches = [await begin(desk, game, number, channel=number) for desk in desks]
        for at in range(0, len(plan), _TURN):
            for which, (desk, match_id) in enumerate(zip(desks, matches, strict=True)):
                before, began = database.writers.trips, time.process_time()
                await through_the_store(desk, match_id, number, plan[at : at + _TURN], at + 2)
                spent[which] += time.process_time() - began
                trips += database.writers.trips - before
    for store in stores:
        await store.close()
    return spent[0] / count, spent[1] / count, trips / count


async def moving(folder: Path, server: Server, matches: int) -> tuple[float, float]:
    """Return the seconds of moving a database to PostgreSQL, and of copying its rows by hand without comparing them."""
    game, path = voidream(), folder / "moving.sqlite3"
    store = await open_store(path)
    desk = desk_of(store, game, lambda: "seed")
    for number in range(matches):
        await begin(desk, game, number, channel=number)
    await store.close()
    began = time.perf_counter()
    await migrate(path, server.empty(), time.time_ns() // 1_000_000, lambda table: None)
    moved = time.perf_counter() - began
    new = await open_store(server.laid_out())
    began = time.perf_counter()
    with closing(sqlite3.connect(path)) as source:
        async with new.database.change() as into:
            await into.ask(("DELETE FROM budgets", ()))
            for table in shapes():
                if table.name != "schema_version":
                    rows = source.execute(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}")  # noqa: S608
                    while portion := rows.fetchmany(200):
                        await into.tell(insert(table.name, table.columns), portion)
                        await into.ask()
    by_hand = time.perf_counter() - began
    await new.close()
    return moved, by_hand


def main(arguments: list[str]) -> int:
    """Print the figures beside their targets; return 1 if one is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--matches", type=int, default=300, help="matches that are moved")
    asked = parser.parse_args(arguments)
    memory = Path("/dev/shm")  # noqa: S108
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder, serving() as server:
        sqlite, postgres, trips = asyncio.run(moves(Path(folder), server, asked.moves))
        moved, by_hand = asyncio.run(moving(Path(folder), server, asked.matches))
    lines = [
        (
            "processor of a move, PostgreSQL ÷ SQLite",
            postgres / sqlite,
            RATIO,
            f"{postgres * 1e3:.2f} and {sqlite * 1e3:.2f} ms",
        ),
        ("trips to the server a move", trips, TRIPS, ""),
        (
            f"moving {asked.matches:,} matches ÷ copying by hand",
            moved / by_hand,
            COPIES,
            f"{moved:.1f} and {by_hand:.1f} s",
        ),
    ]
    for name, found, most, more in lines:
        sys.stdout.write(
            f"{'ok  ' if found <= most else 'MISS'}  {name:48} {found:6.2f}  (≤ {most})  {more}\n"
        )
    return int(any(found > most for _, found, most, _ in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
