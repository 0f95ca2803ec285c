"""Acts about a person's own time and reminders are done once, even for repeated interactions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.clocks import Home, QuietHours
from bot.clocks.control import DAY, HOUR
from bot.errors import LimitReached
from bot.features.reminders.service import Reminders
from bot.features.time.vacations import Vacations
from tests.bot.kit import ADA, Bot, open_bot


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3") as opened:
        yield opened


async def test_a_vacation_repeated_after_its_end(bot: Bot) -> None:
    vacations = Vacations(bot.context)
    away, back = bot.press(), bot.press()
    until = await vacations.leave(ADA.id, 2 * DAY, interaction=away)
    await bot.clock.move(60)
    assert await vacations.leave(ADA.id, 2 * DAY, interaction=away) == until, "not a minute longer"
    await vacations.come_back(ADA.id, interaction=back)
    await vacations.come_back(ADA.id, interaction=back)
    await vacations.leave(ADA.id, 2 * DAY, interaction=away)
    assert (await vacations.of(ADA.id))[0].vacation.until is None
    await vacations.leave(ADA.id, 2 * DAY, interaction=bot.press())
    await vacations.come_back(ADA.id, interaction=back)
    assert (await vacations.of(ADA.id))[0].vacation.until is not None


async def test_a_refused_act_can_be_repeated(bot: Bot) -> None:
    vacations, press = Vacations(bot.context), bot.press()
    for _ in range(2):
        with pytest.raises(LimitReached):
            await vacations.leave(ADA.id, 59 * DAY, interaction=press)


async def test_a_repeated_zone_and_repeated_settings(bot: Bot) -> None:
    vacations = Vacations(bot.context)
    reminders = Reminders(bot.context)
    zone, quiet, settings_press = bot.press(), bot.press(), bot.press()
    assert await vacations.live_in(ADA.id, "tokyo", interaction=zone) == Home("Asia/Tokyo")
    await vacations.live_in(ADA.id, "Europe/Berlin", interaction=bot.press())
    assert await vacations.live_in(ADA.id, "tokyo", interaction=zone) == Home("Asia/Tokyo")
    await reminders.be_quiet(ADA.id, QuietHours(22 * 60, 8 * 60), interaction=quiet)
    await reminders.be_quiet(ADA.id, None, interaction=bot.press())
    await reminders.be_quiet(ADA.id, QuietHours(22 * 60, 8 * 60), interaction=quiet)
    await reminders.change_settings(
        ADA.id, lambda settings: replace(settings, on=False), interaction=settings_press
    )
    await reminders.change_settings(
        ADA.id, lambda settings: replace(settings, on=True), interaction=bot.press()
    )
    settings = await reminders.change_settings(
        ADA.id, lambda settings: replace(settings, on=False), interaction=settings_press
    )
    assert (settings.zone, settings.reminder_settings.quiet, settings.reminder_settings.on) == (
        "Europe/Berlin",
        None,
        True,
    )


async def test_repeated_snoozing_and_muting(bot: Bot) -> None:
    reminders = Reminders(bot.context)
    match_id = await bot.begin()
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    snooze, mute = bot.press(), bot.press()
    until = await reminders.snooze(match_id, ADA.id, HOUR, interaction=snooze)
    await bot.clock.move(1800)
    assert await reminders.snooze(match_id, ADA.id, HOUR, interaction=snooze) == until
    await reminders.mute(match_id, ADA.id, off=True, interaction=mute)
    await reminders.mute(match_id, ADA.id, off=False, interaction=bot.press())
    await reminders.mute(match_id, ADA.id, off=True, interaction=mute)
    async with bot.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None
    state = row.seats[0].reminder
    assert (state.snoozed, state.off) == (until, False)


async def test_interactions_are_forgotten_after_a_month(bot: Bot) -> None:
    vacations = Vacations(bot.context)
    await vacations.live_in(ADA.id, "tokyo", interaction=bot.press())
    await bot.clock.move(31 * DAY / 1000)
    await vacations.live_in(ADA.id, "Europe/Berlin", interaction=bot.press())
    async with bot.store.read() as store:
        assert len((await store.personal.rows(ADA.id))["personal_acts"]) == 1
