"""Reminders come at the chosen times, once each, after quiet hours, and never for decided questions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from bot.clocks import NO_CLOCK, QuietHours, TimeControl
from bot.clocks.control import DAY, HOUR
from bot.delivery.notes import PublicNote
from bot.delivery.results import Closed
from bot.errors import AlreadyDecided, NotYourMatch
from bot.features.reminders.service import Reminders
from bot.features.time.vacations import Vacations
from bot.store.about import Everything
from bot.store.rows import AlarmRow
from bot.time import reminder_schedule
from bot.time.alarms import Alarms
from tests.bot.kit import ADA, BO, CY, Bot
from tests.bot.match.test_timeouts import EACH, answer, begin


@dataclass
class Timed:
    """A bot whose due alarms run when its clock moves."""

    bot: Bot
    alarms: Alarms
    reminders: Reminders

    async def pass_time(self, milliseconds: int) -> list[tuple[str, int]]:
        """Advance the clock; return the place and person of each reminder."""
        self.bot.paper.clear()
        await self.bot.clock.move(milliseconds / 1000)
        await self.alarms.run_due()
        await self.bot.deliver()
        notes = [message.note for message in self.bot.paper.said]
        return [
            ("thread", note.mentions[0]) if isinstance(note, PublicNote) else ("direct", note.person)
            for note in notes
            if note.kind == "remind"
        ]


@pytest.fixture
async def timed(bot: Bot) -> AsyncGenerator[Timed]:
    alarms = bot.alarms()
    yield Timed(bot, alarms, Reminders(bot.context))


async def waiting_for_ada(timed: Timed, control: TimeControl) -> int:
    """Begin a match in which only Ada's answer is pending."""
    match_id = await begin(timed.bot, control)
    await answer(timed.bot, match_id, BO.id)
    await timed.bot.deliver()
    return match_id


async def test_the_default_times_with_a_clock(timed: Timed) -> None:
    await waiting_for_ada(timed, TimeControl("each", 4 * DAY))
    ada = [("direct", ADA.id)]
    assert await timed.pass_time(2 * DAY - 1000) == []
    assert await timed.pass_time(1000) == ada, "half of the time is left"
    assert await timed.pass_time(DAY - 1000) == []
    assert await timed.pass_time(1000) == ada, "a day is left"
    assert await timed.pass_time(20 * HOUR) == ada, "four hours are left"
    assert await timed.pass_time(3 * HOUR) == [], "there is no fourth reminder"


async def test_without_a_clock_reminders_come_after_one_and_three_days(timed: Timed) -> None:
    await waiting_for_ada(timed, NO_CLOCK)
    assert await timed.pass_time(DAY) == [("direct", ADA.id)]
    assert await timed.pass_time(2 * DAY - 1000) == []
    assert await timed.pass_time(1000) == [("direct", ADA.id)]
    assert await timed.pass_time(90 * DAY) == []


async def test_a_decision_ends_its_reminders_and_the_next_has_its_own(timed: Timed) -> None:
    match_id = await waiting_for_ada(timed, EACH)
    await timed.pass_time(DAY)
    await answer(timed.bot, match_id, ADA.id)
    snapshot = await timed.bot.matches.public_snapshot(match_id)
    awaited = [seat.person.id for seat in snapshot.awaited]
    assert await timed.pass_time(DAY - 1000) == []
    assert sorted(await timed.pass_time(1000)) == sorted(("direct", person) for person in awaited)


async def test_one_reminder_follows_an_outage(timed: Timed) -> None:
    await waiting_for_ada(timed, TimeControl("each", 4 * DAY))
    assert await timed.pass_time(4 * DAY - 2 * HOUR) == [("direct", ADA.id)]
    assert await timed.pass_time(HOUR) == [("direct", ADA.id)]
    assert await timed.pass_time(DAY) == []


async def test_expired_time_has_no_reminder(timed: Timed) -> None:
    await waiting_for_ada(timed, EACH)
    assert await timed.pass_time(3 * DAY) == []


async def test_quiet_hours_use_the_persons_time_zone(timed: Timed) -> None:
    await Vacations(timed.bot.context).live_in(ADA.id, "Asia/Tokyo")
    await timed.reminders.be_quiet(ADA.id, QuietHours(22 * 60, 8 * 60))
    await waiting_for_ada(timed, NO_CLOCK)
    # The clock begins at 08:00 UTC, which is 17:00 in Tokyo; 12 hours later it is 5:00 there.
    await timed.reminders.change_settings(
        ADA.id, lambda settings: replace(settings, after=(12 * HOUR, 13 * HOUR))
    )
    assert await timed.pass_time(15 * HOUR - 1000) == []
    assert await timed.pass_time(1000) == [("direct", ADA.id)], "at eight, once for both"
    assert await timed.pass_time(DAY) == []


async def test_a_deadline_does_not_wait_for_the_end_of_quiet_hours(timed: Timed) -> None:
    await timed.reminders.be_quiet(ADA.id, QuietHours(9 * 60, 21 * 60))
    await waiting_for_ada(timed, TimeControl("each", 6 * HOUR))
    assert await timed.pass_time(3 * HOUR) == [("direct", ADA.id)]


