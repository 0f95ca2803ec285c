"""SQLite as the store's database: one connection writes, one transaction at a time; several read without waiting.

Transactions take few calls to the thread of their connection.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, Self, TypeVar

from bot.errors import Busy, DiskFull, Unwritable
from bot.store.about import About, Scope
from bot.store.connection import Connection, Row, Statement, Value
from bot.store.sqlite.presence import FilePresence

QueuedStatement = tuple[str, Sequence[Sequence[Value]], type[Exception] | None]
"""A statement, its values for each execution, and the exception to raise if it returns no row."""


def refused(error: sqlite3.Error) -> Unwritable | None:
    """Return the exception for an error that prevents writing at the moment; None for other errors."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy()
        case sqlite3.SQLITE_FULL:
            return DiskFull()
        case _:
            return None


P = ParamSpec("P")
T = TypeVar("T")
_Job = tuple["asyncio.Future[Any] | None", Callable[[], object]]


class SqliteConnection:
    """A connection with transactions that need few calls to its thread. Created by `await opened(path, begin)`.

    A transaction begins with its first statement. Statements passed to `execute` don't wait: they are sent with the next
    query, in order, or with the commit.
    """

    def __init__(self, begin: str) -> None:
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        # An unclosed connection must not keep the program from ending. Committed data is on disk.
        self._thread = Thread(target=self._work, name="database", daemon=True)
        self._begin = begin
        self._conn: sqlite3.Connection
        self._is_inside = False
        self._is_used = False
        self._queued: list[QueuedStatement] = []
        self.scope = Scope()
        self.patience = 0
        """Milliseconds to wait for other programs that hold the database."""
        self._waits = -1

    @classmethod
    async def opened(cls, path: Path, begin: str) -> Self:
        """Return a connection to the database at `path`, whose transactions start with the statement `begin`.

        Raises:
            sqlite3.Error: if there is none, and none can be made.
        """
        connection = cls(begin)
        connection._thread.start()
        try:
            connection._conn = await connection._do(partial(sqlite3.connect, path, isolation_level=None))
        except BaseException:
            connection._queue.put(None)
            raise
        return connection

    async def close(self) -> None:
        """Execute pending statements, and close the connection."""
        if self._thread.is_alive():
            try:
                await self._do(self._conn.close)
            finally:
                self._queue.put(None)

    def _work(self) -> None:
        """Run jobs one by one, in the only thread that uses the SQLite connection."""
        while (job := self._queue.get()) is not None:
            future, do = job
            result, failure = None, None
            try:
                result = do()
            except BaseException as error:
                failure = error
            if future is not None:
                # An ended event loop no longer waits for anything.
                with suppress(RuntimeError):
                    future.get_loop().call_soon_threadsafe(_answer, future, result, failure)

    async def _do(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((future, partial(fn, *args, **kwargs)))
        return await future

    def begin(self) -> None:
        """Begin a transaction with the next statement."""
        self._is_inside, self._is_used = True, False
        self._queued = []

    async def hold(self, named: Sequence[About]) -> None:
        """Do nothing: one transaction writes at a time."""

    async def execute(
        self, sql: str, rows: Sequence[Sequence[Value]], or_else: type[Exception] | None = None
    ) -> None:
        """Run a statement for each of the rows before the next `fetch`, or with the commit.

        Its errors are raised there, and so is `or_else` if it returns no row. Outside a transaction it
        runs immediately.
        """
        if self._is_inside:
            self._queued.append((sql, rows, or_else))
        else:
            await self._do(self._execute_queued, [(sql, rows, or_else)])

    async def fetch(self, *statements: Statement) -> list[list[Row]]:
        """Return the rows of several statements, all on one trip."""
        return await self._run(self._rows, statements)

    def _rows(self, statements: Sequence[Statement]) -> list[list[Row]]:
        return [self._conn.execute(sql, values).fetchall() for sql, values in statements]

    def _execute_queued(self, queued: Sequence[QueuedStatement]) -> None:
        for sql, rows, or_else in queued:
            for values in rows:
                row = self._conn.execute(sql, values).fetchone()
                if or_else is not None and row is None:
                    raise or_else

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[None]:
        """Commit everything inside the block, or nothing if it raises."""
        self.begin()
        try:
            yield
            if self._is_used or self._queued:
                await self._run(self._conn.commit)
            self._is_inside = False
        except BaseException:
            await self._end()
            raise

    async def _end(self) -> None:
        self._is_inside = False
        if self._is_used:
            # Statements run in order, so this comes after anything a cancelled task left behind.
            await asyncio.shield(asyncio.ensure_future(self._do(self._conn.rollback)))

    def forget(self) -> None:
        """Roll the transaction back without waiting for it: the next statement comes after that."""
        self._is_inside = False
        if self._is_used:
            self._queue.put((None, self._conn.rollback))

    async def _run(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if not self._is_inside:
            return await self._do(fn, *args, **kwargs)
        patience = None if self._is_used else self.patience
        self._is_used = True
        queued, self._queued = self._queued, []
        try:
            return await self._do(self._inside, patience, queued, fn, *args, **kwargs)
        except sqlite3.OperationalError as error:
            if (why := refused(error)) is not None:
                raise why from error
            raise

    def _inside(
        self,
        patience: int | None,
        queued: Sequence[QueuedStatement],
        fn: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do something inside the transaction. `patience`: it begins with this; None: it has begun."""
        if patience is None:
            if not self._conn.in_transaction:
                # A full disk, for example, ends the transaction immediately. Later statements must not be kept without
                # the earlier ones.
                raise sqlite3.OperationalError("the transaction was given up by the database")
        elif not self._conn.in_transaction:
            if patience != self._waits:
                self._conn.execute(f"PRAGMA busy_timeout = {patience}")
                self._waits = patience
            self._conn.execute(self._begin)
        self._execute_queued(queued)
        return fn(*args, **kwargs)


def _answer(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    """Set the waiting caller's result, unless it was cancelled."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


_PATIENCE = 1500
"""Milliseconds that a transaction waits for another program with a lock on the database: Discord waits 3 s."""
_IMPATIENCE = 20
"""The same while another program is known to hold the lock."""


class SqliteDatabase:
    """Queues this process's transactions fairly with its own lock. SQLite does the same across processes."""

    def __init__(self, path: Path, writer: SqliteConnection, readers: Sequence[SqliteConnection]) -> None:
        self.path = path
        self.writer = writer
        self.readers = readers
        self._is_held = False
        """Whether another program held the lock at the last attempt to write."""
        self._writing = asyncio.Lock()
        self._free = list(readers)
        self._reading = asyncio.Semaphore(len(readers))

    @asynccontextmanager
    async def read(self, *, once: bool = False) -> AsyncGenerator[SqliteConnection]:
        """Yield a connection that sees one committed state; `once`, for a single statement."""
        async with self._reading:
            reader = self._free.pop()
            reader.patience = _PATIENCE
            if not once:
                reader.begin()
            try:
                yield reader
            finally:
                if not once:
                    reader.forget()
                self._free.append(reader)

    @asynccontextmanager
    async def change(self) -> AsyncGenerator[SqliteConnection]:
        """Yield the writing connection, inside a transaction.

        Raises DiskFull, and Busy while another program holds the lock. The first caller to find that waits a
        while; later ones hardly do, so that all of them learn of it in time, however many wait.
        """
        async with self._writing:
            self.writer.patience = _IMPATIENCE if self._is_held else _PATIENCE
            try:
                async with self.writer.transaction():
                    yield self.writer
            except BaseException as error:
                self._is_held = isinstance(error, Busy) or self._is_held
                raise
            self._is_held = False

    async def last_number(self, connection: Connection, table: str) -> int:
        """Return the last id assigned to a row of a table, 0 for none."""
        [rows] = await connection.fetch(("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)))
        return int(rows[0][0]) if rows else 0

    async def set_last_number(self, connection: Connection, table: str, number: int) -> None:
        """Make the ids of a table continue after this one."""
        await connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", [(table,)])
        if number:
            await connection.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [(table, number)]
            )

    def attend(self, worker: str) -> FilePresence:
        """Announce a worker of this process to the other workers on this file. Raises OSError."""
        return FilePresence(self.path)

    async def close(self) -> None:
        """Wait for the transactions in progress, then close the file."""
        async with self._writing:
            for reader in self.readers:
                await self._reading.acquire()
                await reader.close()
            await self.writer.close()
