"""Searches by other processes: their order, abandoned ones, and the takeover from dead processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from bot.search.pool import LocalPool, Urgency, WorkFailed
from bot.search.queued_pool import QueuedPool
from bot.search.thinkers import LEASE, Thinkers
from bot.search.works import Works
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import SearchCancelled, think
from engine.kernel.match import Match
from tests.bot.kit import Bot, HandClock
from tests.bot.search.workers import AtOnce, ByHand
from tests.bot.stores import rows
from tests.games.vigil.game import VIGIL
from tests.games.vigil.search import VIGIL_THINKING

pytestmark = pytest.mark.both_stores


class EagerClock(HandClock):
    """A clock that advances as soon as nothing else is to be done."""

    async def wait(self, event: asyncio.Event, until: int | None) -> None:
        await asyncio.sleep(0.001)
        if not event.is_set() and until is not None:
            self._now = max(self._now, until)


def double(n: int, *, is_wanted: Callable[[], bool]) -> int:
    return 2 * n


def fail(n: int, *, is_wanted: Callable[[], bool]) -> int:
    raise ValueError("no idea")


def forever(n: int, *, is_wanted: Callable[[], bool]) -> int:
    raise AssertionError("nobody begins this")


WORKS = Works((double, fail, think), (VIGIL_THINKING,))


class Local(AtOnce):
    """Counts the searches that the requesting process runs itself."""

    begun = 0

    def begin(self, *args: object, **more: object) -> None:
        self.begun += 1
        super().begin(*args, **more)  # type: ignore[arg-type]


class Asking:
    """A requesting process."""

    def __init__(self, bot: Bot) -> None:
        self.store, self.clock, self.worker = bot.store, EagerClock(), Local()
        self.pool = QueuedPool(bot.store, self.clock, WORKS, LocalPool(lambda: self.worker, HandClock()))

    async def thinkers(self, name: str = "t") -> None:
        """Register a search process as alive."""
        async with self.store.write() as tx:
            await tx.workers.beat(name, "think", "1", self.clock.now() + 10**9)

    async def ask(
        self,
        key: str,
        person: int = 0,
        urgency: Urgency = Urgency.AWAITED,
        n: int = 1,
        *,
        is_shared: bool = False,
    ) -> asyncio.Task[int]:
        """Request a search, and return when the request is stored."""
        await self.clock.move(0.001)
        before = len(await self.waiting())
        asking = self.pool.submit(key, double, n, urgency=urgency, person=person, is_shared=is_shared)
        task = asyncio.ensure_future(asking)
        for _ in range(10_000):
            if len(await self.waiting()) > before:
                return task
            await asyncio.sleep(0.001)
        raise AssertionError("it is not written down")

    async def waiting(self) -> list[bytes]:
        return [
            bytes(row[0])
            for row in await rows(
                self.store, "SELECT task FROM thoughts WHERE task IS NOT NULL ORDER BY asked_at, id"
            )
        ]


@asynccontextmanager
async def thinking(asking: Asking, name: str = "t") -> AsyncGenerator[Thinkers]:
    """A search process."""
    thinkers = Thinkers(asking.store, asking.clock, WORKS, LocalPool(AtOnce, HandClock()), name)
    thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.stop(0)


async def until(is_there: Callable[[], bool]) -> None:
    """Run everything until a condition is true."""
    for _ in range(10_000):
        if is_there():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never comes")


async def take_next(asking: Asking, worker: str = "t") -> int | None:
    """Make a search process take the next search, later than all requests; return the search's number."""
    await asking.clock.move(0.001)
    async with asking.store.write() as tx:
        row = await tx.thoughts.take(worker, asking.clock.now(), asking.clock.now() + LEASE)
    return None if row is None else WORKS.decode(row.work, row.task)[1][0]


