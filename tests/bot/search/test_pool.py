"""The order of searches, and searches that are cancelled, take too long, or crash."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import pytest

from bot.search.pool import (
    GRACE,
    IDLE,
    LIMITS,
    OFTENEST,
    PATIENCE,
    LocalPool,
    TookTooLong,
    Urgency,
    WorkerDied,
    WorkFailed,
)
from bot.search.worker import GLANCE, Died, ProcessWorker, stepping_aside
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import SearchCancelled, think
from engine.kernel.match import Match
from tests.bot.kit import HandClock
from tests.bot.search.workers import ByHand
from tests.games.vigil.game import VIGIL
from tests.games.vigil.search import VIGIL_THINKING
from tests.whole.processes import start


def double(n: int, *, is_wanted: Callable[[], bool]) -> int:
    if not is_wanted():
        raise SearchCancelled
    return 2 * n


def fail(*, is_wanted: Callable[[], bool]) -> None:
    raise ValueError("no idea")


def forever(*, is_wanted: Callable[[], bool]) -> None:
    while is_wanted():
        pass
    raise SearchCancelled


class Bench:
    """A pool with workers controlled by hand."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.workers: list[ByHand] = []
        self.pool = LocalPool(self._start, self.clock)

    def _start(self) -> ByHand:
        self.workers.append(ByHand())
        return self.workers[-1]

    @property
    def worker(self) -> ByHand:
        return self.workers[-1]

    def ask(
        self, key: Hashable, n: int, urgency: Urgency = Urgency.AWAITED, person: int = 0
    ) -> asyncio.Task[Any]:
        return asyncio.create_task(self.pool.submit(key, double, n, urgency=urgency, person=person))

    async def work(self) -> None:
        """Finish searches one after another until none is left."""
        while self.worker.is_busy:
            self.worker.finish()
            await settle()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_searches_run_one_at_a_time_by_urgency_and_age() -> None:
    bench = Bench()
    assert not bench.pool.is_there, "it starts with the first search"
    requests = [
        bench.ask("analysis", 1, Urgency.WHENEVER),
        bench.ask("analysis too", 2, Urgency.WHENEVER),
        bench.ask("first match", 3),
        bench.ask("second match", 4),
    ]
    await settle()
    assert bench.pool.waiting == ("first match", "second match", "analysis too")
    await bench.work()
    assert [await request for request in requests] == [2, 4, 6, 8]
    assert bench.worker.begun == [(1,), (3,), (4,), (1,), (2,)], "background searches start again"
    assert len(bench.workers) == 1


async def test_background_searches_are_not_interrupted_forever() -> None:
    bench = Bench()
    long = bench.ask("analysis", 1, Urgency.WHENEVER)
    await settle()
    for n in range(OFTENEST):
        thought = bench.ask("match", 10 + n)
        await settle()
        assert bench.worker.is_dropped
        bench.worker.finish()
        await settle()
        assert bench.worker.begun[-1] == (10 + n,)
        bench.worker.finish()
        assert await thought == 20 + 2 * n
        await settle()
    bench.pool.answering(1)
    assert bench.worker.makes_way
    thought = bench.ask("match", 2)
    await settle()
    assert not bench.worker.is_dropped and not bench.worker.makes_way, "but it doesn't yield to others"
    bench.worker.finish()
    assert await long == 2
    await settle()
    bench.worker.finish()
    assert await thought == 4


async def test_an_interrupted_search_can_be_cancelled_and_gets_its_full_time_again() -> None:
    bench = Bench()
    given_up, continued = bench.ask("one", 1, Urgency.WHENEVER), bench.ask("two", 2, Urgency.WHENEVER)
    await settle()
    thought = bench.ask("match", 3)
    await settle()
    bench.pool.cancel("one")
    with pytest.raises(SearchCancelled):
        await given_up
    bench.worker.finish()
    await settle()
    bench.worker.finish()
    assert await thought == 6
    await settle()
    await bench.clock.move(LIMITS[Urgency.WHENEVER] / 1000 - 1)
    again = bench.ask("match", 4)
    await settle()
    bench.worker.finish()
    await settle()
    bench.worker.finish()
    assert await again == 8
    await settle()
    await bench.clock.move(2)
    await settle()
    assert not continued.done() and not bench.worker.is_dropped
    bench.worker.finish()
    assert await continued == 4


async def test_people_take_turns_even_if_one_asks_for_more() -> None:
    bench = Bench()
    requests = [bench.ask(f"Ada's {n}", n, Urgency.ASKED, person=1) for n in range(3)]
    await settle()
    requests += [bench.ask("Bo's", 3, person=2), bench.ask("Cy's", 4, Urgency.ASKED, person=3)]
    await settle()
    assert bench.pool.waiting == ("Bo's", "Cy's", "Ada's 1", "Ada's 2")
    await bench.work()
    assert bench.worker.begun == [(0,), (3,), (4,), (1,), (2,)]
    assert [await request for request in requests] == [0, 2, 4, 6, 8]


