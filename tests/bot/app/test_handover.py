"""A deployment over the gateway: two sessions at once, and every press is answered by one of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import aiosqlite
import pytest

from bot.app.handover import AHEAD, LOOK, PATIENCE, Handover
from bot.discord.request_trace import DiscordTime
from bot.local_discord.clock import TableClock
from bot.local_discord.connect import connected
from bot.local_discord.server import LocalTable
from bot.store import Store, open_store
from tests.bot.discord.clocks import RoundClock
from tests.bot.discord.kit import Room
from tests.bot.kit import HandClock, lay_out
from tests.bot.local_discord.oracle import watch
from tests.bot.stores import STORES
from tests.games.registry import parlour
from tests.table.actor import Actor, InteractionOutcome

EPOCH = 1_420_070_400_000


class Process:
    """A process that answers, reduced to its handover.

    Discord's clock is `ahead` of the process's clock by that many milliseconds.
    """

    ahead = 0

    def __init__(self, store: Store, clock: HandClock, name: str) -> None:
        self.store, self.clock, self.name = store, clock, name
        self.handover = Handover(store, clock, name, lambda: clock.now() + self.ahead)

    async def begin(self, beside: Process | None = None) -> None:
        """Start while the process that answers, if any, checks for new processes."""
        async with self.store.write() as tx:
            await tx.workers.beat(self.name, "run", "1", self.clock.now())
        beginning = asyncio.create_task(self.handover.begin())
        while not beginning.done():
            asleep = asyncio.create_task(self.clock.asleep.wait())
            await asyncio.wait([beginning, asleep], return_when=asyncio.FIRST_COMPLETED)
            asleep.cancel()
            if not beginning.done():
                if beside is not None:
                    await beside.step()
                await self.clock.move(LOOK / 4000)

    async def step(self, *, is_ready: bool = True) -> None:
        await self.handover.step(is_ready=is_ready)

    async def die(self) -> None:
        """End. As after a kill, no one has noticed yet: its heartbeat is still stored."""
        async with self.store.write() as tx:
            await tx.workers.forget(self.name)

    def answers(self, at: int) -> bool:
        return self.handover.is_ours((at - EPOCH) << 22)


Start = Callable[[str], Awaitable[Process]]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def start(tmp_path: Path, clock: HandClock) -> AsyncGenerator[Start]:
    stores: list[Store] = []
    if STORES.server is None:
        await lay_out(tmp_path / "bot.sqlite3")

    async def process(name: str) -> Process:
        stores.append(await open_store(STORES.at(tmp_path / "bot.sqlite3")))
        return Process(stores[-1], clock, name)

    yield process
    for store in stores:
        await store.close()


async def test_a_single_process_answers_at_once(start: Start, clock: HandClock) -> None:
    process = await start("one")
    await process.begin()
    assert process.answers(clock.now()) and process.answers(0)
    await process.die()
    two = await start("two")
    await two.begin()
    assert two.answers(clock.now()), "the previous process has ended in order"


@pytest.mark.both_stores
@pytest.mark.parametrize("ahead", [0, 120_000, -120_000])
async def test_every_interaction_belongs_to_one_of_two(
    start: Start, clock: HandClock, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "ahead", ahead)
    old, new = await start("old"), await start("new")
    await old.begin()
    await new.begin(old)
    assert old.answers(clock.now() + ahead) and not new.answers(clock.now() + ahead + 60_000), (
        "the new process isn't ready"
    )
    await new.step(is_ready=False)
    await clock.move(60)
    await new.step()
    await old.step()
    moment = clock.now() + ahead + AHEAD
    for at in (clock.now() + ahead, moment - 1, moment, moment + 60_000):
        assert (old.answers(at), new.answers(at)) == (at < moment, at >= moment)
    assert not old.handover.is_over
    await clock.move(AHEAD / 1000)
    assert old.handover.is_over and not new.handover.is_over
    await new.step()
    third = await start("third")
    await third.begin(new)
    assert new.answers(clock.now() + ahead) and not third.answers(clock.now() + ahead)


def test_discords_time_is_read_from_response_dates(clock: HandClock) -> None:
    time = DiscordTime(clock)
    for ahead, read in ((0, 0), (1_000, 0), (120_000, 120_000), (-120_000, -120_000), (0, 0)):
        date = format_datetime(datetime.fromtimestamp((clock.now() + ahead) // 1000, UTC), usegmt=True)
        time.heard("Thu, 01 Jan 1970 00:00:00 GMT", clock.now() - 10_000)
        time.heard(date, clock.now() - 200)
        assert abs(time.now() - clock.now() - read) <= 600
    time.heard("", clock.now()), time.heard("yesterday", clock.now())
    assert time.now() == clock.now()


async def test_a_hanging_process_is_not_waited_for(start: Start, clock: HandClock) -> None:
    """It was killed on another machine, or hangs: it counts as alive, but doesn't respond."""
    old, new = await start("old"), await start("new")
    await old.begin()
    before = clock.now()
    await new.begin()
    assert clock.now() - before == PATIENCE
    assert new.answers(before) and new.answers(clock.now())
    await new.step(is_ready=False)
    assert old.answers(clock.now()), "it may still answer, and the new process isn't connected yet"
    await new.step()
    await old.step()
    assert new.answers(clock.now()) and not old.answers(clock.now()), "it has come back too late"


