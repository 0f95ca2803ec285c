"""A connection to PostgreSQL, with transactions that take few trips to the server."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from hashlib import blake2s

import psycopg

from bot.errors import Collision, Uncertain
from bot.store.about import About, AboutMatch, Scope
from bot.store.connection import Row, Statement, Value
from bot.store.postgres.pipeline import Lost, Pipeline, unwritable

LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN"
"""READ COMMITTED: reads after a lock see the latest data."""
_COMMIT = "COMMIT"

_LOCK_MATCH = "SELECT 1 FROM matches WHERE id = ? FOR NO KEY UPDATE"
"""NO KEY: rows that refer to the match can be added meanwhile."""
_LOCK = "SELECT pg_advisory_xact_lock(?)"
_QueuedStatement = tuple[str, Sequence[Sequence[Value]], type[Exception] | None]


class PostgresConnection:
    """A connection that executes statements in the order they were given: see `bot.store.connection`.

    A transaction begins with its first statement. Statements passed to `execute` don't wait: they are sent with the next
    query or the commit, in one round trip.
    """

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self.scope = Scope()
        self._is_inside = False
        self._begin: str | None = None
        """The statement to begin the transaction with; None once it has begun."""
        self._queued: list[_QueuedStatement] = []

    @property
    def is_broken(self) -> bool:
        """Whether the connection is lost."""
        return self._pipeline.is_broken

    @property
    def trips(self) -> int:
        """The number of round trips."""
        return self._pipeline.trips

    def begin(self, how: str = WRITE) -> None:
        """Begin a transaction with the next statement."""
        self._is_inside, self._begin, self._queued = True, how, []

    async def hold(self, named: Sequence[About]) -> None:
        """Lock these subjects, in this order, before the next statement, until the transaction ends.

        Each lock is a separate statement, because later statements must see the latest data. A statement that waits
        in its middle would not.
        """
        for one in named:
            await self.execute(*lock(one))

    async def execute(
        self, sql: str, rows: Sequence[Sequence[Value]], or_else: type[Exception] | None = None
    ) -> None:
        """Run a statement for each of the rows before the next `fetch`, or with the commit.

        Its errors are raised there, and so is `or_else` if it returns no row. Outside a transaction it
        runs immediately.
        """
        self._queued.append((sql, rows, or_else))
        if not self._is_inside:
            await self._trip([])

    async def fetch(self, *statements: Statement) -> list[list[Row]]:
        """Return the rows of several statements, all on one trip."""
        return await self._trip(statements)

    async def _trip(self, query: Sequence[Statement], *, commits: bool = False) -> list[list[Row]]:
        """Send the pending statements, then a query, and optionally commit, in one round trip.

        Return the rows of the query.
        """
        queued, self._queued = self._queued, []
        statements: list[Statement] = []
        refusal: type[Exception] | None = None
        if self._begin is not None:
            statements.append((self._begin, ()))
            self._begin = None
        for sql, rows, or_else in queued:
            if or_else is not None:
                refusal, sql = refusal or or_else, guarded(sql)
            statements += [(sql, values) for values in rows]
        before = len(statements)
        statements += query
        if commits:
            statements.append((_COMMIT, ()))
        try:
            results = await self._carry_out(statements, commits=commits)
        except psycopg.errors.DivisionByZero:
            if refusal is None:
                raise
            raise refusal from None
        return results[before : before + len(query)]

    async def _carry_out(self, statements: Sequence[Statement], *, commits: bool) -> list[list[Row]]:
        trip = self._pipeline.send(statements)
        try:
            results = await trip.done
        except Lost:
            if commits:
                raise Uncertain from None
            raise
        except psycopg.Error as error:
            why = unwritable(error)
            if why is None:
                # Its details would quote rows, including players' hands.
                raise type(error)(error.diag.message_primary or "") from None
            if isinstance(why, Lost):
                self._pipeline.give_up()
            raise why from None
        if commits and trip.tag != _COMMIT.encode():
            # A failed transaction can't be committed: PostgreSQL rolls it back, and this is its only notice.
            raise Collision
        return results

    @asynccontextmanager
    async def transaction(self, how: str = WRITE) -> AsyncGenerator[None]:
        """Commit everything inside the block, or nothing if it raises."""
        self.begin(how)
        try:
            yield
            if self._begin is None or self._queued:
                await self._trip([], commits=True)
            self._is_inside = False
        except BaseException:
            self.forget()
            raise

    def forget(self) -> None:
        """Roll the transaction back without waiting for it: the next statement comes after that."""
        self._is_inside, self._queued = False, []
        if self._begin is None and not self._pipeline.is_broken:
            self._pipeline.send([("ROLLBACK", ())])
        self._begin = None

    def give_up(self) -> None:
        """End the connection immediately; a transaction that is under way is rolled back."""
        self._pipeline.give_up()

    async def close(self) -> None:
        """Execute pending statements, and close the connection."""
        await self._pipeline.close()


@lru_cache
def guarded(sql: str) -> str:
    """Return a statement that fails if it returns no row, so that a commit in the same round trip isn't executed."""
    return f"WITH done AS ({sql}) SELECT 1 / COUNT(*) FROM done"  # noqa: S608


def lock(about: About) -> tuple[str, Sequence[Sequence[Value]]]:
    """Return the statement that locks a subject until the transaction ends, and its values.

    A subject that may have no row yet is locked by its name. Two names can have the same number by chance, and then
    wait for each other.
    """
    if isinstance(about, AboutMatch):
        return _LOCK_MATCH, [(about.id,)]
    number = blake2s(repr(about).encode(), digest_size=8).digest()
    return _LOCK, [(int.from_bytes(number, "big", signed=True),)]
