"""Time is conserved over absences of the bot: kills, restarts, lost connections, clock jumps, in any order.

The oracle doesn't compute absences: it adds up the quarters of an hour in which the bot was connected and a clock
ran, day by day, and takes back those after the last heartbeat of a killed process.
"""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from bot.clocks import Calendar, TimeControl
from bot.clocks.absence import Absence, extended_deadline, without_absence
from bot.clocks.control import DAY, HOUR
from bot.clocks.seat import SeatClock
from bot.features.time.vacations import Vacations
from bot.platform.clock import SystemClock
from bot.store.about import Everything
from bot.store.clocks import ALIVE, AbsenceLog
from bot.store.match_status import MatchStatus
from bot.store.rows import MatchRow
from bot.time.reach import Reach
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.clocks.test_conserved import FIRST, QUARTER, oracle
from tests.bot.kit import ADA, BO, Bot, HandClock, open_bot

SEQUENCES, LONG = 30, 10_000
PEOPLE = (ADA, BO)
ZONES = ("UTC", "Asia/Kathmandu", "America/New_York", "Pacific/Kiritimati")


class Machine(SystemClock):
    """A machine's clock, controlled by a test."""

    def __init__(self) -> None:
        self.wall = FIRST
        self.steady = 0
        super().__init__(lambda: self.wall, lambda: self.steady)

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def boots(self) -> None:
        """Start another process, which hasn't seen the clock before."""
        self.steady = 0
        self._offset = self.wall


