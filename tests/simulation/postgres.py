"""PostgreSQL in a simulation: the real server, called in the loop's thread, with delays.

A trip is executed at a random moment, and its result arrives at a later one. Nothing else runs in the server
meanwhile: lock waits take virtual time, and a statement that gets a lock finishes before time advances.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import deque
from collections.abc import AsyncGenerator, Collection, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from select import select
from types import SimpleNamespace
from typing import Any, Self, cast
from unittest.mock import patch

import psycopg

from bot.settings import PostgresAddress
from bot.store import Store, open_store
from bot.store.connection import Statement
from bot.store.postgres import factory
from bot.store.postgres.pipeline import Lost, Pipeline, Trip
from bot.store.random_values import Draw
from tests.postgres import Server
from tests.simulation.database import AGAIN, Latency
from tests.simulation.loop import SeededLoop, current_process

PATIENCE = 1.5
"""The virtual seconds of the lock timeout, which the bot sets in PostgreSQL."""
TRIPS = 8
"""The approximate number of trips of a transaction: their delays together equal those of a file."""
LOOK = 0.002
"""The seconds after which a silent connection is checked for a lock wait."""
SETTINGS = {"deadlock_timeout": "10ms", "max_connections": "200"}
"""Options of the server: deadlocks are detected while virtual time is stopped."""
_RUNNING = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND pg_blocking_pids(pid) = '{}'
"""


class PostgresDatabase:
    """A server's database, which all processes of a run use."""

    def __init__(self, server: Server, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self._address: PostgresAddress | None = None

    def lay_out(self) -> None:
        """Create it, empty, before a run."""
        self._address = self._server.laid_out()
        self._reader = psycopg.connect(self._address.reveal(), autocommit=True)
        self._waiting: set[_LatePipeline] = set()

    @contextmanager
    def simulated(self, latency: Latency) -> Generator[None]:
        """Run its connections on the running loop during the block, with random delays."""

        @asynccontextmanager
        async def nothing() -> AsyncGenerator[None]:
            yield

        async def connect(conninfo: str) -> Any:
            return nothing()

        async def migrate(*args: object) -> None:
            """Do nothing: the schema exists."""

        slowness = staticmethod(lambda: latency() / TRIPS)
        late = type("_Late", (_LatePipeline,), {"database": self, "latency": slowness})
        lookalike = SimpleNamespace(AsyncConnection=SimpleNamespace(connect=connect), Error=psycopg.Error)
        with (
            patch.object(factory, "psycopg", lookalike),
            patch.object(factory, "_migrate", migrate),
            patch.object(factory, "_SESSION", "SELECT set_config('client_encoding', 'UTF8', false)"),
            patch.object(factory, "Pipeline", late),
            # Workers of one machine find each other there.
            patch.object(tempfile, "tempdir", str(self._folder)),
        ):
            yield

    async def open(self, draw: Draw) -> Store:
        """Open it for the current process."""
        assert self._address is not None
        return await open_store(self._address, draw=draw)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return committed data, without taking part in the run."""
        result = self._reader.execute(sql.replace("?", "%s").encode(), values)
        return result.fetchall() if result.description else []

    def beat(self, workers: Collection[str], now: int) -> bool:
        """Store the heartbeats of some workers; False if the database is locked."""
        if self._waiting:
            return False
        with self._reader.transaction():
            self._reader.execute("SET LOCAL lock_timeout = '1ms'")
            try:
                self._reader.execute(
                    "UPDATE workers SET seen_at = GREATEST(seen_at, %s) WHERE id = ANY(%s)",
                    (now, list(workers)),
                )
            except psycopg.errors.LockNotAvailable:
                raise psycopg.Rollback from None
            return True
        return False

    def is_stuck(self, backend: int) -> bool:
        """Return whether a connection waits for a lock, and nothing running could release it."""
        [(waits,)] = self.rows("SELECT pg_blocking_pids(?) <> '{}'", backend)
        return waits and not self.rows(_RUNNING)

    def settle(self) -> None:
        """Wait until all connections that have got a lock they waited for are done."""
        while self._waiting and self.rows(_RUNNING):
            pass

    def end(self, backend: int) -> None:
        """Wait until a connection has ended, with its transaction."""
        while self.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ?", backend):
            pass

    def waits(self, pipeline: _LatePipeline, *, for_a_lock: bool) -> None:
        """Record whether a connection waits for a lock."""
        (self._waiting.add if for_a_lock else self._waiting.discard)(pipeline)

    def close(self) -> None:
        """Close it after a run."""
        self._reader.close()
        assert self._address is not None
        self._server.give_back(self._address)


class _LatePipeline(Pipeline):
    """The product's pipeline, sending and reading at random moments: one trip after another."""

    database: PostgresDatabase
    latency: Latency

    def __init__(self, raw: Any, patience: float | None) -> None:
        super().__init__(raw, patience)
        self._late: deque[tuple[Trip, Sequence[Statement]]] = deque()
        self._until = 0.0
        self._seeded = cast(SeededLoop, asyncio.get_running_loop())
        self._process = current_process()
        self._process.on_death.append(self.give_up)

    @classmethod
    async def opened(cls, address: str, *, patience: float | None = None) -> Self:
        return cls(psycopg.connect(address, autocommit=True), patience)

    def _begin(self, trip: Trip, statements: Sequence[Statement]) -> None:
        self._late.append((trip, statements))
        if len(self._late) == 1:
            self._seeded.call_in(self.latency(), self._carry_out)

    def _carry_out(self) -> None:
        if self.is_broken:
            return
        trip, statements = self._late[0]
        try:
            super()._begin(trip, statements)
        except Lost:
            return
        self._until = self._seeded.time() + PATIENCE
        self._look()

    def _look(self) -> None:
        """Read the results; look again later if a lock is waited for."""
        if self.is_broken:
            return
        while self._trips and not self.is_broken:
            if select([self._socket], [], [], LOOK)[0]:
                self._read()
            elif self.database.is_stuck(self._line.backend_pid):
                self.database.waits(self, for_a_lock=True)
                if self._seeded.time() < self._until:
                    self._seeded.call_later(AGAIN * (0.5 + self._seeded.chance.random()), self._look)
                    return
                self._line.get_cancel().cancel()
        self.database.waits(self, for_a_lock=False)
        self.database.settle()

    def _flush(self) -> None:
        while not self.is_broken and self._line.flush():
            select([], [self._socket], [], LOOK)

    def _end(self, trip: Trip, error: Exception | None) -> None:
        end = super()._end
        if self._late and self._late[0][0] is trip:
            self._late.popleft()
        self._seeded.log(f"database {type(error).__name__ if error else len(trip.rows)}")
        self._seeded.call_in(self.latency(), end, trip, error)
        if self._late and not self.is_broken:
            self._seeded.call_in(self.latency(), self._carry_out)

    def give_up(self) -> None:
        if self.is_broken:
            return
        late = [trip for trip, _ in self._late if trip not in self._trips]
        backend = self._line.backend_pid
        super().give_up()
        self.database.end(backend)
        self._late.clear()
        for trip in late:
            self._end(trip, Lost())
        self.database.waits(self, for_a_lock=False)
        self.database.settle()
