"""A deploy over the gateway: two sessions at once, and every press is answered by one of them."""

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
    """A process that answers, by its handover alone. Discord's clock is `ahead` of its own by that many milliseconds."""

    ahead = 0

    def __init__(self, store: Store, clock: HandClock, name: str) -> None:
        self.store, self.clock, self.name = store, clock, name
        self.handover = Handover(store, clock, name, lambda: clock.now() + self.ahead)

    async def begin(self, beside: Process | None = None) -> None:
        """Begin; meanwhile the one that answers looks at it now and then, if it is there."""
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
        """End; nobody else has noticed so far if it was killed, as here its sign of life is still there."""
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


async def test_who_is_alone_answers_at_once(start: Start, clock: HandClock) -> None:
    one = await start("one")
    await one.begin()
    assert one.answers(clock.now()) and one.answers(0)
    await one.die()
    two = await start("two")
    await two.begin()
    assert two.answers(clock.now()), "the one before has ended, and took leave"


@pytest.mark.both_stores
@pytest.mark.parametrize("ahead", [0, 120_000, -120_000])
async def test_every_interaction_is_for_one_of_two(
    start: Start, clock: HandClock, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "ahead", ahead)
    old, new = await start("old"), await start("new")
    await old.begin()
    await new.begin(old)
    assert old.answers(clock.now() + ahead) and not new.answers(clock.now() + ahead + 60_000), (
        "it is not ready"
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


def test_the_time_of_discord_is_read_from_the_dates_of_its_answers(clock: HandClock) -> None:
    time = DiscordTime(clock)
    for ahead, read in ((0, 0), (1_000, 0), (120_000, 120_000), (-120_000, -120_000), (0, 0)):
        date = format_datetime(datetime.fromtimestamp((clock.now() + ahead) // 1000, UTC), usegmt=True)
        time.heard("Thu, 01 Jan 1970 00:00:00 GMT", clock.now() - 10_000)
        time.heard(date, clock.now() - 200)
        assert abs(time.now() - clock.now() - read) <= 600
    time.heard("", clock.now()), time.heard("yesterday", clock.now())
    assert time.now() == clock.now()


async def test_a_process_that_hangs_is_not_waited_for(start: Start, clock: HandClock) -> None:
    """Killed on another machine, or hanging: it is still known to live, and gives no sign."""
    old, new = await start("old"), await start("new")
    await old.begin()
    before = clock.now()
    await new.begin()
    assert clock.now() - before == PATIENCE
    assert new.answers(before) and new.answers(clock.now())
    await new.step(is_ready=False)
    assert old.answers(clock.now()), "perhaps it does, and the new one is not connected yet"
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


async def test_the_old_one_ends_before_the_new_one_is_ready(start: Start, clock: HandClock) -> None:
    old, new = await start("old"), await start("new")
    await old.begin()
    await new.begin(old)
    await old.die()
    await new.step(is_ready=False)
    assert new.answers(clock.now())


async def test_a_new_one_that_dies_changes_nothing(start: Start, clock: HandClock) -> None:
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
    assert not new.answers(clock.now() + AHEAD), "another one has taken its place"


# -- with the real bot, at a table


class TableTime(RoundClock):
    """The bot's time, by which the table's goes, too."""

    def __init__(self, table: TableClock) -> None:
        super().__init__()
        self.table = table

    async def move(self, seconds: float) -> None:
        self.table.advance(seconds)
        await super().move(seconds)


@pytest.mark.sqlite
async def test_nobody_notices_a_deploy(tmp_path: Path) -> None:
    """Two bots on one database and one shard: each press is answered once, and the old bot ends by itself.

    The clock of their machine is two minutes ahead of Discord's.
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
        assert not rehearsed, "no one answers meanwhile"
        starting = asyncio.create_task(lobby.start())
        pressed: list[InteractionOutcome] = []
        ada = Actor(table, "Ada")
        while not old.task.done():
            pressed.append(await ada.slash("help"))
            await lobby.clock.move(0.25)
            # What is asked of the database takes its time, too.
            for _ in range(2):
                async with aiosqlite.connect(lobby.file) as database:
                    await database.execute_fetchall("SELECT count(*) FROM facts")
        new = await starting
        assert table.gateway.connected == 1
        assert rehearsed == [1], "the old one answers while the new one, not yet connected, rehearses"
        pressed.append(await ada.slash("help"))
        await new.end()
        assert not [one for one in pressed if one.failed]
        answers = [call for call in table.record.calls if call.template.endswith("/callback")]
        assert {call.status for call in answers} == {200}, "none is answered twice"
        assert len(answers) == len(pressed) > 10
    await table.stop()
    table.check()
