"""The database connection: the interface that SQLite and PostgreSQL implement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bot.store.about import About, Scope

Value = str | int | float | bytes | None
"""A value of a column."""
Row = tuple[Any, ...]
"""A row as a database returns it."""
Statement = tuple[str, Sequence[Value]]
"""A statement and its values."""


class Connection(Protocol):
    """A connection that executes statements in the order they were given."""

    scope: Scope
    """The subjects of the transaction."""

    async def hold(self, named: Sequence[About]) -> None:
        """Lock these in this order before the next statement. Until the transaction ends, no one else changes them."""
        ...

    async def fetch(self, *statements: Statement) -> list[list[Row]]:
        """Return the rows of several statements, all on one trip."""
        ...

    async def execute(
        self, sql: str, rows: Sequence[Sequence[Value]], or_else: type[Exception] | None = None
    ) -> None:
        """Run a statement once per row of values, before the next `fetch` or with the commit.

        Its errors are raised there, and so is `or_else` if it returns no row. Outside a transaction it
        runs immediately.
        """
        ...
