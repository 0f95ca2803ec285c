"""Workers that live, hang, die and come back: who takes over what they had leased, and when."""

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
    """Let time pass for all: each has a clock of its own, on which its outbox alone sleeps."""
    for bot in bots:
        await bot.clock.move(seconds)


async def workers(bot: Bot) -> dict[str, int]:
    async with bot.store.read() as store:
        return {str(name): int(at) for name, at in await store.facts._all("SELECT id, seen_at FROM workers")}


async def test_what_a_worker_had_leased_is_taken_over_when_it_gives_no_more_signs_of_life(
    tmp_path: Path,
) -> None:
    """Two workers of one process, so of one host name and process id: they are told apart all the same."""
    path = tmp_path / "bot.sqlite3"
    async with (
        open_bot(path, paper=Paper(gate=asyncio.Event())) as dead,
        open_bot(path) as other,
    ):
        await dead.challenge()
        dead.start()
        await dead.paper.entered.wait()
        for _ in range(GONE // EVERY - 1):
            await move(EVERY / SECOND, other)
            await beat(other)
            await other.deliver()
        assert other.paper.said == [], "it may live"
        await move(EVERY / SECOND + 0.001, other)
        await beat(other)
        await other.deliver()
        assert other.paper.kinds() == ["challenge"]
        assert [*await workers(other)] == [other.membership.id]
        await dead.outbox.stop(grace=0)


async def test_a_worker_that_hangs_and_gives_signs_of_life_keeps_its_leases_until_they_run_out(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as hanging, open_bot(path) as other:
        await hanging.challenge()
        async with hanging.store.write(Everything()) as tx:
            await tx.notes.claim(hanging.membership.id, hanging.clock.now(), hanging.clock.now() + 30_000, 24)
        for _ in range(6):
            await other.deliver()
            assert other.paper.said == []
            await move(EVERY / SECOND, hanging, other)
            await beat(hanging, other)
        await other.deliver()
        assert other.paper.kinds() == ["challenge"]


async def test_who_leases_something_gives_a_sign_of_life(tmp_path: Path) -> None:
    """Where the database is slow, signs of life come late: nobody may take over what a worker is delivering."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, paper=Paper(gate=asyncio.Event())) as slow, open_bot(path) as other:
        await move((GONE - SECOND) / SECOND, slow, other)
        await slow.challenge()
        slow.start()
        await slow.paper.entered.wait()
        await move(24, slow, other)
        await beat(other)
        await other.deliver()
        assert other.paper.said == [] and len(await workers(other)) == 2
        await slow.outbox.stop(grace=0)


async def test_a_worker_that_is_alone_takes_over_at_once_and_one_that_is_not_waits(tmp_path: Path) -> None:
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


async def test_a_worker_that_ends_gives_its_leases_back(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with (
        open_bot(path, paper=Paper(gate=asyncio.Event())) as ending,
        open_bot(path) as other,
    ):
        await ending.challenge()
        ending.start()
        await ending.paper.entered.wait()
        await ending.outbox.stop(grace=0)
        await ending.membership.leave()
        with capture_logs() as logs:
            await beat(other)
        assert "workers_gone" not in [one["event"] for one in logs], "it has left in good order"
        await other.deliver()
        assert other.paper.kinds() == ["challenge"]
        assert [*await workers(other)] == [other.membership.id]


async def test_a_worker_that_was_taken_for_dead_is_known_again_at_its_next_sign_of_life(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path) as paused, open_bot(path) as other:
        await move((GONE + 1) / SECOND, paused, other)
        await beat(other)
        assert [*await workers(other)] == [other.membership.id]
        await beat(paused)
        assert (await workers(other))[paused.membership.id] == paused.clock.now()
