"""Absences with several processes on one database: there is none while one of them is connected."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.clocks.absence import Absence
from bot.store import Store, open_store
from bot.store.about import Everything
from bot.store.clocks import ALIVE, UNMARKED
from bot.time.reach import Reach, follow_marks
from tests.bot.kit import HandClock, lay_out
from tests.bot.stores import STORES

pytestmark = pytest.mark.both_stores


class Process:
    """A process that tracks absences. It `answers` people, or only follows the processes that do."""

    def __init__(self, store: Store, clock: HandClock, mark: str, *, answers: bool) -> None:
        self.store, self.clock = store, clock
        store.absences.is_shared = True
        self.reach = Reach(store.absences, clock, mark, records=answers)

    async def mark(self) -> None:
        """Send a heartbeat, like answering processes every ten seconds."""
        async with self.store.write(Everything()) as tx:
            await tx.key_values.store(ALIVE, self.reach.mark())

    async def follow(self) -> None:
        await follow_marks(self.reach, self.store, self.clock.now())

    def since(self) -> list[Absence]:
        return self.store.absences.since(0, None)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@asynccontextmanager
async def process(path: Path, clock: HandClock, *, answers: bool = True) -> AsyncGenerator[Process]:
    if STORES.server is None:
        await lay_out(path)
    store = await open_store(STORES.at(path))
    async with store.read() as reading:
        mark = await reading.key_values.of(ALIVE) or ""
    process_ = Process(store, clock, mark, answers=answers)
    if answers:
        process_.reach.connected()
        await process_.mark()
    else:
        await process_.follow()
    yield process_
    await store.close()


async def test_a_process_joining_others_was_not_missed(tmp_path: Path, clock: HandClock) -> None:
    file = tmp_path / "bot.sqlite3"
    async with process(file, clock) as first:
        await clock.move(9)
        async with process(file, clock) as second:
            assert first.since() == second.since() == []
            first.reach.disconnected()
            await clock.move(3600)
            await second.mark()
            first.reach.connected()
            await first.mark()
            assert first.since() == [], "the other process was there"


async def test_after_a_common_absence_the_time_is_returned_once(tmp_path: Path, clock: HandClock) -> None:
    """All answering processes end and two start: one of them stores the absence, the others read it."""
    file = tmp_path / "bot.sqlite3"
    async with process(file, clock) as first:
        ended_at = clock.now()
        async with process(file, clock, answers=False) as delivering:
            assert delivering.since() == []
            await clock.move(UNMARKED / 1000 - 1)
            await delivering.follow()
            assert delivering.since() == [], "marks are written from time to time"
            await clock.move(1)
            await delivering.follow()
            await clock.move(3600)
            back = clock.now()
            assert delivering.since() == [Absence(ended_at, back)], "due events wait"
            async with process(file, clock) as second, process(file, clock) as third:
                await delivering.follow()
                first.reach.disconnected(silent_for=back - ended_at)
                first.reach.connected()
                await first.mark()
                for each in (second, third, delivering, first):
                    assert each.since() == [Absence(ended_at, back)]
                    assert each.store.absences.last == 1
