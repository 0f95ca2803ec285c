"""Measure PostgreSQL relative to SQLite: processor time and trips of a move, and the time to migrate a database.

A server is started for it, in memory if possible. Both stores take turns, move by move.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench.__main__ import MEMORY_DISK
from bench.outbox import claim_ratio
from bench.store import ADA, BO, MatchServices, begin, services_of
from bench.verdict import end_with
from bot.games.voidream import voidream
from bot.maintenance.migrate import migrate
from bot.store import open_store
from bot.store.postgres.database import PostgresDatabase
from bot.store.sqlite.schema import shapes
from bot.store.subject import insert
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.postgres import Server, serving

_MOVES = 40
"""Moves of a match, alternating between the stores."""
RATIO = 1.5
TRIPS = 3.0
COPIES = 3.0
CLAIMS = 2.0
"""The targets: processor time of a move on PostgreSQL ÷ on SQLite, trips per move, migration ÷ copying the rows by hand, and
a claim with many waiting notes ÷ with few."""


async def moves(folder: Path, server: Server, count: int) -> tuple[float, float, float]:
    """Return the processor seconds of a move on SQLite and on PostgreSQL, without the server, and the trips of a move."""
    game = voidream()
    stores = [await open_store(folder / "moves.sqlite3"), await open_store(server.laid_out())]
    database = stores[1].database
    assert isinstance(database, PostgresDatabase)
    services = [services_of(store, game, lambda: "seed") for store in stores]
    spent, made, trips, number = [0.0, 0.0], [0, 0], 0, 0
    while min(made) < count:
        matches = [await begin(each, game, number, channel=number) for each in services]
        people = [ADA.id + 2 * number, BO.id + 2 * number]
        dice = [Chance(f"bench {number}") for _ in services]
        for move in range(2 * _MOVES):
            which = move % 2
            before = database.writers.trips
            done = await _move(
                services[which], matches[which], people, number * 1_000_000 + move + 10, dice[which]
            )
            if done is not None:
                spent[which] += done
                made[which] += 1
                trips += database.writers.trips - before
        number += 1
    for store in stores:
        await store.close()
    return spent[0] / made[0], spent[1] / made[1], trips / made[1]


async def _move(
    services: MatchServices, match_id: int, people: list[int], interaction: int, dice: Chance
) -> float | None:
    """Answer a question at random. Return the processor seconds of the answer; None when the match is over."""
    for person in people:
        question = await services.matches.question(match_id, person)
        if question is not None:
            choice = random_choice(question, dice)
            began = time.process_time()
            await services.play.answer(interaction, match_id, person, question.id, choice)
            return time.process_time() - began
    return None


async def moving(folder: Path, server: Server, matches: int) -> tuple[float, float]:
    """Return the seconds to migrate a database to PostgreSQL, and to copy its rows by hand without comparing them."""
    game, path = voidream(), folder / "moving.sqlite3"
    store = await open_store(path)
    services = services_of(store, game, lambda: "seed")
    for number in range(matches):
        await begin(services, game, number, channel=number)
    await store.close()
    began = time.perf_counter()
    await migrate(path, server.empty(), lambda table: None)
    moved = time.perf_counter() - began
    new = await open_store(server.laid_out())
    began = time.perf_counter()
    with closing(sqlite3.connect(path)) as source:
        async with new.database.change() as into:
            await into.fetch(("DELETE FROM budgets", ()))
            for table in shapes():
                if table.name != "schema_version":
                    rows = source.execute(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}")  # noqa: S608
                    while portion := rows.fetchmany(200):
                        await into.execute(insert(table.name, table.columns), portion)
                        await into.fetch()
    by_hand = time.perf_counter() - began
    await new.close()
    return moved, by_hand


@click.command()
@click.option("--moves", "count", default=600, show_default=True)
@click.option("--matches", default=300, show_default=True, help="Matches that are migrated.")
def main(count: int, matches: int) -> None:
    """Print the figures beside their targets, and end with 1 if one is missed."""
    with TemporaryDirectory(dir=MEMORY_DISK) as folder, serving() as server:
        sqlite, postgres, trips = asyncio.run(moves(Path(folder), server, count))
        claims = asyncio.run(claim_ratio(server.laid_out(), server.laid_out()))
        moved, by_hand = asyncio.run(moving(Path(folder), server, matches))
    figures = [
        (f"processor of a move, PostgreSQL ÷ SQLite ({postgres * 1e3:.2f} and {sqlite * 1e3:.2f} ms)", postgres / sqlite, RATIO),
        ("trips to the server a move", trips, TRIPS),
        ("claim of 24 at 40,000 waiting notes ÷ at 400", claims, CLAIMS),
        (f"migration of {matches:,} matches ÷ copying their rows ({moved:.1f} and {by_hand:.1f} s)", moved / by_hand, COPIES),
    ]  # fmt: skip
    end_with(
        (f"{name}: {figure:.2f} (goal: at most {most})" for name, figure, most in figures),
        "" if all(figure <= most for _, figure, most in figures) else "not as promised",
    )


if __name__ == "__main__":
    main()