async def test_repeated_requests_of_one_person_delay_no_one() -> None:
    bench = Bench()
    presses = [bench.ask("hint", 0, Urgency.ASKED, person=1)]
    await settle()
    thought = bench.ask("match", 1, person=2)
    await settle()
    for n in range(5):
        presses.append(bench.ask("hint", n, Urgency.ASKED, person=1))
        await settle()
    bench.worker.finish()
    await settle()
    assert bench.worker.begun[-1] == (1,)
    await bench.work()
    assert await thought == 2 and await presses[-1] == 8
    assert all(isinstance(press.exception(), SearchCancelled) for press in presses[:-1])


async def test_a_newer_search_replaces_the_older_one() -> None:
    bench = Bench()
    running = bench.ask("match", 1)
    await settle()
    waiting, newest = bench.ask("match", 2), bench.ask("match", 3)
    await settle()
    for given_up in (running, waiting):
        with pytest.raises(SearchCancelled):
            await given_up
    assert bench.worker.is_dropped, "it is asked to stop"
    bench.worker.finish()
    await settle()
    bench.worker.finish()
    assert await newest == 6


async def test_abandoned_searches_are_cancelled() -> None:
    bench = Bench()
    running, waiting, third = bench.ask("one", 1), bench.ask("two", 2), bench.ask("three", 3)
    await settle()
    running.cancel()
    bench.pool.cancel("two")
    await settle()
    assert bench.worker.is_dropped and bench.pool.waiting == ("three",)
    with pytest.raises(SearchCancelled):
        await waiting
    bench.worker.finish()
    await settle()
    bench.worker.finish()
    assert await third == 6 and len(bench.workers) == 1


async def test_overlong_searches_are_cancelled_and_unresponsive_workers_replaced() -> None:
    bench = Bench()
    slow, next_one = bench.ask("slow", 1), bench.ask("next", 2)
    await settle()
    await bench.clock.move(LIMITS[Urgency.AWAITED] / 1000 - 0.001)
    await settle()
    assert not slow.done()
    await bench.clock.move(0.001)
    with pytest.raises(TookTooLong, match="more than 30 s"):
        await slow
    await settle()
    assert bench.worker.is_dropped and not bench.worker.is_ended and not next_one.done()
    await bench.clock.move(GRACE / 1000)
    await settle()
    assert bench.workers[0].is_ended and len(bench.workers) == 2
    bench.worker.finish()
    assert await next_one == 4


async def test_a_worker_that_stops_in_time_runs_the_next_search() -> None:
    bench = Bench()
    slow, next_one = bench.ask("slow", 1), bench.ask("next", 2)
    await settle()
    await bench.clock.move(LIMITS[Urgency.AWAITED] / 1000)
    with pytest.raises(TookTooLong):
        await slow
    await settle()
    bench.worker.finish()
    await settle()
    bench.worker.finish()
    assert await next_one == 4
    await bench.clock.move(GRACE / 1000)
    await settle()
    assert len(bench.workers) == 1 and not bench.worker.is_ended


async def test_a_worker_that_dies_is_replaced() -> None:
    bench = Bench()
    lost, next_one = bench.ask("lost", 1), bench.ask("next", 2)
    await settle()
    bench.worker.finish(Died())
    with pytest.raises(WorkerDied):
        await lost
    await settle()
    assert len(bench.workers) == 2
    bench.worker.finish()
    assert await next_one == 4


async def test_a_worker_that_cannot_start_fails_one_search_at_a_time() -> None:
    def never() -> ByHand:
        raise OSError("no process left")

    with pytest.raises(WorkFailed, match="no process left"):
        await LocalPool(never, HandClock()).submit("match", double, 1)


async def test_the_worker_ends_after_ten_minutes_without_work_and_no_sooner() -> None:
    bench = Bench()
    for n in (1, 2):
        request = bench.ask("match", n)
        await settle()
        bench.worker.finish()
        assert await request == 2 * n
        await settle()
        await bench.clock.move(IDLE / 1000 - 1)
        await settle()
        assert bench.pool.is_there
    await bench.clock.move(1)
    await settle()
    assert not bench.pool.is_there and bench.worker.is_ended
    again = bench.ask("match", 3)
    await settle()
    bench.worker.finish()
    assert await again == 6 and len(bench.workers) == 2
    bench.pool.close()
    assert bench.worker.is_ended


