"""A connection to SQLite, with transactions that take few trips to its thread."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from bot.errors import Busy, DiskFull, Unwritable
from bot.store.columns import Row, Value

Told = tuple[str, Sequence[Sequence[Value]], Exception | None]
"""A statement, the values of each time that it is to be carried out, and what to raise if it returns no row."""


def refused(error: sqlite3.Error) -> Unwritable | None:
    """Return why nothing can be written just now, if that is what has failed; None for every other error."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy()
        case sqlite3.SQLITE_FULL:
            return DiskFull()
        case _:
            return None


class Connection(aiosqlite.Connection):
    """A connection with transactions that take few trips to its thread.

    A transaction begins with its first statement. What is only told (`tell`) waits for nobody, and goes along with
    whatever is asked next, in the order in which it was said, or with the commit.
    """

    def __init__(self, path: Path, begin: str) -> None:
        super().__init__(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        own: Any = self
        before: Any = super()
        self._queue: Any = own._tx
        self._do: Callable[..., Awaitable[Any]] = before._execute
        self._begin = begin
        self._is_inside = False
        self._is_used = False
        self._told: list[Told] = []
        self.patience = 0
        """Milliseconds to wait for other programs that hold the database."""
        self._waits = -1

    def begin(self) -> None:
        """Let a transaction begin with what is asked next."""
        self._is_inside, self._is_used = True, False
        self._told = []

    async def tell(self, sql: str, rows: Sequence[Sequence[Value]], or_else: Exception | None = None) -> None:
        """Let a statement be carried out for each of the rows before what is asked next, or with the commit.

        What goes wrong with it is raised there; `or_else` is, if it returns no row. Outside a transaction it is asked.
        """
        if self._is_inside:
            self._told.append((sql, rows, or_else))
        else:
            await self._do(self._say, [(sql, rows, or_else)])

    async def ask(self, *statements: tuple[str, Sequence[Value]]) -> list[list[Row]]:
        """Return the rows of several statements, all on one trip."""
        return await self._execute(self._rows, statements)

    def _rows(self, statements: Sequence[tuple[str, Sequence[Value]]]) -> list[list[Row]]:
        return [self._conn.execute(sql, values).fetchall() for sql, values in statements]

    def _say(self, told: Sequence[Told]) -> None:
        for sql, rows, or_else in told:
            for values in rows:
                found = self._conn.execute(sql, values).fetchone()
                if or_else is not None and found is None:
                    raise or_else

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[None]:
        """Keep all that is asked inside the block, or nothing if it ends with an exception."""
        self.begin()
        try:
            yield
            if self._is_used or self._told:
                await self._execute(self._conn.commit)
            self._is_inside = False
        except BaseException:
            await self._end(self.rollback)
            raise

    async def _end(self, how: Callable[[], Awaitable[None]]) -> None:
        self._is_inside = False
        if self._is_used:
            # It does what it is told in order, so this comes after whatever a cancelled task left behind.
            await asyncio.shield(asyncio.ensure_future(how()))

    def forget(self) -> None:
        """Let the transaction end without waiting for it: what is asked next comes after that. Nothing is kept."""
        self._is_inside = False
        if self._is_used:
            self._queue.put_nowait((None, self._conn.rollback))

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if not self._is_inside:
            return await self._do(fn, *args, **kwargs)
        patience = None if self._is_used else self.patience
        self._is_used = True
        told, self._told = self._told, []
        try:
            return await self._do(self._inside, patience, told, fn, *args, **kwargs)
        except sqlite3.OperationalError as error:
            if (why := refused(error)) is not None:
                raise why from error
            raise

    def _inside(
        self, patience: int | None, told: Sequence[Told], fn: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Do something inside the transaction. `patience`: it begins with this; None: it has begun."""
        if patience is None:
            if not self._conn.in_transaction:
                # A full disk, for one, ends it at once. What comes now must not be kept without what came before.
                raise sqlite3.OperationalError("the transaction has been given up by the database")
        elif not self._conn.in_transaction:
            if patience != self._waits:
                self._conn.execute(f"PRAGMA busy_timeout = {patience}")
                self._waits = patience
            self._conn.execute(self._begin)
        self._say(told)
        return fn(*args, **kwargs)
