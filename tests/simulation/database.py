"""Databases in a simulation: the real SQLite on a real file, called in the loop's thread, with delays.

A statement is executed at a random moment, and its result arrives at a later one. Waits for another process take
virtual time. When a process is killed, its connections are closed: uncommitted data is lost.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Collection, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol, cast
from unittest.mock import patch

from bot.store import Store, open_store
from bot.store.random_values import Draw
from bot.store.sqlite import connection as real
from tests.bot.kit import lay_out
from tests.simulation.loop import SeededLoop, current_process

AGAIN = 0.1
"""The seconds after which a process that waits for another tries again to begin a write, as in SQLite."""

Latency = Callable[[], float]
"""Returns a random delay of the database, in seconds."""


class Database(Protocol):
    """A database that several simulated processes share."""

    def lay_out(self) -> None:
        """Create it, empty, before a run."""
        ...

    def simulated(self, latency: Latency) -> AbstractContextManager[None]:
        """Run its connections on the running loop during the block, with random delays."""
        ...

    async def open(self, draw: Draw) -> Store:
        """Open it for the current process; it is closed when that process is killed."""
        ...

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return committed data, without taking part in the run."""
        ...

    def beat(self, workers: Collection[str], now: int) -> bool:
        """Store the heartbeats of some workers; False if the database is locked."""
        ...

    def close(self) -> None:
        """Close it after a run."""
        ...


class SqliteDatabase:
    """A file that all processes open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reader: sqlite3.Connection | None = None

    def lay_out(self) -> None:
        """Create it, empty, before a run. Otherwise each process's migrations would take most of the run."""
        asyncio.run(lay_out(self.path))

    def simulated(self, latency: Latency) -> AbstractContextManager[None]:
        return _simulated(latency)

    async def open(self, draw: Draw) -> Store:
        return await open_store(self.path, draw=draw)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        if self._reader is None:
            self._reader = sqlite3.connect(self.path, isolation_level=None, timeout=0)
        return self._reader.execute(sql, values).fetchall()

    def beat(self, workers: Collection[str], now: int) -> bool:
        marks = ", ".join("?" for _ in workers)
        try:
            self.rows(f"UPDATE workers SET seen_at = MAX(seen_at, ?) WHERE id IN ({marks})", now, *workers)
        except sqlite3.OperationalError:
            return False
        return True

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()


class _Impatient(sqlite3.Connection):
    """A connection that never waits for another itself, because that would stop the only thread.

    When closed, it is reused for the next process without uncommitted data, because it already knows the schema.
    """

    idle: list[_Impatient]

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        if self not in self.idle:
            self.idle.append(self)

    def execute(self, sql: str, /, *values: Any) -> sqlite3.Cursor:
        return super().execute("SELECT 1" if sql.startswith("PRAGMA busy_timeout") else sql, *values)


class _Jobs:
    """A connection's queue and its thread in one."""

    def __init__(self, latency: Latency) -> None:
        self._latency = latency
        self._jobs: deque[Any] = deque()
        self._patience: float | None = None
        self._connection: Any = None
        self._loop = cast(SeededLoop, asyncio.get_running_loop())
        self._process = current_process()

    def serve(self, target: Any) -> SimpleNamespace:
        """Act as the thread that would run `target`, a method of the connection."""
        self._connection = target.__self__
        self._process.on_death.append(self._close)
        return SimpleNamespace(start=lambda: None, is_alive=lambda: True)

    def put(self, job: Any) -> None:
        if not self._process.is_alive:
            return
        self._jobs.append(job)
        if len(self._jobs) == 1:
            self._loop.call_in(self._latency(), self._carry_out)

    def _carry_out(self) -> None:
        job = self._jobs[0]
        if job is None:
            return
        future, do = job
        result, failure = None, None
        try:
            result = do()
        except BaseException as error:
            if self._waits(error):
                self._loop.call_later(AGAIN * (0.5 + self._loop.chance.random()), self._carry_out)
                return
            failure = error
        self._patience = None
        self._jobs.popleft()
        self._loop.log(f"database {_named(do)} {'failed' if failure else 'done'}")
        if future is not None:
            if late := self._latency():
                self._loop.call_later(late, real._answer, future, result, failure)
            else:
                # Waiting tasks continue at a random moment anyway.
                real._answer(future, result, failure)
        if self._jobs:
            self._loop.call_in(self._latency(), self._carry_out)

    def _waits(self, error: BaseException) -> bool:
        """Return whether another process holds the lock, and the wait isn't over."""
        if not isinstance(error, sqlite3.OperationalError) or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            return False
        if self._patience is None:
            self._patience = self._loop.time() + self._connection.patience / 1000
        return self._loop.time() < self._patience

    def _close(self) -> None:
        self._jobs.clear()
        if (connection := getattr(self._connection, "_conn", None)) is not None:
            connection.close()


@contextmanager
def _simulated(latency: Latency) -> Generator[None]:
    """Run SQLite connections on the running loop instead of separate threads, with random delays."""
    connect, idle = sqlite3.connect, list[_Impatient]()

    def impatient(path: Any, **named: Any) -> sqlite3.Connection:
        if idle:
            return idle.pop()
        opened = connect(path, factory=_Impatient, timeout=0, **named)
        opened.idle = idle
        return opened

    lookalike = SimpleNamespace(**{**vars(sqlite3), "connect": impatient})
    with (
        patch.object(real, "SimpleQueue", lambda: _Jobs(latency)),
        patch.object(real, "Thread", lambda target, **named: target.__self__._queue.serve(target)),
        patch.object(real, "sqlite3", lookalike),
    ):
        yield
    for connection in idle:
        sqlite3.Connection.close(connection)


def _named(do: Any) -> str:
    """Return a job's query, and the number of deferred statements before it."""
    if not isinstance(do, partial):
        return str(do.__name__)
    if do.func.__name__ == "_inside":
        _, deferred, query, *_ = do.args
        return f"{len(deferred)} {query.__name__}"
    return str(getattr(do.func, "__name__", "?"))
