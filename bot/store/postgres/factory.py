"""The store on PostgreSQL: opening and migrations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.errors import StartError
from bot.settings import PostgresAddress
from bot.store import schema
from bot.store.postgres.connection import PostgresConnection
from bot.store.postgres.database import PostgresDatabase
from bot.store.postgres.pipeline import Pipeline
from bot.store.postgres.pool import ConnectionPool
from bot.store.random_values import Draw
from bot.store.store import Store

_OLDEST_POSTGRES = 140000
_WRITERS = 8
"""Connections for writing: the maximum number of concurrent transactions."""
_READERS = 4
"""Connections for reading."""
_PATIENCE: float = 1.5
"""Seconds to wait for a connection, or for a lock: Discord waits three."""
_LONGEST = 10.0
"""Seconds without a response after which a connection is given up."""
_AT_THE_START = 15
"""Seconds that a migration waits for another. No player waits at this point."""
_MIGRATING = 0x566F6964726561
"""The advisory lock of a migration."""
_SESSION = """
SELECT set_config('client_encoding', 'UTF8', false),
       set_config('lock_timeout', '1500ms', false),
       set_config('statement_timeout', '5s', false),
       set_config('idle_in_transaction_session_timeout', '5s', false)
"""
_OTHERS = """
SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f') LIMIT 1
"""


async def open_store(
    address: PostgresAddress, *, migrations: Sequence[str] | None = None, draw: Draw
) -> Store:
    """Open the database, migrating it if needed; an empty one gets its tables.

    `migrations` are scripts in order; by default those of this package. Raises StartError for one that can't
    be reached or used, is something else, or was made by a newer version; nothing has changed then.
    """
    conninfo = _conninfo(address)
    scripts = schema.postgres_scripts() if migrations is None else dict(enumerate(migrations, 1))
    try:
        async with await psycopg.AsyncConnection.connect(conninfo) as connection:
            await _migrate(connection, scripts, address)
    except psycopg.Error as error:
        raise StartError(f"The database {address} can't be used: {_why(error, address)}.") from None

    async def connect() -> PostgresConnection:
        connection = PostgresConnection(await Pipeline.opened(conninfo, patience=_LONGEST))
        try:
            await connection.fetch((_SESSION, ()))
        except BaseException:
            connection.give_up()
            raise
        return connection

    database = PostgresDatabase(
        str(address),
        ConnectionPool(connect, _WRITERS, _PATIENCE),
        ConnectionPool(connect, _READERS, _PATIENCE),
    )
    store = Store(database, draw)
    if migrations is None:
        await store.load_absences()
    return store


def _conninfo(address: PostgresAddress) -> str:
    """Return libpq's connection string, with timeouts for silent connections."""
    defaults: dict[str, Any] = {
        "application_name": "voidream",
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
    }
    return make_conninfo("", **(defaults | conninfo_to_dict(address.reveal())))


async def _migrate(
    connection: psycopg.AsyncConnection, scripts: dict[int, str], address: PostgresAddress
) -> None:
    """Apply the scripts that are new to the database, all or none, and never by two programs at once."""
    server = connection.info.server_version
    if server < _OLDEST_POSTGRES:
        raise StartError(f"PostgreSQL {server // 10000} is too old; 14 or newer is needed.")
    await connection.execute("SELECT set_config('lock_timeout', %s, true)", (f"{_AT_THE_START}s",))
    await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StartError(f"The database {address} is in {encoding}; Voidream needs one in UTF8.")
    version, newest = await _version(connection, address), max(scripts, default=0)
    if version > newest:
        raise StartError(
            f"The database {address} was made by a newer version of Voidream (its schema is {version}, this program "
            f"knows {newest}). Install that version, or name another database in DATABASE."
        )
    if version == newest:
        return
    for number in sorted(scripts):
        if number > version:
            await connection.execute(scripts[number].encode())
    await connection.execute("UPDATE schema_version SET version = %s", (newest,))


async def _version(connection: psycopg.AsyncConnection, address: PostgresAddress) -> int:
    """Return the schema version, 0 for an empty database."""
    if await _one(connection, "SELECT current_schema()") is None:
        raise StartError(f"The database {address} has no schema that this account may use.")
    if await _one(connection, "SELECT to_regclass('schema_version')::text") is None:
        if await _one(connection, _OTHERS) is not None:
            raise StartError(
                f"The database {address} holds tables of some other program. Name an empty one in DATABASE."
            )
        await connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
        await connection.execute("INSERT INTO schema_version VALUES (0)")
        return 0
    rows = await (await connection.execute("SELECT version FROM schema_version")).fetchall()
    version = schema.version_of(rows)
    if version is None:
        raise StartError(f"The database {address} is damaged: the version of its schema can't be read.")
    return version


async def _one(connection: psycopg.AsyncConnection, sql: str) -> Any:
    row = await (await connection.execute(sql.encode())).fetchone()
    return None if row is None else row[0]


def _why(error: psycopg.Error, address: PostgresAddress) -> str:
    """Return the reason of a failure in a few words, without the password."""
    if isinstance(error, errors.InsufficientPrivilege):
        return "this account has no right to make tables in it"
    if isinstance(error, errors.LockNotAvailable):
        return "another program is migrating it"
    reason = (error.diag.message_primary or str(error)).strip()
    if not error.sqlstate:
        # libpq lists one attempt per address of the host; the last one is enough.
        reason = reason.splitlines()[-1].strip() if reason else "no connection"
        reason = re.sub(r"^connection failed: ", "", reason)
    password = conninfo_to_dict(address.reveal()).get("password")
    return reason.replace(str(password), "…") if password else reason
