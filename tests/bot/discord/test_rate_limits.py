"""The client and Discord's rate limits: requests within the budget aren't refused, even if the limit's window is long."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.request_trace import PatientLimit
from bot.local_discord.clock import TableClock
from bot.local_discord.server import LocalTable
from tests.bot.discord.kit import room
from tests.games.registry import parlour
from tests.table.actor import Actor


def answered(remaining: int) -> Any:
    """Return a response of Discord with this many requests left within five minutes."""
    headers = {
        "X-Ratelimit-Limit": "50",
        "X-Ratelimit-Remaining": str(remaining),
        "X-Ratelimit-Reset-After": "300",
    }
    return SimpleNamespace(headers=headers)


async def test_only_long_waits_are_refused() -> None:
    limit = PatientLimit(30.0)
    await limit.acquire()
    limit.update(answered(49))
    await limit.acquire()
    limit.update(answered(0))
    with pytest.raises(discord.RateLimited):
        await limit.acquire()


async def test_each_of_two_matches_gets_its_thread_at_once(tmp_path: Path) -> None:
    table = LocalTable(clock=TableClock(datetime(2026, 1, 1, 12, tzinfo=UTC), running=False))
    assert table.rates is not None
    table.rates.pace = 1.0
    async with room(tmp_path / "bot.sqlite3", parlour(), table=table) as lobby:
        ada, *opponents = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
        for opponent in opponents:
            await ada.slash("voidream challenge", user=opponent, deck="Morning")
            await opponent.slash("match accept", deck="Evening")
            async with asyncio.timeout(60):
                await lobby.quiet()
        assert len(ada.threads()) == len(opponents)
