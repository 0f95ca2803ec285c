"""Searches by other processes: whose turn it is, the fate of what nobody wants, and who takes over from the dead."""

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
    """A clock on which time passes as soon as nobody has anything else to do."""

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
    """Counts what the process that asks has to do itself."""

    begun = 0

    def begin(self, *given: object, **more: object) -> None:
        self.begun += 1
        super().begin(*given, **more)  # type: ignore[arg-type]


class Asking:
    """A process that asks."""

    def __init__(self, bot: Bot) -> None:
        self.store, self.clock, self.worker = bot.store, EagerClock(), Local()
        self.pool = QueuedPool(bot.store, self.clock, WORKS, LocalPool(lambda: self.worker, HandClock()))

    async def thinkers(self, name: str = "t") -> None:
        """Say that a process that thinks lives."""
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
        """Ask for something, and return when that is written down."""
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
    """A process that thinks."""
    thinkers = Thinkers(asking.store, asking.clock, WORKS, LocalPool(AtOnce, HandClock()), name)
    thinkers.start()
    try:
        yield thinkers
    finally:
        await thinkers.stop(0)


async def until(is_there: Callable[[], bool]) -> None:
    """Let everything go on until something is there."""
    for _ in range(10_000):
        if is_there():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it never comes")


async def taken(asking: Asking, worker: str = "t") -> int | None:
    """Let a process that thinks take the next search, later than all are asked for; return the number that it is given."""
    await asking.clock.move(0.001)
    async with asking.store.write() as tx:
        row = await tx.thoughts.take(worker, asking.clock.now(), asking.clock.now() + LEASE)
    return None if row is None else WORKS.decode(row.work, row.task)[1][0]


async def test_a_search_comes_to_the_same_in_another_process(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    match = Match.new(VIGIL, [None, None], "seed")
    seat = min(match.questions)
    given = (VIGIL_THINKING, VIGIL.know(match.machine, {seat}), seat, HARD, "seed")
    async with thinking(asking):
        found = await asking.pool.submit("match", think, *given)
    assert found == think(*given)
    assert asking.worker.begun == 0


async def test_what_a_person_waits_for_comes_first_and_people_take_turns(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    asked = [await asking.ask("review", 0, Urgency.WHENEVER, 9)]
    for n in (1, 2, 3):
        asked.append(await asking.ask(f"a{n}", 1, n=n))
    asked.append(await asking.ask("b", 2, Urgency.ASKED, n=4))
    order = [await taken(asking) for _ in range(6)]
    assert order == [1, 4, 2, 3, 9, None]
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


async def test_what_a_dead_process_had_taken_is_taken_by_another(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    asked = await asking.ask("match", 1, n=21)
    assert await taken(asking, "dead") == 21
    assert await taken(asking, "other") is None
    async with asking.store.write() as tx:
        await tx.thoughts.release("dead")
    assert await taken(asking, "other") == 21, "at once, when it is known to be gone"
    async with thinking(asking):
        assert await asked == 42, "and when its lease has run out"


async def test_nothing_is_left_of_a_search_and_nobody_is_named(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    person = 1 << 60
    asked = await asking.ask(f"hint {person}", person)
    (row,) = await rows(asking.store, "SELECT key, asker, id FROM thoughts")
    assert str(person) not in " ".join(map(str, row))
    thought = str(row[2])
    assert await taken(asking, "t") == 1
    async with asking.store.write() as tx:
        await tx.thoughts.finish(thought, "t", WORKS.encode_result(2), "")
        assert await tx.thoughts.end_of(thought) is not None
    assert await asking.waiting() == [], "what was given is deleted with the result"
    assert await asked == 2
    assert await rows(asking.store, "SELECT * FROM thoughts") == []


@pytest.mark.parametrize("how", ["cancel", "newer", "close", "caller"])
async def test_what_nobody_wants_is_given_up(bot: Bot, how: str) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    asked, newer = await asking.ask("match", 1), None
    (thought,) = [str(row[0]) for row in await rows(asking.store, "SELECT id FROM thoughts")]
    assert await taken(asking, "t") == 1
    if how == "newer":
        newer = asyncio.ensure_future(asking.pool.submit("match", double, 5))
    elif how == "caller":
        asked.cancel()
    else:
        asking.pool.cancel("match") if how == "cancel" else asking.pool.close()
    with pytest.raises(asyncio.CancelledError if how == "caller" else SearchCancelled):
        await asked
    async with asking.store.write() as tx:
        assert not await tx.thoughts.hold(thought, "t", asking.clock.now() + LEASE), "who thinks hears of it"
    if newer is not None:
        async with thinking(asking):
            assert await newer == 10


async def test_a_long_search_is_interrupted_for_what_a_person_waits_for(bot: Bot) -> None:
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


async def test_two_processes_that_want_the_same_do_not_end_each_others_search(bot: Bot) -> None:
    """One who finds the search gone asks again, and so did the other, for ever: the search never came to its end."""
    one, other = Asking(bot), Asking(bot)
    await one.thinkers()
    first = await one.ask("match 1 at 5", is_shared=True)
    begun = await taken(one)
    second = asyncio.ensure_future(other.pool.submit("match 1 at 5", double, 1, is_shared=True))
    try:
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert begun == 1 and not first.done() and not second.done()
        [(thought,)] = await rows(bot.store, "SELECT id FROM thoughts")
        async with bot.store.write() as tx:
            await tx.thoughts.finish(thought, "t", WORKS.encode_result(2), "")
        assert await first == 2
        # It has read the result, too, or may look at the match again, which has gone on.
        [found] = await asyncio.gather(second, return_exceptions=True)
    finally:
        second.cancel()
    assert found == 2 or isinstance(found, SearchCancelled)
    assert await rows(bot.store, "SELECT id FROM thoughts") == []


async def test_a_failure_and_what_another_version_asks_for_are_said(bot: Bot) -> None:
    asking = Asking(bot)
    await asking.thinkers()
    async with thinking(asking):
        with pytest.raises(WorkFailed, match="no idea"):
            await asking.pool.submit("match", fail, 1)
        asking.pool._works = Works((forever,), ())
        with pytest.raises(WorkFailed, match="can't be read"):
            await asking.pool.submit("match", forever, 1)


async def test_where_nobody_else_thinks_the_process_does_it_itself(bot: Bot) -> None:
    asking = Asking(bot)
    assert await asking.pool.submit("match", double, 4) == 8
    assert asking.worker.begun == 1
    async with asking.store.write() as tx:
        await tx.workers.beat("t", "think", "1", asking.clock.now())
    assert await asking.pool.submit("match", double, 5) == 10, "it dies while it is waited for"
    assert asking.worker.begun == 2
    assert await rows(asking.store, "SELECT * FROM thoughts") == []
