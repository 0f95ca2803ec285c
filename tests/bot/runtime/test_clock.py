"""A clock that jumps: it is noticed, and for a while nobody loses by it what can't be given back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import TimeNotUp
from bot.games.playable import Games
from bot.host.alarm_kinds import kinds
from bot.match.endings import Endings
from bot.runtime.clock import ABSENCE, JUMP, PATIENCE, SystemClock, surely
from bot.store.standing import Standing
from bot.time.alarms import Alarms
from tests.bot.kit import ADA, Bot, HandClock, lanterns, open_bot

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


def test_time_that_passes_is_believed() -> None:
    times = Times()
    clock = times.clock()
    for _ in range(400):
        times.passes(DAY)
        # Clocks are set by a little all the time.
        times.wall += JUMP // 2
        assert clock.surely() == clock.now() == times.wall


def test_a_jump_ahead_is_doubted_for_a_while() -> None:
    times = Times()
    clock = times.clock()
    times.passes(HOUR)
    times.wall += DAY
    assert clock.now() == times.wall
    assert clock.surely() == times.wall - DAY
    times.passes(PATIENCE - 1)
    assert clock.surely() == times.wall - DAY
    times.passes(1)
    assert clock.surely() == times.wall


def test_what_has_been_set_right_is_doubted_no_more() -> None:
    times = Times()
    clock = times.clock()
    times.wall += DAY
    assert clock.surely() == START
    times.passes(60_000)
    times.wall -= DAY
    assert clock.surely() == clock.now() == START + 60_000
    times.wall -= DAY
    assert clock.surely() == clock.now() == START + 60_000 - DAY


def test_two_jumps_are_doubted_together() -> None:
    times = Times()
    clock = times.clock()
    times.wall += DAY
    assert clock.surely() == START
    times.passes(PATIENCE // 2)
    times.wall += DAY
    assert clock.surely() == START + PATIENCE // 2
    times.passes(PATIENCE - 1)
    assert clock.surely() < times.wall
    times.passes(1)
    assert clock.surely() == times.wall


def test_a_restart_after_a_long_absence_is_doubted_as_well() -> None:
    times = Times()
    soon = times.clock()
    soon.heard_last(START - ABSENCE + 1)
    assert soon.surely() == START
    late = times.clock()
    late.heard_last(START - 3 * DAY)
    assert late.surely() == START - 3 * DAY
    back = times.clock()
    back.heard_last(START + DAY)
    assert back.surely() == START


def test_a_clock_that_can_not_jump_is_believed() -> None:
    assert surely(HandClock()) == HandClock().now()


async def rated(bot: Bot) -> int:
    return await bot.begin(control=TimeControl("each", DAY), rated=True)


def alarms(bot: Bot, clock: SystemClock) -> Alarms:
    rings = kinds(bot.matches._games, bot.quick, bot.lot, bot.practising.think, clock.surely)
    return Alarms(bot.store, rings, clock, asyncio.Event(), bot.bell.set)


async def standing(bot: Bot, match_id: int) -> Standing:
    return (await bot.matches.table(match_id)).standing


@pytest.mark.parametrize("how", ["jump", "restart"])
async def test_a_day_that_never_was_ends_no_match(tmp_path: Path, how: str) -> None:
    times = Times()
    clock = times.clock()
    async with open_bot(tmp_path / "bot.sqlite3", clock=clock) as bot:  # type: ignore[arg-type]
        match_id = await rated(bot)
        if how == "jump":
            times.wall += 2 * DAY
        else:
            times.passes(2 * DAY)
            times.steady = 5
            clock._offset = times.wall - times.steady
            clock.heard_last(START)
        sleeper = alarms(bot, clock)
        await sleeper.ring()
        assert await standing(bot, match_id) is Standing.PLAYING
        # Nor does it by what somebody does meanwhile: not by answering, by claiming, or by an offer.
        with pytest.raises(TimeNotUp):
            await bot.matches.claim(bot.press(), match_id, ADA.id)
        ends = Endings(bot.store, Games.of(lanterns()), clock, wake=bot.bell.set, quick=bot.quick)
        await ends.draw(bot.press(), match_id, ADA.id, agree=True)
        question = await bot.matches.question(match_id, ADA.id)
        assert question is not None
        await bot.matches.answer(bot.press(), match_id, ADA.id, question.id, ("1",))
        assert await standing(bot, match_id) is Standing.PLAYING
        # After a quarter of an hour it is believed, and what is due happens.
        times.passes(PATIENCE + 60_000)
        await sleeper.ring()
        assert await standing(bot, match_id) is Standing.OVER


async def test_real_time_ends_it_at_once(tmp_path: Path) -> None:
    times = Times()
    clock = times.clock()
    async with open_bot(tmp_path / "bot.sqlite3", clock=clock) as bot:  # type: ignore[arg-type]
        match_id = await rated(bot)
        times.passes(2 * DAY)
        await alarms(bot, clock).ring()
        assert await standing(bot, match_id) is Standing.OVER
