"""The database server is away for a while: people hear of it, nothing counts twice, and the bot goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping

import pytest
from structlog.testing import capture_logs

from bot.local_discord import transcript
from bot.local_discord.actor import Actor
from tests.bot.discord.kit import Duel, Room
from tests.bot.discord.test_busy import BUSY
from tests.postgres import Server

pytestmark = pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)

UNREACHABLE, READ_ONLY = "unreachable", "read-only"


def set_read_only(server: Server, setting: str) -> None:
    """Let new transactions be read-only, or not, and end the connections that don't know of it."""
    server.execute(
        "SET default_transaction_read_only = off",
        f"ALTER SYSTEM SET default_transaction_read_only = {setting}",
        "SELECT pg_reload_conf()",
    )
    while server.execute("SHOW default_transaction_read_only") != [(setting,)]:
        pass
    server.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname LIKE 'test%'")


async def take_away(server: Server, how: str) -> None:
    if how == UNREACHABLE:
        await asyncio.to_thread(server.stop, "fast")
    else:
        await asyncio.to_thread(set_read_only, server, "on")


async def give_back(server: Server, how: str) -> None:
    if how == UNREACHABLE:
        await asyncio.to_thread(server.start)
    else:
        await asyncio.to_thread(set_read_only, server, "off")


@pytest.mark.parametrize(
    ("how", "seconds"), [(UNREACHABLE, 2), (UNREACHABLE, 20), (UNREACHABLE, 600), (READ_ONLY, 20)]
)
async def test_it_is_said_and_goes_on(
    lobby: Room, duel: Duel, ada: Actor, postgres: Server, how: str, seconds: int
) -> None:
    assert lobby.running is not None
    bot = lobby.running.bot
    await lobby.quiet()
    before = await bot.services.matches.revision(duel.match_id)
    with capture_logs() as logs:
        await take_away(postgres, how)
        try:
            early = await ada.slash("parlour pass", channel=duel.ada.thread)
            for _ in range(4):
                await lobby.clock.move(seconds / 4)
            late = await ada.slash("parlour pass", channel=duel.ada.thread)
            problems, obstacle = await bot.problems(), await bot.obstacle()
        finally:
            await give_back(postgres, how)
    for one in (early, late):
        assert BUSY in one.text and not one.failed, one.text
    assert any("nothing can be written down" in one for one in problems)
    assert (obstacle == "the database does not answer") == (how == UNREACHABLE)
    assert _codes(logs) == []
    again = await ada.slash("parlour pass", channel=duel.ada.thread)
    assert BUSY not in again.text
    assert await bot.services.matches.revision(duel.match_id) == (before or 0) + 1
    await lobby.clock.move(60)
    await lobby.quiet()
    assert "passed" in transcript.text(await duel.status())
    assert await bot.problems() == [] and await bot.obstacle() == ""


def _codes(logs: list[MutableMapping[str, object]]) -> list[MutableMapping[str, object]]:
    """Return what was logged as an internal failure."""
    return [log for log in logs if "reference" in log]
