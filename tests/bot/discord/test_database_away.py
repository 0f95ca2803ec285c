"""The database is unavailable for a while: people are told, nothing counts twice, and the bot recovers by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from bot.store.postgres.database import PostgresDatabase
from tests.bot.discord.kit import Duel, Room
from tests.bot.discord.test_busy import BUSY
from tests.bot.stores import STORES
from tests.postgres import Server
from tests.table import transcript
from tests.table.actor import Actor

pytestmark = pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)

FULL = "my disk is full. Nothing has changed and nothing is lost"


def name_of(lobby: Room) -> str:
    return str(STORES.at(lobby.file)).rpartition("/")[2]


@asynccontextmanager
async def unreachable(lobby: Room, server: Server) -> AsyncGenerator[None]:
    await asyncio.to_thread(server.stop, "fast")
    try:
        yield
    finally:
        await asyncio.to_thread(server.start)


@asynccontextmanager
async def read_only(lobby: Room, server: Server) -> AsyncGenerator[None]:
    """The connections lead to a server that is no longer the primary; new ones finally lead to the primary."""
    alter = f"ALTER DATABASE {name_of(lobby)} "
    await asyncio.to_thread(
        server.execute,
        alter + "SET default_transaction_read_only = on",
        f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name_of(lobby)}'",
    )
    try:
        yield
    finally:
        await asyncio.to_thread(server.execute, alter + "RESET default_transaction_read_only")


@asynccontextmanager
async def full(lobby: Room, server: Server) -> AsyncGenerator[None]:
    """There is no disk space for writes.

    Meanwhile the bot goes on, because it may hold the locks that this waits for.
    """
    await asyncio.to_thread(
        server.execute,
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$",
        *(
            f"CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION no_room()"
            for table in ("acts", "facts", "outbox")
        ),
        database=name_of(lobby),
    )
    try:
        yield
    finally:
        await asyncio.to_thread(server.execute, "DROP FUNCTION no_room CASCADE", database=name_of(lobby))


@asynccontextmanager
async def no_connection(lobby: Room, server: Server) -> AsyncGenerator[None]:
    """All write connections are taken and never returned."""
    database = lobby.services.store.database
    assert isinstance(database, PostgresDatabase)
    writers = database.writers
    async with AsyncExitStack() as stack:
        for _ in range(writers._size):
            await stack.enter_async_context(writers.connection())
        stack.enter_context(patch.object(writers, "_patience", 0.05))
        yield


Away = Callable[[Room, Server], AbstractAsyncContextManager[None]]


@pytest.mark.parametrize(
    ("away", "seconds", "sentence"),
    [
        (unreachable, 2, BUSY),
        (unreachable, 20, BUSY),
        (unreachable, 600, BUSY),
        (read_only, 20, BUSY),
        (full, 20, FULL),
        (no_connection, 20, BUSY),
    ],
)
async def test_players_learn_of_an_outage_and_the_bot_recovers(
    lobby: Room, duel: Duel, ada: Actor, postgres: Server, away: Away, seconds: int, sentence: str
) -> None:
    assert lobby.running is not None
    bot = lobby.running.bot
    await lobby.quiet()
    before = await bot.services.matches.revision(duel.match_id)
    with capture_logs() as logs:
        async with away(lobby, postgres):
            early = await ada.slash("parlour pass", channel=duel.ada.thread)
            for _ in range(4):
                await lobby.clock.move(seconds / 4)
            late = await ada.slash("parlour pass", channel=duel.ada.thread)
            problems, obstacle = await bot.problems(), await bot.obstacle()
    for outcome in (early, late):
        assert sentence in outcome.text and not outcome.failed, outcome.text
    assert any("nothing can be written down" in problem for problem in problems)
    assert (obstacle == "the database does not answer") == (away is unreachable)
    assert _codes(logs) == []
    again = await ada.slash("parlour pass", channel=duel.ada.thread)
    assert "You passed" in again.text
    assert await bot.services.matches.revision(duel.match_id) == (before or 0) + 1
    await lobby.clock.move(60)
    await lobby.quiet()
    assert "passed" in transcript.text(await duel.status())
    # Signs of life are retried by themselves, and PostgreSQL answers in its own time.
    async with asyncio.timeout(60):
        while await bot.problems() or await bot.obstacle():  # noqa: ASYNC110
            await asyncio.sleep(0)


def _codes(logs: list[MutableMapping[str, object]]) -> list[MutableMapping[str, object]]:
    """Return the logged internal failures."""
    return [log for log in logs if "reference" in log]