@dataclass
class World:
    """A bot with one match, and the oracle's numbers: the remaining time by seat, and the time used since the last mark."""

    path: Path
    dice: Random
    machine: Machine = field(default_factory=Machine)
    left: list[int] = field(default_factory=lambda: [0, 0])
    spent: list[int] = field(default_factory=lambda: [0, 0])
    connected: bool = False
    answers: bool = True
    match_id: int = 0
    pressed: int = 0
    marked: bool = False

    def __post_init__(self) -> None:
        self.open = AsyncExitStack()

    async def begin(self) -> None:
        """Begin a process on the database."""
        self.machine.boots()
        self.pressed += 1000
        opened = open_bot(self.path, clock=self.machine, pressed=self.pressed)  # type: ignore[arg-type]
        self.bot: Bot = await self.open.enter_async_context(opened)
        self.mark = await self._kept()
        self.reach = Reach(self.bot.store.absences, self.machine, self.mark or "")
        self.machine.on_jump = self.reach.jumped
        self.connected, self.answers = False, True

    async def end(self, *, killed: bool) -> None:
        """End the process. A killed one leaves no mark; the time used since the last one is returned."""
        if not killed:
            await self.beat()
            self.spent = [0, 0]
        await self.open.aclose()
        self.open = AsyncExitStack()
        self.connected = False
        self.left = [remaining + spent for remaining, spent in zip(self.left, self.spent, strict=True)]
        self.spent = [0, 0]

    async def _kept(self) -> str | None:
        async with self.bot.store.read() as store:
            return await store.key_values.of(ALIVE)

    async def row(self) -> MatchRow:
        async with self.bot.store.read() as store:
            row = await store.matches.match(self.match_id)
        assert row is not None
        return row

    async def written(self) -> list[object]:
        """Return the clocks as stored."""
        async with self.bot.store.read() as store:
            sql = "SELECT time_left, since, question FROM clocks WHERE match_id = ? ORDER BY seat"
            return await store.key_values._all(sql, self.match_id)  # type: ignore[attr-defined]

    async def beat(self) -> None:
        """Send a heartbeat."""
        async with self.bot.store.write(Everything()) as tx:
            await tx.key_values.store(ALIVE, self.reach.mark())
        self.marked = True

    async def passes(self, quarters: int) -> None:
        """Advance time, and process due events afterwards."""
        row, before = await self.row(), self.machine.wall
        self.machine.passes(quarters * QUARTER)
        if self.connected and self.answers:
            for number, seat in enumerate(row.seats):
                if seat.clock is None or seat.clock.question is None or row.paused:
                    continue
                start = (
                    before
                    if seat.away_until is None
                    else min(max(before, seat.away_until), self.machine.wall)
                )
                went = oracle(row.control.calendar(seat.home), start, self.machine.wall)
                self.left[number] -= went
                self.spent[number] += went

    async def act(self, what: int) -> None:
        """Perform a random event."""
        row, dice, bot = await self.row(), self.dice, self.bot
        match what:
            case 0 | 1 | 2:
                seat = dice.choice(row.awaited)
                await self.answer(row, seat)
            case 3:
                vacations = Vacations(replace(bot.context, clock=self.machine))
                person = dice.randrange(2)
                if row.seats[person].away_until is not None:
                    await vacations.come_back(PEOPLE[person].id)
                elif (await vacations.of(PEOPLE[person].id))[1] >= DAY:
                    await vacations.leave(PEOPLE[person].id, dice.randrange(4, 96) * QUARTER)
            case 4:
                if row.paused:
                    await bot.match_time.go_on(bot.press(), self.match_id, ADA.id)
                else:
                    await bot.match_time.pause(bot.press(), self.match_id, ADA.id)
                    await bot.match_time.pause(bot.press(), self.match_id, BO.id)
            case 5:
                (self.reach.disconnected if self.connected else self.reach.connected)()
                self.connected = not self.connected
            case 6:
                for _ in range(2):
                    (self.reach.failed if self.answers else self.reach.answered)()
                self.answers = not self.answers
            case 7:
                await self.beat()
            case 8:
                # It is set, and later corrected, or set further wrong.
                self.machine.wall += dice.choice((-300, -40, -1, 1, 40, 300)) * QUARTER
                self.machine.now()
                await self.beat()
            case _:
                await self.end(killed=dice.random() < 0.7)
                # While nothing runs, only real time counts, independent of the clock afterwards.
                self.machine.passes(dice.choice((0, 1, 40, 500)) * QUARTER)
                await self.begin()
                if dice.random() < 0.7:
                    self.reach.connected()
                    self.connected = True

    async def answer(self, row: MatchRow, seat: int) -> None:
        """Give an answer; with a bank, or time per decision, the oracle knows its effect."""
        bot, control = self.bot, row.control
        person = PEOPLE[seat].id
        question = await bot.matches.question(self.match_id, person)
        assert question is not None
        choice = random_choice(question, Chance(str(self.dice.random())))
        await bot.play.answer(bot.press(), self.match_id, person, question.id, choice)
        for number, (old, new) in enumerate(zip(row.seats, (await self.row()).seats, strict=True)):
            assert old.clock is not None and new.clock is not None
            if old.clock.question == new.clock.question:
                continue
            if control.kind == "each":
                self.left[number] = control.time
            elif new.clock.question is None:
                self.left[number] = min(control.cap, max(self.left[number], 0) + control.increment)

    async def live(self) -> None:
        """Play a match through random events, and compare the bot's remaining times with the oracle after each step."""
        dice = self.dice
        await self.begin()
        self.reach.connected()
        self.connected = True
        await self.beat()
        control = dice.choice((
            TimeControl("each", dice.randrange(40, 400) * QUARTER, weekends_off=dice.random() < 0.7),
            TimeControl("bank", 3 * DAY, DAY // 2, 7 * DAY, dice.random() < 0.7),
        ))  # fmt: skip
        for person in PEOPLE:
            await Vacations(replace(self.bot.context, clock=self.machine)).live_in(
                person.id, dice.choice(ZONES)
            )
        self.machine.passes(dice.randrange(1000, 20_000) * QUARTER)
        self.match_id = await self.bot.begin(control=control)
        self.left = [control.time, control.time]
        for _ in range(dice.randrange(6, 14)):
            what = dice.randrange(11)
            if not await self.step(self.act(what)) or not await self.step(
                self.passes(dice.choice((0, 1, 3, 40, 96, 200)))
            ):
                break
        await self.open.aclose()

    async def step(self, happens: Awaitable[None]) -> bool:
        """Perform an event, and compare the bot's remaining times with the oracle; return whether the match goes on."""
        before, mark, self.marked = await self.written(), await self._kept(), False
        await happens
        await self.bot.ring()
        row, now = await self.row(), self.machine.now()
        if row.status is not MatchStatus.PLAYING:
            return False
        expected = [oracle_left(row, number, now) for number in range(2)]
        assert expected == self.left
        after, is_marked = await self.written(), self.marked or mark != await self._kept()
        for number, seat in enumerate(row.seats):
            if is_marked:
                self.spent[number] = 0
            elif before[number] != after[number]:
                # Late events, such as a vacation's end, have been processed since then.
                assert seat.clock is not None
                self.spent[number] = min(self.spent[number], seat.clock.left - expected[number])
        return True


def oracle_left(row: MatchRow, number: int, now: int) -> int:
    """Return a clock's remaining time, by weekdays."""
    seat = row.seats[number]
    assert seat.clock is not None
    if seat.clock.since is None:
        return seat.clock.left
    return seat.clock.left - oracle(row.control.calendar(seat.home), seat.clock.since, now)


async def test_clocks_lose_nothing_in_any_sequence(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """30 random sequences; with `--long`, 10,000, which takes a quarter of an hour (with `-o faulthandler_timeout=0`)."""
    for number in range(LONG if request.config.getoption("--long") else SEQUENCES):
        with TemporaryDirectory(dir=tmp_path) as folder:
            try:
                await World(Path(folder) / "bot.sqlite3", Random(f"absences {number}")).live()
            except AssertionError as error:
                raise AssertionError(f"sequence {number}") from error


def test_an_absence_of_one_shard_concerns_its_servers() -> None:
    guild = 5 << 22
    assert Absence(0, 1).concerns(guild) and Absence(0, 1).concerns(None)
    assert [shard for shard in range(3) if Absence(0, 1, shard, 3).concerns(guild)] == [2]
    assert Absence(0, 1, 0, 3).concerns(None), "direct messages belong to the first shard"


async def test_each_shard_has_separate_absences() -> None:
    clock, log = HandClock(), AbsenceLog()
    reach, start = Reach(log, clock, str(clock.now() - HOUR)), clock.now()
    reach.count(2)
    reach.connected(0)
    await clock.move(60)
    reach.connected(1)
    assert log.new == [Absence(start - HOUR, start, 0, 2), Absence(start - HOUR, start + 60_000, 1, 2)]
    log.write()
    reach.disconnected(1, silent_for=20_000)
    assert reach.mark() == f"{clock.now()},{clock.now() - 20_000}"
    await clock.move(60)
    assert log.since(2, 5 << 22) == [Absence(start + 40_000, start + 120_000, 1, 2)], "it lasts"
    assert log.since(2, 4 << 22) == []
    # Requests fail as well, and both must be over.
    reach.failed()
    reach.failed()
    reach.connected(1)
    await clock.move(60)
    reach.answered()
    assert log.new == [
        Absence(start + 120_000, start + 180_000, 0, 2), Absence(start + 40_000, start + 180_000, 1, 2)
    ]  # fmt: skip


def test_one_failed_request_is_not_an_absence() -> None:
    log = AbsenceLog()
    reach = Reach(log, HandClock())
    reach.connected()
    for _ in range(3):
        reach.failed()
        assert reach.is_answered
        reach.answered()
    assert log.new == []


def test_a_deadline_moves_by_earlier_absences_only() -> None:
    day = Absence(100, 200)
    assert extended_deadline(150, 0, day) == 250
    assert extended_deadline(100, 0, day) == 100, "it had ended before"
    assert extended_deadline(400, 150, day) == 450, "it counts from within the absence"
    assert extended_deadline(400, 300, day) == 400
    assert extended_deadline(400, 0, Absence(200, 100)) == 300


def test_a_stopped_clock_gets_nothing() -> None:
    still = SeatClock(50, None, 1)
    assert without_absence(still, Calendar(), Absence(100, 200)) is still


async def test_absences_are_written_with_the_transaction_or_not_at_all(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        reach = Reach(bot.store.absences, bot.clock, str(bot.clock.now() - HOUR))
        reach.connected()
        with pytest.raises(ZeroDivisionError):
            async with bot.store.write(Everything()):
                raise ZeroDivisionError
        assert len(bot.store.absences.new) == 1
        async with bot.store.write(Everything()):
            pass
        assert bot.store.absences.new == []
        async with bot.store.read() as store:
            assert await store.absences.last_told(None) == Absence(bot.clock.now() - HOUR, bot.clock.now())
            assert await store.key_values.of(ALIVE) == str(bot.clock.now())
