"""The database connection: the seam behind which there can be another database than SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.store.columns import Row, Value

Statement = tuple[str, Sequence[Value]]
"""A statement and its values."""


class Connection(Protocol):
    """A connection that carries out statements in the order in which they were given."""

    patience: int
    """Milliseconds to wait for other programs that hold the database."""

    def begin(self) -> None:
        """Begin a transaction with the next statement."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[None]:
        """Keep all that is asked inside the block, or nothing if it ends with an exception."""
        ...

    def forget(self) -> None:
        """Roll the transaction back without waiting for it: the next statement comes after that."""
        ...

    async def ask(self, *statements: Statement) -> list[list[Row]]:
        """Return the rows of several statements, all on one trip."""
        ...

    async def tell(self, sql: str, rows: Sequence[Sequence[Value]], or_else: Exception | None = None) -> None:
        """Run a statement for each of the rows before the next `ask`, or with the commit.

        What goes wrong with it is raised there; `or_else` is, if it returns no row. Outside a transaction it is asked.
        """
        ...

    async def close(self) -> None:
        """Carry out what was given, and close the connection."""
        ...