async def test_a_search_has_the_same_result_in_another_process(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    match = Match.new(VIGIL, [None, None], "seed")
    seat = min(match.questions)
    arguments = (VIGIL_THINKING, VIGIL.know(match.machine, {seat}), seat, HARD, "seed")
    async with thinking(asking):
        outcome = await asking.pool.submit("match", think, *arguments)
    assert outcome == think(*arguments)
    assert asking.worker.begun == 0


async def test_awaited_searches_come_first_and_people_take_turns(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    requests = [await asking.ask("review", 0, Urgency.WHENEVER, 9)]
    for n in (1, 2, 3):
        requests.append(await asking.ask(f"a{n}", 1, n=n))
    requests.append(await asking.ask("b", 2, Urgency.ASKED, n=4))
    order = [await take_next(asking) for _ in range(6)]
    assert order == [1, 4, 2, 3, 9, None]
    for task in requests:
        task.cancel()
    await asyncio.gather(*requests, return_exceptions=True)


async def test_a_dead_processs_search_is_taken_by_another(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    request = await asking.ask("match", 1, n=21)
    assert await take_next(asking, "dead") == 21
    assert await take_next(asking, "other") is None
    async with asking.store.write() as tx:
        await tx.thoughts.release("dead")
    assert await take_next(asking, "other") == 21, "at once, if it is known to have ended"
    async with thinking(asking):
        assert await request == 42, "and when its lease has expired"


async def test_finished_searches_leave_nothing_and_name_no_one(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    person = 1 << 60
    request = await asking.ask(f"hint {person}", person)
    (row,) = await rows(asking.store, "SELECT key, asker, id FROM thoughts")
    assert str(person) not in " ".join(map(str, row))
    thought = str(row[2])
    assert await take_next(asking, "t") == 1
    async with asking.store.write() as tx:
        await tx.thoughts.finish(thought, "t", WORKS.encode_result(2), "")
        assert await tx.thoughts.end_of(thought) is not None
    assert await asking.waiting() == [], "the arguments are deleted with the result"
    assert await request == 2
    assert await rows(asking.store, "SELECT * FROM thoughts") == []


@pytest.mark.parametrize("how", ["cancel", "newer", "close", "caller"])
async def test_unneeded_searches_are_cancelled(bot: Bot, how: str) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    request, newer = await asking.ask("match", 1), None
    (thought,) = [str(row[0]) for row in await rows(asking.store, "SELECT id FROM thoughts")]
    assert await take_next(asking, "t") == 1
    if how == "newer":
        newer = asyncio.ensure_future(asking.pool.submit("match", double, 5))
    elif how == "caller":
        request.cancel()
    else:
        asking.pool.cancel("match") if how == "cancel" else asking.pool.close()
    with pytest.raises(asyncio.CancelledError if how == "caller" else SearchCancelled):
        await request
    async with asking.store.write() as tx:
        assert not await tx.thoughts.hold(thought, "t", asking.clock.now() + LEASE), (
            "the search process is notified"
        )
    if newer is not None:
        async with thinking(asking):
            assert await newer == 10


async def test_a_long_search_is_interrupted_for_an_awaited_one(bot: Bot) -> None:
    asking, hands = Asking(bot), ByHand()
    await asking.thinkers()
    review = await asking.ask("review", 0, Urgency.WHENEVER, 9)
    thinkers = Thinkers(asking.store, asking.clock, WORKS, LocalPool(lambda: hands, HandClock()), "t")
    thinkers.start()
    await until(lambda: hands.is_busy)
    move = await asking.ask("match", 1, n=4)
    await until(lambda: hands.is_dropped)
    hands.finish()
    await until(lambda: hands.is_busy)
    assert list(hands.begun[-1]) == [4]
    hands.finish()
    assert await move == 8
    await until(lambda: hands.is_busy)
    hands.finish()
    assert await review == 18
    await thinkers.stop(0)


async def test_two_processes_can_share_a_search(bot: Bot) -> None:
    """Each finder of a missing search requested it again, and so did the other, forever: it was never finished."""
    process_1, process_2 = Asking(bot), Asking(bot)
    await process_1.thinkers()
    first = await process_1.ask("match 1 at 5", is_shared=True)
    begun = await take_next(process_1)
    second = asyncio.ensure_future(process_2.pool.submit("match 1 at 5", double, 1, is_shared=True))
    try:
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert begun == 1 and not first.done() and not second.done()
        [(thought,)] = await rows(bot.store, "SELECT id FROM thoughts")
        async with bot.store.write() as tx:
            await tx.thoughts.finish(thought, "t", WORKS.encode_result(2), "")
        assert await first == 2
        # It has read the result, too, or can look at the match again, which has changed.
        [result] = await asyncio.gather(second, return_exceptions=True)
    finally:
        second.cancel()
    assert result == 2 or isinstance(result, SearchCancelled)
    assert await rows(bot.store, "SELECT id FROM thoughts") == []


async def test_failures_and_unknown_requests_are_reported(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    async with thinking(asking):
        with pytest.raises(WorkFailed, match="no idea"):
            await asking.pool.submit("match", fail, 1)
        asking.pool._works = Works((forever,), ())
        with pytest.raises(WorkFailed, match="can't be read"):
            await asking.pool.submit("match", forever, 1)


async def test_without_search_processes_the_bot_searches_itself(bot: Bot) -> None:
    asking = Asking(bot)
    assert await asking.pool.submit("match", double, 4) == 8
    assert asking.worker.begun == 1
    async with asking.store.write() as tx:
        await tx.workers.beat("t", "think", "1", asking.clock.now())
    assert await asking.pool.submit("match", double, 5) == 10, "it dies while being waited for"
    assert asking.worker.begun == 2
    assert await rows(asking.store, "SELECT * FROM thoughts") == []
