"""A clock that jumps: the jump is noticed, and no player gains or loses time by it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app.features import handlers_of_matches
from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import TimeNotUp
from bot.platform.clock import JUMP, SystemClock
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.time.alarms import Alarms
from bot.time.reach import Reach
from tests.bot.kit import ADA, Bot, open_bot

START = 1_800_000_000_000


@dataclass
class Times:
    """The two clocks of a machine."""

    wall: int = START
    steady: int = 77_000

    def clock(self) -> SystemClock:
        return SystemClock(lambda: self.wall, lambda: self.steady)

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds


def test_passing_time_is_not_a_clock_jump() -> None:
    times = Times()
    clock, jumps = times.clock(), list[tuple[int, int]]()
    clock.on_jump = lambda expected, now: jumps.append((expected, now))
    for _ in range(400):
        times.passes(DAY)
        # Clocks are adjusted slightly all the time.
        times.wall += JUMP // 2
        assert clock.now() == times.wall
    assert jumps == []


def test_every_jump_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    times = Times()
    clock, jumps = times.clock(), list[tuple[int, int]]()
    clock.on_jump = lambda expected, now: jumps.append((expected, now))
    times.passes(HOUR)
    times.wall += DAY
    assert clock.now() == clock.now() == START + HOUR + DAY
    times.passes(HOUR)
    times.wall -= 2 * DAY
    assert clock.now() == START + 2 * HOUR - DAY
    assert jumps == [
        (START + HOUR, START + HOUR + DAY),
        (START + 2 * HOUR + DAY, START + 2 * HOUR - DAY),
    ]


async def rated(bot: Bot) -> int:
    return await bot.begin(control=TimeControl("each", DAY), rated=True)


def alarms(bot: Bot, clock: SystemClock) -> Alarms:
    rings = handlers_of_matches(bot.context, bot.practising.think)
    return Alarms(bot.store, rings, clock, asyncio.Event(), bot.bell.set)


async def standing(bot: Bot, match_id: int) -> MatchStatus:
    return (await bot.matches.table(match_id)).status


@pytest.mark.parametrize("jump", [2 * DAY, -2 * DAY])
async def test_a_clock_jump_of_days_ends_no_match(tmp_path: Path, jump: int) -> None:
    times = Times()
    clock = times.clock()
    async with open_bot(tmp_path / "bot.sqlite3", clock=clock) as bot:  # type: ignore[arg-type]
        reach = Reach(bot.store.absences, clock)
        reach.connected()
        clock.on_jump = reach.jumped
        match_id = await rated(bot)
        times.passes(HOUR)
        times.wall += jump
        assert clock.now() == times.wall
        # Like at the next heartbeat.
        async with bot.store.write(Everything()):
            pass
        sleeper = alarms(bot, clock)
        await sleeper.run_due()
        assert await standing(bot, match_id) is MatchStatus.PLAYING
        with pytest.raises(TimeNotUp):
            await bot.play.claim(bot.press(), match_id, ADA.id)
        assert (await bot.matches.table(match_id)).times[0].due_at == times.wall + 23 * HOUR
        times.passes(23 * HOUR - 1)
        await sleeper.run_due()
        assert await standing(bot, match_id) is MatchStatus.PLAYING
        times.passes(1)
        await sleeper.run_due()
        assert await standing(bot, match_id) is MatchStatus.OVER


async def test_real_time_ends_it_at_once(tmp_path: Path) -> None:
    times = Times()
    clock = times.clock()
    async with open_bot(tmp_path / "bot.sqlite3", clock=clock) as bot:  # type: ignore[arg-type]
        match_id = await rated(bot)
        times.passes(2 * DAY)
        await alarms(bot, clock).run_due()
        assert await standing(bot, match_id) is MatchStatus.OVER
