"""Absences where several processes answer people on one database: nobody is away while one of them is there."""

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
    """What a process knows of absences. It `answers` people, or only follows those that do."""

    def __init__(self, store: Store, clock: HandClock, mark: str, *, answers: bool) -> None:
        self.store, self.clock = store, clock
        store.absences.is_shared = True
        self.reach = Reach(store.absences, clock, mark, records=answers)

    async def mark(self) -> None:
        """Give a sign of life, as processes that answer do every ten seconds."""
        async with self.store.write(Everything()) as tx:
            await tx.facts.store(ALIVE, self.reach.mark())

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
        mark = await reading.facts.of(ALIVE) or ""
    made = Process(store, clock, mark, answers=answers)
    if answers:
        made.reach.connected()
        await made.mark()
    else:
        await made.follow()
    yield made
    await store.close()


async def test_who_comes_to_others_that_answer_has_not_been_missed(tmp_path: Path, clock: HandClock) -> None:
    file = tmp_path / "bot.sqlite3"
    async with process(file, clock) as one:
        await clock.move(9)
        async with process(file, clock) as other:
            assert one.since() == other.since() == []
            one.reach.disconnected()
            await clock.move(3600)
            await other.mark()
            one.reach.connected()
            await one.mark()
            assert one.since() == [], "the other one was there"


async def test_when_all_are_back_the_time_is_given_back_once(tmp_path: Path, clock: HandClock) -> None:
    """All answering processes end, two begin again: one of them writes the absence down, the others learn of it."""
    file = tmp_path / "bot.sqlite3"
    async with process(file, clock) as first:
        gone = clock.now()
        async with process(file, clock, answers=False) as delivering:
            assert delivering.since() == []
            await clock.move(UNMARKED / 1000 - 1)
            await delivering.follow()
            assert delivering.since() == [], "marks come now and then"
            await clock.move(1)
            await delivering.follow()
            await clock.move(3600)
            back = clock.now()
            assert delivering.since() == [Absence(gone, back)], "time stands still for what falls due"
            async with process(file, clock) as one, process(file, clock) as other:
                await delivering.follow()
                first.reach.disconnected(silent_for=back - gone)
                first.reach.connected()
                await first.mark()
                for each in (one, other, delivering, first):
                    assert each.since() == [Absence(gone, back)]
                    assert each.store.absences.last == 1
