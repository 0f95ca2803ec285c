"""PostgreSQL's refusals as errors of the store. None holds a statement, a value or an address."""

from __future__ import annotations

import psycopg
from psycopg import errors

from bot.errors import Busy, Collision, DiskFull

_BUSY = (
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.ReadOnlySqlTransaction,
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
)
"""Troubles that pass: a row is locked for too long, a statement takes too long, a standby has not taken over yet."""
_COLLISIONS = (errors.DeadlockDetected, errors.SerializationFailure, errors.InFailedSqlTransaction)


class Lost(Collision):
    """The connection is gone, and with it the transaction; whether its commit still came is not known."""


def unwritable(error: psycopg.Error) -> Busy | DiskFull | None:
    """Return why nothing can be written just now, if that is what has failed; None for every other error."""
    state = error.sqlstate or ""
    if isinstance(error, errors.DiskFull):
        return DiskFull()
    if isinstance(error, _COLLISIONS):
        return Collision()
    # Class 08 is the connection, 57P a server that shuts down or starts; libpq's own errors have no state.
    if state.startswith(("08", "57P")) or (not state and isinstance(error, psycopg.OperationalError)):
        return Lost()
    # Class 53 is memory, connections and whatever else there is not enough of.
    return Busy() if isinstance(error, _BUSY) or state.startswith("53") else None
