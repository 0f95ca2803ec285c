"""Measure the time to claim notes from the outbox, with few and with many of them waiting."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from bot.settings import PostgresAddress
from bot.store import Store, open_store
from bot.store.about import Everything
from bot.store.rows import NewNote

FEW, MANY = 400, 40_000
"""The numbers of waiting notes."""
_LIMIT = 24
_ROUNDS = 40
_CHANNELS = 100
_PORTION = 100


async def claim_ratio(few: Path | PostgresAddress, many: Path | PostgresAddress) -> float:
    """Return the time of a claim of 24 notes among 40,000 relative to one among 400: the shortest of many, in turns.

    `few` and `many` are empty databases.
    """
    stores = [await _with_waiting(database, notes) for database, notes in ((few, FEW), (many, MANY))]
    took: list[list[float]] = [[], []]
    for _ in range(_ROUNDS):
        for store, times in zip(stores, took, strict=True):
            times.append(await _claim(store))
    for store in stores:
        await store.close()
    at_few, at_many = map(min, took)
    return at_many / at_few


class _GivenBack(Exception):
    """Ends a transaction, so that nothing stays leased."""


async def _claim(store: Store) -> float:
    """Claim notes and release them. Return the seconds that the claim took."""
    took = 0.0
    with suppress(_GivenBack):
        async with store.write(Everything()) as tx:
            await tx.notes.expired(0)  # The transaction begins with its first statement.
            began = time.perf_counter()
            claimed = await tx.notes.claim("bench", 1, 1000, _LIMIT)
            took = time.perf_counter() - began
            assert len(claimed) == _LIMIT
            raise _GivenBack
    return took


async def _with_waiting(database: Path | PostgresAddress, notes: int) -> Store:
    """Return a store with `notes` waiting notes, as when every open match is shown again."""
    store = await open_store(database)
    matches = range(1, notes // 4 + 1)
    async with store.database.change() as connection:
        await connection.execute(
            "INSERT INTO matches (id, game, standing, rev, channel_id, made_at, changed_at) "
            "VALUES (?, 'bench', 'playing', 0, ?, 0, 0)",
            [(match, 1 + match % _CHANNELS) for match in matches],
        )
    # In portions, because statements are limited to a few seconds. PostgreSQL analyses its tables between the first
    # ones, as it does by itself every minute.
    for first in range(0, len(matches), _PORTION):
        async with store.write(Everything()) as tx:
            await tx.notes.add(
                [
                    NewNote(match, person, kind, 0, (), f"{match}:{kind}:{person}", f"{match}:{kind}:{person}", "n" * 16, 0)
                    for match in matches[first : first + _PORTION]
                    for person, kind in ((0, "challenge"), (0, "status"), (2 * match, "panel"), (2 * match + 1, "panel"))
                ]
            )  # fmt: skip
        if isinstance(database, PostgresAddress) and (
            first < 10 * _PORTION or first + _PORTION >= len(matches)
        ):
            async with store.database.change() as connection:
                await connection.fetch(("ANALYZE outbox", ()))
    # Move everything from the log to the database file.
    await store.close()
    return await open_store(database)
