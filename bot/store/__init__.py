"""The store: all persistent data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.settings import PostgresAddress
from bot.store.random_values import Draw, draw
from bot.store.store import Reading, Store, Writing

__all__ = ["Reading", "Store", "Writing", "open_store"]


async def open_store(
    database: Path | PostgresAddress, *, migrations: Sequence[str] | None = None, draw: Draw = draw
) -> Store:
    """Open a database: SQLite for a file, PostgreSQL for an address.

    A missing or empty database is created, an older one migrated. `migrations` are scripts in order; by
    default those of this package. `draw` returns random numbers.

    Raises:
        StartError: if it can't be opened, isn't ours, or was made by a newer version.
    """
    # Import only the driver that is used.
    if isinstance(database, PostgresAddress):
        from bot.store.postgres.factory import open_store as open_postgres

        return await open_postgres(database, migrations=migrations, draw=draw)
    from bot.store.sqlite.factory import open_store as open_sqlite

    return await open_sqlite(database, migrations=migrations, draw=draw)
