"""A worker loop: it sleeps until woken, retries failures, reports problems, and stops in order."""

from __future__ import annotations

import asyncio

import pytest
import structlog

from bot.errors import Busy
from bot.platform.worker import AT_ONCE, Worker
from tests.bot.kit import HandClock


class Bakers(Worker):
    """Processes orders, one per round."""

    def __init__(self, clock: HandClock, loaves: int = 0) -> None:
        super().__init__("bakers", clock, asyncio.Event(), again=5_000)
        self.left = loaves
        self.rounds = 0
        self.fault: BaseException | None = None
        self.oven: asyncio.Event | None = None

    def order(self, loaves: int) -> None:
        self.left += loaves
        self._wake_event.set()

    async def _round(self) -> int | None:
        self.rounds += 1
        if self.oven is not None:
            await self.oven.wait()
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        if not self.left:
            return None
        self.left -= 1
        return AT_ONCE


async def run_tasks() -> None:
    """Run every task as far as possible."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_it_works_until_nothing_is_left_and_again_when_woken() -> None:
    bakers = Bakers(HandClock(), 3)
    bakers.start()
    await run_tasks()
    assert (bakers.left, bakers.rounds) == (0, 4)
    bakers.order(2)
    await run_tasks()
    assert (bakers.left, bakers.rounds) == (0, 7)
    await bakers.stop()
    assert bakers.problem == ""
    bakers.order(1)
    await run_tasks()
    assert bakers.left == 1, "no new work is started"


@pytest.mark.parametrize(("fault", "level"), [(OSError("no flour"), "error"), (Busy(), "warning")])
async def test_a_failed_round_is_retried_a_little_later(fault: Exception, level: str) -> None:
    clock = HandClock()
    bakers = Bakers(clock, 1)
    bakers.fault = fault
    with structlog.testing.capture_logs() as logged:
        bakers.start()
        await run_tasks()
    assert [(entry["log_level"], entry["work"]) for entry in logged] == [(level, "bakers")]
    assert bakers.problem.startswith("bakers fail for 0 s")
    assert (bakers.left, bakers.rounds) == (1, 1)
    await clock.move(5)
    await run_tasks()
    assert (bakers.left, bakers.problem) == (0, "")
    await bakers.stop()


async def test_stopping_finishes_work_or_cancels_it_after_a_timeout() -> None:
    quick, stuck = Bakers(HandClock(), 2), Bakers(HandClock(), 2)
    for bakers in (quick, stuck):
        bakers.oven = asyncio.Event()
        bakers.start()
    await run_tasks()
    assert quick.oven is not None
    quick.oven.set()
    await quick.stop()
    assert quick.left < 2
    await stuck.stop(grace=0.01)
    assert stuck.left == 2
    assert quick.problem == stuck.problem == ""


async def test_a_dead_worker_is_reported() -> None:
    bakers = Bakers(HandClock())
    bakers.fault = asyncio.CancelledError()
    bakers.start()
    await run_tasks()
    assert bakers.problem == "bakers have ended"