async def test_the_worker_yields_to_other_work_for_people() -> None:
    bench = Bench()
    bench.pool.answering(1)
    thought = bench.ask("match", 1)
    await settle()
    assert bench.worker.makes_way and bench.worker.patience == PATIENCE[Urgency.AWAITED]
    bench.pool.answering(0)
    assert not bench.worker.makes_way
    bench.pool.answering(1)
    assert bench.worker.makes_way
    hint = bench.ask("hint", 2, Urgency.ASKED)
    await settle()
    assert not bench.worker.makes_way, "the person being answered waits for it"
    bench.pool.answering(2)
    assert bench.worker.makes_way, "another person doesn't"
    bench.worker.finish()
    await settle()
    assert bench.worker.makes_way and bench.worker.patience == PATIENCE[Urgency.ASKED] == 0
    bench.pool.answering(1)
    assert not bench.worker.makes_way
    bench.worker.finish()
    await settle()
    assert bench.worker.makes_way, "no one waits for it"
    assert [await thought, await hint] == [2, 4]


async def test_an_abandoned_hint_is_not_urgent() -> None:
    bench = Bench()
    thought = bench.ask("match", 1)
    await settle()
    bench.pool.answering(1)
    hint = bench.ask("hint", 2, Urgency.ASKED)
    await settle()
    assert not bench.worker.makes_way
    hint.cancel()
    await settle()
    assert bench.worker.makes_way
    bench.worker.finish()
    assert await thought == 2


def test_a_search_yields_as_long_as_its_patience_lasts() -> None:
    seconds, naps, busy, is_wanted = 0.0, 0, True, True

    def sleep(length: float) -> None:
        nonlocal seconds, naps, busy, is_wanted
        seconds, naps = seconds + length, naps + 1
        busy = busy and naps != 3
        is_wanted = is_wanted and naps != 1500

    ask = stepping_aside(lambda: is_wanted, lambda: busy, 1.0, now=lambda: seconds, sleep=sleep)
    assert ask() and naps == 3, "until no one is being answered"
    assert ask() and naps == 3
    busy = True
    assert ask() and seconds == pytest.approx(1.0, abs=GLANCE)
    before = naps
    assert ask() and naps == before, "its patience is used up"
    naps = 1400
    asked_anew = stepping_aside(lambda: is_wanted, lambda: busy, 1.0, now=lambda: seconds, sleep=sleep)
    assert not asked_anew() and naps == 1500, "no one needs it any longer"


async def test_closing_cancels_everything() -> None:
    bench = Bench()
    requests = [bench.ask("one", 1), bench.ask("two", 2)]
    await settle()
    bench.pool.close()
    for request in requests:
        with pytest.raises(SearchCancelled):
            await request
    assert bench.worker.is_ended
    with pytest.raises(SearchCancelled):
        await bench.pool.submit("three", double, 3)


async def test_a_real_worker_process_can_be_stopped_killed_and_replaced() -> None:
    """The only test with a real process: it takes a second or more to start, so no clock runs."""
    match = Match.new(VIGIL, [None, None], "seed")
    (seat, _), *_ = match.questions.items()
    knowledge = VIGIL.know(match.machine, {seat})
    workers: list[ProcessWorker] = []

    def start() -> ProcessWorker:
        workers.append(ProcessWorker())
        return workers[-1]

    pool = LocalPool(start, HandClock())
    try:
        thought = await pool.submit("match", think, VIGIL_THINKING, knowledge, seat, HARD, "a seed")
        assert thought == think(VIGIL_THINKING, knowledge, seat, HARD, "a seed")
        assert len(thought.tried) > 1
        with pytest.raises(WorkFailed, match="no idea"):
            await pool.submit("match", fail)
        for _ in range(2):
            busy = asyncio.create_task(pool.submit("match", forever))
            await asyncio.sleep(0)
            pool.cancel("match")
            with pytest.raises(SearchCancelled):
                await busy
        pool.answering(1)
        assert await pool.submit("match", double, 21, urgency=Urgency.ASKED) == 42
        assert len(workers) == 1, "a flag stopped it, and it continues"
        busy = asyncio.create_task(pool.submit("match", forever))
        await asyncio.sleep(0)
        pid = workers[0].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(WorkerDied):
            await busy
        assert await pool.submit("match", double, 4) == 8 and len(workers) == 2
    finally:
        pool.close()


async def test_a_worker_dies_with_a_bot_that_is_killed(tmp_path: Path) -> None:
    """During its work: a busy worker would keep the killed bot's output open."""
    running = await start(tmp_path, module=("tests.bot.search.orphan",))
    await running.said("spinning")
    running.kill()
    assert await running.ended() < 0