async def test_snoozing_and_turning_reminders_off_and_on(timed: Timed) -> None:
    match_id = await waiting_for_ada(timed, TimeControl("each", 20 * DAY))
    assert await timed.pass_time(10 * DAY) == [("direct", ADA.id)]
    await timed.reminders.snooze(match_id, ADA.id, 4 * HOUR)
    assert await timed.pass_time(4 * HOUR - 1000) == []
    assert await timed.pass_time(1000) == [("direct", ADA.id)]
    await timed.reminders.mute(match_id, ADA.id, off=True)
    assert await timed.pass_time(9 * DAY) == []
    await timed.reminders.mute(match_id, ADA.id, off=False)
    assert await timed.pass_time(0) == [("direct", ADA.id)], "a day was left meanwhile"
    with pytest.raises(AlreadyDecided):
        await timed.reminders.snooze(match_id, BO.id, HOUR)
    with pytest.raises(NotYourMatch):
        await timed.reminders.mute(match_id, CY.id, off=True)


async def test_a_person_who_wants_no_reminders_gets_none(timed: Timed) -> None:
    await waiting_for_ada(timed, EACH)
    await timed.reminders.change_settings(ADA.id, lambda settings: replace(settings, on=False))
    assert await timed.pass_time(DAY) == []


async def test_reminders_in_the_thread_by_choice_or_with_closed_messages(timed: Timed) -> None:
    await waiting_for_ada(timed, TimeControl("each", 4 * DAY))
    await timed.reminders.change_settings(ADA.id, lambda settings: replace(settings, thread=True))
    assert await timed.pass_time(2 * DAY) == [("thread", ADA.id)]
    await timed.reminders.change_settings(ADA.id, lambda settings: replace(settings, thread=False))
    timed.bot.paper.answers["remind"] = [Closed()]
    assert await timed.pass_time(DAY) == [("direct", ADA.id), ("thread", ADA.id)], (
        "refused, so mentioned in the thread"
    )
    assert await timed.pass_time(20 * HOUR) == [("thread", ADA.id)]


async def test_a_vacation_holds_reminders(timed: Timed) -> None:
    await waiting_for_ada(timed, NO_CLOCK)
    vacations = Vacations(timed.bot.context)
    await vacations.leave(ADA.id, 3 * DAY)
    assert await timed.pass_time(3 * DAY - 1000) == []
    assert await timed.pass_time(1000) == [("direct", ADA.id)]


async def test_concurrent_alarms_remind_once(timed: Timed) -> None:
    await waiting_for_ada(timed, EACH)
    await timed.bot.clock.move(DAY / 1000)
    other_workers = [timed.bot.alarms() for _ in range(3)]
    await asyncio.gather(*(worker.run_due() for worker in [timed.alarms, *other_workers]))
    rows = await timed.bot.outbox_rows()
    assert [row["kind"] for row in rows].count("remind") == 1


async def test_a_failed_reminder_is_repeated_once(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    await waiting_for_ada(timed, EACH)
    real = reminder_schedule.announcements.of_reminder

    def fail(*args: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(reminder_schedule.announcements, "of_reminder", fail)
    assert await timed.pass_time(DAY) == []
    async with timed.bot.store.read() as store:
        alarms = await store.alarms.due(timed.bot.clock.now(), 10)
    assert [alarm.kind for alarm in alarms] == ["remind"], "only deleted together with its effect"
    monkeypatch.setattr(reminder_schedule.announcements, "of_reminder", real)
    assert await timed.pass_time(60_000) == [("direct", ADA.id)]
    assert await timed.pass_time(60_000) == []


async def test_a_decision_before_delivery_cancels_the_reminder(timed: Timed) -> None:
    match_id = await waiting_for_ada(timed, EACH)
    await timed.bot.halt()
    await timed.bot.clock.move(DAY / 1000)
    await timed.alarms.run_due()
    await answer(timed.bot, match_id, ADA.id)
    timed.bot.paper.clear()
    await timed.bot.deliver()
    assert "remind" not in timed.bot.paper.kinds()


async def test_an_expired_lease_sends_nothing_twice(timed: Timed) -> None:
    await begin(timed.bot, EACH)
    timed.bot.paper.gate = asyncio.Event()
    timed.bot.start()
    await timed.bot.paper.entered.wait()
    before = len(timed.bot.paper.said)
    await timed.bot.clock.move(2 * DAY / 1000)
    timed.bot.bell.set()
    timed.bot.paper.gate.set()
    await timed.bot.deliver()
    nonces = [message.nonce for message in timed.bot.paper.said[before:]]
    assert len(nonces) == len(set(nonces))


async def test_an_unknown_match_has_no_reminders(timed: Timed) -> None:
    async with timed.bot.store.write(Everything()) as tx:
        await reminder_schedule.remind(tx, AlarmRow("remind", 99, ADA.id, 5), 10)
    assert await timed.bot.outbox_rows() == []
