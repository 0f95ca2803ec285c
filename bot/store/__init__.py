"""The store: all persistent data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.settings import PostgresAddress
from bot.store.marks import Draw, draw
from bot.store.store import Reading, Store, Writing

__all__ = ["Reading", "Store", "Writing", "open_store"]


async def open_store(
    database: Path | PostgresAddress, *, migrations: Sequence[str] | None = None, draw: Draw = draw
) -> Store:
    """Open a database: a file is SQLite's; one that is missing or empty is laid out, and an older one brought up to date.

    `migrations` are scripts in order; by default those of this package. `draw` draws what must never come twice.

    Raises:
        StartError: for one that can't be opened, is something else, or was made by a newer version.
    """
    # A bot on one of them needs nothing of the other.
    if isinstance(database, PostgresAddress):
        from bot.store.postgres.factory import open_store as open_postgres

        return await open_postgres(database, migrations=migrations, draw=draw)
    from bot.store.sqlite.factory import open_store as open_sqlite

    return await open_sqlite(database, migrations=migrations, draw=draw)
