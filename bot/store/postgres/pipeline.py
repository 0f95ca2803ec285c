"""The pipeline of a connection to PostgreSQL: statements sent together, with results returned together.

It uses libpq's pipeline through psycopg's thin layer. Statements are prepared once per connection, under unique
names; their parameters have the types that PostgreSQL infers, so that one text is one statement, whatever its values.
Results are read by the event loop, not by the caller, so a cancelled caller leaves nothing half read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Self

import psycopg
from psycopg import errors, pq
from psycopg.adapt import Transformer

from bot.errors import Busy, Collision, DiskFull
from bot.store.connection import Row, Statement, Value

_BUSY = (
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
)
"""Temporary errors: a row is locked for too long, or a statement takes too long."""
_COLLISIONS = (errors.DeadlockDetected, errors.SerializationFailure, errors.InFailedSqlTransaction)


class Lost(Collision):
    """The connection is lost, and with it the transaction. It is unknown whether its commit arrived."""


def unwritable(error: psycopg.Error) -> Busy | DiskFull | None:
    """Return the exception for an error that prevents writing at the moment; None for other errors."""
    state = error.sqlstate or ""
    if isinstance(error, errors.DiskFull):
        return DiskFull()
    if isinstance(error, _COLLISIONS):
        return Collision()
    if isinstance(error, errors.ReadOnlySqlTransaction):
        # A failover is in progress: a new connection to the same address finds the new primary.
        return Lost()
    # Class 08 is the connection, 57P a server that shuts down or starts; libpq's own errors have no state.
    if state.startswith(("08", "57P")) or (not state and isinstance(error, psycopg.OperationalError)):
        return Lost()
    # Class 53 is insufficient resources, such as memory or connections.
    return Busy() if isinstance(error, _BUSY) or state.startswith("53") else None


_TEXT, _BINARY = pq.Format.TEXT, pq.Format.BINARY
_MOST_PREPARED = 1000
"""Maximum prepared statements of a connection."""


class Trip:
    """Statements sent together. `done` has the rows of each, once all results have arrived."""

    __slots__ = ("clock", "done", "error", "fresh", "rows", "tag")

    def __init__(self, done: asyncio.Future[list[list[Row]]]) -> None:
        self.done = done
        self.rows: list[list[Row]] = []
        self.fresh: list[str] = []
        """The statements prepared by this trip."""
        self.error: Exception | None = None
        self.tag: bytes | None = None
        """The last statement's command tag. A failed transaction's COMMIT has the tag ROLLBACK."""
        self.clock: asyncio.TimerHandle | None = None


class Pipeline:
    """The pipeline of one connection, created by `await opened(address)`."""

    def __init__(self, raw: psycopg.AsyncConnection, patience: float | None) -> None:
        self._raw = raw
        self._line = raw.pgconn
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._loads = Transformer(raw)
        self._trips: deque[Trip] = deque()
        self._silent: deque[bool] = deque()
        """For each pending result, whether it is only the confirmation of a prepared statement."""
        self._names: dict[str, bytes] = {}
        """The names of prepared statements by text."""
        self._count = 0
        self._is_sending = False
        self.trips = 0
        """The number of round trips."""
        self.is_broken = False
        """Whether the connection is lost."""
        self._line.nonblocking = 1
        self._line.enter_pipeline_mode()
        self._socket = self._line.socket
        self._loop.add_reader(self._socket, self._read)

    @classmethod
    async def opened(cls, address: str, *, patience: float | None = None) -> Self:
        """Return the pipeline of a new connection. A trip of more than `patience` seconds ends it.

        Raises:
            psycopg.Error: if the database doesn't exist, or can't be reached.
        """
        return cls(await psycopg.AsyncConnection.connect(address, autocommit=True), patience)

    @property
    def server_version(self) -> int:
        """The version of the server: 150018 is 15.18."""
        return self._line.server_version

    def send(self, statements: Sequence[Statement]) -> Trip:
        """Send statements without waiting for their results. Raises Lost if the connection is lost."""
        if self.is_broken:
            raise Lost
        trip = Trip(self._loop.create_future())
        self._begin(trip, statements)
        return trip

    def _begin(self, trip: Trip, statements: Sequence[Statement]) -> None:
        try:
            for sql, values in statements:
                self._execute(trip, sql, values)
            self._line.pipeline_sync()
        except psycopg.OperationalError:
            self.give_up()
            raise Lost from None
        self._trips.append(trip)
        self.trips += 1
        if self._patience is not None:
            trip.clock = self._loop.call_later(self._patience, self.give_up)
        self._flush()

    def _execute(self, trip: Trip, sql: str, values: Sequence[Value]) -> None:
        name = self._names.get(sql)
        if name is None:
            if len(self._names) >= _MOST_PREPARED:
                self._names.clear()
                self._line.send_query_params(b"DEALLOCATE ALL", None)
                self._silent.append(True)
            self._count += 1
            name = self._names[sql] = b"v%d" % self._count
            self._line.send_prepare(name, numbered(sql).encode())
            self._silent.append(True)
            trip.fresh.append(sql)
        encoded_values, formats = encoded(values) if values else (None, None)
        self._line.send_query_prepared(name, encoded_values, formats, _BINARY)
        self._silent.append(False)

    def _flush(self) -> None:
        """Send pending data as far as the socket accepts it, and the rest once it is writable."""
        if self.is_broken:
            return
        try:
            is_blocked = bool(self._line.flush())
        except psycopg.OperationalError:
            self.give_up()
            return
        if is_blocked and not self._is_sending:
            self._loop.add_writer(self._socket, self._flush)
        elif self._is_sending and not is_blocked:
            self._loop.remove_writer(self._socket)
        self._is_sending = is_blocked

    def _read(self) -> None:
        """Read the results that have arrived."""
        try:
            self._line.consume_input()
            while self._trips and not self._line.is_busy():
                result = self._line.get_result()
                if result is not None:
                    self._take(self._trips[0], result)
        except psycopg.OperationalError:
            self.give_up()

    def _take(self, trip: Trip, result: pq.abc.PGresult) -> None:
        status = result.status
        if status == pq.ExecStatus.PIPELINE_SYNC:
            self._trips.popleft()
            self._end(trip, trip.error)
        elif self._silent.popleft():
            if status == pq.ExecStatus.FATAL_ERROR:
                trip.error = trip.error or psycopg.errors.error_from_result(result)
        elif status == pq.ExecStatus.TUPLES_OK:
            self._loads.set_pgresult(result)
            trip.rows.append(self._loads.load_rows(0, result.ntuples, tuple))
        elif status == pq.ExecStatus.COMMAND_OK:
            trip.rows.append([])
            trip.tag = result.command_status
        elif status == pq.ExecStatus.FATAL_ERROR:
            trip.error = trip.error or psycopg.errors.error_from_result(result)

    def _end(self, trip: Trip, error: Exception | None) -> None:
        if trip.clock is not None:
            trip.clock.cancel()
        if error is not None:
            # Statements behind the failed one were not prepared. Their names are not reused.
            for sql in trip.fresh:
                self._names.pop(sql, None)
        if trip.done.done():
            return  # The caller was cancelled.
        if error is None:
            trip.done.set_result(trip.rows)
        else:
            trip.done.set_exception(error)
            trip.done.exception()  # Mark it as retrieved, in case no one awaits it.

    def give_up(self) -> None:
        """End the connection immediately. Trips in progress are lost."""
        if self.is_broken:
            return
        self.is_broken = True
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._line.finish()
        trips, self._trips = self._trips, deque()
        for trip in trips:
            self._end(trip, trip.error or Lost())

    async def close(self) -> None:
        """Wait for the trips in progress, then close the connection."""
        if self._trips:
            await asyncio.wait([self._trips[-1].done])
        self.give_up()


def encoded(values: Sequence[Value]) -> tuple[list[bytes | None], list[pq.Format] | None]:
    """Return values in wire form, and their formats; None if all are text."""
    encoded_values: list[bytes | None] = []
    formats: list[pq.Format] | None = None
    for number, value in enumerate(values):
        if isinstance(value, str):
            # PostgreSQL doesn't allow NUL in text, and libpq would end the text there.
            encoded_values.append(value.replace("\0", "").encode())
        elif isinstance(value, bytes):
            formats = [_TEXT] * len(values) if formats is None else formats
            formats[number] = _BINARY
            encoded_values.append(value)
        elif value is None:
            encoded_values.append(None)
        else:
            encoded_values.append(b"%d" % value if isinstance(value, int) else repr(value).encode())
    return encoded_values, formats


@lru_cache(maxsize=4096)
def numbered(sql: str) -> str:
    """Return a statement with PostgreSQL's numbered placeholders instead of question marks."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