async def test_a_process_that_comes_back_in_time_hands_over(start: Start, clock: HandClock) -> None:
    old, new = await start("old"), await start("new")
    await old.begin()
    await new.begin()
    await old.step()
    await new.step()
    await old.step()
    moment = clock.now() + AHEAD
    assert old.answers(moment - 1) and not new.answers(moment - 1) and new.answers(moment)


async def test_the_old_process_ends_before_the_new_one_is_ready(start: Start, clock: HandClock) -> None:
    old, new = await start("old"), await start("new")
    await old.begin()
    await new.begin(old)
    await old.die()
    await new.step(is_ready=False)
    assert new.answers(clock.now())


async def test_a_new_process_that_dies_changes_nothing(start: Start, clock: HandClock) -> None:
    old, new, again = [await start(name) for name in ("old", "new", "again")]
    await old.begin()
    await new.begin(old)
    await old.step()
    await new.die()
    await clock.move(60)
    await old.step()
    assert old.answers(clock.now())
    await again.begin(old)
    await again.step()
    await old.step()
    assert old.answers(clock.now()) and again.answers(clock.now() + AHEAD)
    await new.step()
    assert not new.answers(clock.now() + AHEAD), "another process has replaced it"


# -- with the real bot, at a table


class TableTime(RoundClock):
    """The bot's time, which also drives the table's clock."""

    def __init__(self, table: TableClock) -> None:
        super().__init__()
        self.table = table

    async def move(self, seconds: float) -> None:
        self.table.advance(seconds)
        await super().move(seconds)


@pytest.mark.sqlite
async def test_a_deployment_is_invisible(tmp_path: Path) -> None:
    """Two bots on one database and one shard: each press is answered once, and the old bot ends by itself.

    Their machine's clock is two minutes ahead of Discord's.
    """
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=HandClock().now() - 120_000)
    table = LocalTable(clock=TableClock(time, running=False))
    watch(table)
    await table.start()
    with connected(table.address, table.token):
        lobby = Room(table, tmp_path / "bot.sqlite3", parlour(), clock=TableTime(table.clock))
        rehearsed: list[int] = []

        async def rehearse() -> None:
            rehearsed.append(table.gateway.connected)

        lobby.rehearse = rehearse
        old = await lobby.begin()
        assert not rehearsed, "no process answers in between"
        starting = asyncio.create_task(lobby.start())
        pressed: list[InteractionOutcome] = []
        ada = Actor(table, "Ada")
        while not old.task.done():
            pressed.append(await ada.slash("help"))
            await lobby.clock.move(0.25)
            # Database statements take time, too.
            for _ in range(2):
                async with aiosqlite.connect(lobby.file) as database:
                    await database.execute_fetchall("SELECT count(*) FROM facts")
        new = await starting
        assert table.gateway.connected == 1
        assert rehearsed == [1], "the old process answers while the new one warms up without a connection"
        pressed.append(await ada.slash("help"))
        await new.end()
        assert not [outcome for outcome in pressed if outcome.failed]
        answers = [call for call in table.record.calls if call.template.endswith("/callback")]
        assert {call.status for call in answers} == {200}, "no press is answered twice"
        assert len(answers) == len(pressed) > 10
    await table.stop()
    table.check()
