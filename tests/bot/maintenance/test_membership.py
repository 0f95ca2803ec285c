"""Workers that live, hang, die and come back: the takeover of their leases."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.maintenance.membership import EVERY, GONE
from bot.store.about import Everything
from tests.bot.kit import Bot, Paper, open_bot

pytestmark = pytest.mark.both_stores

SECOND = 1000


async def beat(*bots: Bot) -> None:
    for bot in bots:
        await bot.membership._round()


async def move(seconds: float, *bots: Bot) -> None:
    """Advance all clocks: each worker has its own, on which only its outbox sleeps."""
    for bot in bots:
        await bot.clock.move(seconds)


async def workers(bot: Bot) -> dict[str, int]:
    async with bot.store.read() as store:
        return {
            str(name): int(at) for name, at in await store.key_values._all("SELECT id, seen_at FROM workers")
        }


async def test_a_silent_workers_leases_are_taken_over(
    tmp_path: Path,
) -> None:
    """Two workers of one process, with the same host name and process id, are still distinguished."""
    path = tmp_path / "bot.sqlite3"
    async with (
        open_bot(path, paper=Paper(gate=asyncio.Event())) as dead,
        open_bot(path) as second,
    ):
        await dead.challenge()
        dead.start()
        await dead.paper.entered.wait()
        for _ in range(GONE // EVERY - 1):
            await move(EVERY / SECOND, second)
            await beat(second)
            await second.deliver()
        assert second.paper.said == [], "it may be alive"
        await move(EVERY / SECOND + 0.001, second)
        await beat(second)
        await second.deliver()
        assert second.paper.kinds() == ["challenge"]
        assert [*await workers(second)] == [second.membership.id]
        await dead.outbox.stop(grace=0)


async def test_a_hanging_worker_with_heartbeats_keeps_its_leases_until_they_expire(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as hanging, open_bot(path) as second:
        await hanging.challenge()
        async with hanging.store.write(Everything()) as tx:
            await tx.notes.claim(hanging.membership.id, hanging.clock.now(), hanging.clock.now() + 30_000, 24)
        for _ in range(6):
            await second.deliver()
            assert second.paper.said == []
            await move(EVERY / SECOND, hanging, second)
            await beat(hanging, second)
        await second.deliver()
        assert second.paper.kinds() == ["challenge"]


async def test_leasing_counts_as_a_heartbeat(tmp_path: Path) -> None:
    """With a slow database heartbeats are late: no one may take over a worker's current deliveries."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, paper=Paper(gate=asyncio.Event())) as slow, open_bot(path) as second:
        await move((GONE - SECOND) / SECOND, slow, second)
        await slow.challenge()
        slow.start()
        await slow.paper.entered.wait()
        await move(24, slow, second)
        await beat(second)
        await second.deliver()
        assert second.paper.said == [] and len(await workers(second)) == 2
        await slow.outbox.stop(grace=0)


async def test_only_a_single_worker_takes_over_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, paper=Paper(gate=asyncio.Event())) as killed:
        await killed.challenge()
        killed.start()
        await killed.paper.entered.wait()
        await killed.outbox.stop(grace=0)
        async with open_bot(path) as beside:
            await beside.deliver()
            assert beside.paper.said == []
    async with open_bot(path) as again:
        assert [*await workers(again)] == [again.membership.id]
        await again.deliver()
        assert again.paper.kinds() == ["challenge"]


async def test_a_stopping_worker_returns_its_leases(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with (
        open_bot(path, paper=Paper(gate=asyncio.Event())) as ending,
        open_bot(path) as second,
    ):
        await ending.challenge()
        ending.start()
        await ending.paper.entered.wait()
        await ending.outbox.stop(grace=0)
        await ending.membership.leave()
        with capture_logs() as logs:
            await beat(second)
        assert "workers_gone" not in [record["event"] for record in logs], "it has stopped in order"
        await second.deliver()
        assert second.paper.kinds() == ["challenge"]
        assert [*await workers(second)] == [second.membership.id]


async def test_a_worker_considered_dead_returns_with_its_next_heartbeat(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as paused, open_bot(path) as second:
        await move((GONE + 1) / SECOND, paused, second)
        await beat(second)
        assert [*await workers(second)] == [second.membership.id]
        await beat(paused)
        assert (await workers(second))[paused.membership.id] == paused.clock.now()
