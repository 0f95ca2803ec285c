"""Clocks in matches: they run for players with a question, stop in pauses, and due events happen once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.clocks import NO_CLOCK, Home, TimeControl
from bot.clocks.control import DAY, HOUR, MINUTE
from bot.errors import AlreadyDecided, LimitReached, NoClock, TimeNotUp
from bot.features.time.vacations import Vacations
from bot.store.match_status import MatchStatus
from bot.views.types import Time
from engine.kernel.chance import Chance
from engine.kernel.errors import StaleQuestion
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, Bot, HandClock, open_bot
from tests.games.lanterns import LANTERNS

EACH = TimeControl("each", 2 * DAY)
BANK = TimeControl("bank", 3 * DAY, 12 * HOUR, 5 * DAY)
FRIDAY = 1_800_014_400_000
"""Friday, 15 January 2027, 12:00 UTC."""


async def begin(bot: Bot, control: TimeControl, *, rated: bool = False) -> int:
    return await bot.begin(control=control, rated=rated)


async def answer(bot: Bot, match_id: int, person: int, dice: Chance | None = None) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    choice = random_choice(question, dice or Chance("time"))
    await bot.play.answer(bot.press(), match_id, person, question.id, choice)


async def times(bot: Bot, match_id: int) -> tuple[Time, ...]:
    return (await bot.matches.table(match_id)).times


async def all_alarms(bot: Bot) -> list[tuple[str, int]]:
    """Return all alarms except reminders."""
    async with bot.store.read() as store:
        sql = "SELECT kind, person_id FROM alarms WHERE kind != 'remind' ORDER BY kind, person_id"
        rows = await store.key_values._all(sql)  # type: ignore[attr-defined]
    return [(kind, person) for kind, person in rows]


async def test_a_match_without_clocks_has_none(bot: Bot) -> None:
    match_id = await begin(bot, NO_CLOCK)
    assert await times(bot, match_id) == ()
    assert await all_alarms(bot) == []
    with pytest.raises(NoClock):
        await bot.match_time.pause(bot.press(), match_id, ADA.id)


async def test_if_both_must_decide_both_clocks_run(bot: Bot) -> None:
    match_id = await begin(bot, BANK)
    now = bot.clock.now()
    assert await times(bot, match_id) == (Time(3 * DAY, now + 3 * DAY), Time(3 * DAY, now + 3 * DAY))
    await bot.clock.move(DAY / 1000)
    await answer(bot, match_id, ADA.id)
    ada, bo = await times(bot, match_id)
    assert ada == Time(2 * DAY + 12 * HOUR), "Ada has decided: her clock is stopped, and has gained time"
    assert bo.due_at == now + 3 * DAY


async def test_the_bank_is_capped(bot: Bot) -> None:
    match_id = await begin(bot, TimeControl("bank", 3 * DAY, 3 * DAY, 4 * DAY))
    await answer(bot, match_id, ADA.id)
    assert (await times(bot, match_id))[0] == Time(4 * DAY)


async def test_each_decision_has_separate_time(bot: Bot) -> None:
    match_id = await begin(bot, EACH)
    dice = Chance("each")
    for _ in range(12):
        await bot.clock.move(HOUR / 1000)
        snapshot = await bot.matches.public_snapshot(match_id)
        person = snapshot.awaited[0].person
        awaited = {seat.person.id for seat in snapshot.awaited}
        await answer(bot, match_id, person.id, dice)
        after = await bot.matches.public_snapshot(match_id)
        if after.outcome is not None:
            break
        for next_seat in after.awaited:
            if next_seat.person.id not in awaited or next_seat.person.id == person.id:
                assert after.table.times[next_seat.seat].due_at == bot.clock.now() + 2 * DAY


async def test_in_a_casual_match_the_opponent_can_claim_the_win(bot: Bot) -> None:
    match_id = await begin(bot, EACH)
    await answer(bot, match_id, BO.id)
    with pytest.raises(TimeNotUp, match="Ada still has time"):
        await bot.play.claim(bot.press(), match_id, BO.id)
    await bot.clock.move(2 * DAY / 1000)
    await bot.alarms().run_due()
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is None
    assert snapshot.table.times[0].late
    await bot.deliver()
    assert bot.paper.kinds().count("time") == 1
    with pytest.raises(TimeNotUp, match="Bo still has time"):
        await bot.play.claim(bot.press(), match_id, ADA.id)
    result = await bot.play.claim(bot.press(), match_id, BO.id)
    assert result.snapshot.outcome is not None
    assert (result.snapshot.outcome.winners, result.snapshot.outcome.ending) == ((1,), "time")
    assert await all_alarms(bot) == []
    with pytest.raises(StaleQuestion):
        await bot.play.claim(bot.press(), match_id, BO.id)


async def test_a_late_player_may_still_decide_until_the_win_is_claimed(bot: Bot) -> None:
    match_id = await begin(bot, BANK)
    await answer(bot, match_id, BO.id)
    await bot.clock.move(4 * DAY / 1000)
    await bot.alarms().run_due()
    await answer(bot, match_id, ADA.id)
    times_now = await times(bot, match_id)
    assert not times_now[0].late
    with pytest.raises(TimeNotUp):
        await bot.play.claim(bot.press(), match_id, BO.id)


async def test_time_can_be_given(bot: Bot) -> None:
    match_id = await begin(bot, EACH)
    await bot.clock.move(3 * DAY / 1000)
    await bot.alarms().run_due()
    press = bot.press()
    for _ in range(2):
        table = await bot.match_time.give_time(press, match_id, BO.id, DAY)
    assert table.times[0] == Time(DAY, bot.clock.now() + DAY), "from now on, and once per interaction"
    assert table.times[1].late
    await bot.clock.move(DAY / 1000)
    await bot.alarms().run_due()
    assert (await times(bot, match_id))[0].late


async def test_given_time_never_exceeds_the_latest_deadline(bot: Bot) -> None:
    match_id = await begin(bot, EACH)
    for _ in range(4):
        table = await bot.match_time.give_time(bot.press(), match_id, BO.id, 50 * DAY)
    assert table.times[0] == Time(60 * DAY, bot.clock.now() + 60 * DAY)


async def test_a_rated_match_ends_by_itself(bot: Bot) -> None:
    match_id = await begin(bot, EACH, rated=True)
    await answer(bot, match_id, ADA.id)
    await bot.clock.move(10 * DAY / 1000)
    alarms = bot.alarms()
    await asyncio.gather(alarms.run_due(), bot.alarms().run_due(), bot.alarms().run_due())
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None
    assert (snapshot.outcome.winners, snapshot.outcome.ending) == ((0,), "time")
    assert snapshot.table.changed_at == bot.clock.now() - 8 * DAY, (
        "it ended at its deadline, even if it was processed later"
    )
    async with bot.store.read() as store:
        assert [act.kind for act in await store.acts.of(match_id)].count("time") == 1
    assert await all_alarms(bot) == []
    await bot.deliver()
    assert bot.paper.kinds().count("ended") == 1


async def test_a_late_answer_ends_a_rated_match(bot: Bot) -> None:
    match_id = await begin(bot, EACH, rated=True)
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await answer(bot, match_id, BO.id)
    await bot.clock.move(2 * DAY / 1000)
    choice = random_choice(question, Chance("late"))
    result = await bot.play.answer(bot.press(), match_id, ADA.id, question.id, choice)
    assert result.snapshot.outcome is not None
    assert result.snapshot.outcome.ending == "time"
    await bot.alarms().run_due()
    async with bot.store.read() as store:
        assert [act.kind for act in await store.acts.of(match_id)][-1] == "time"


async def test_a_pause_needs_both_players_and_preserves_the_time(bot: Bot) -> None:
    match_id = await begin(bot, BANK)
    await bot.clock.move(HOUR / 1000)
    table = await bot.match_time.pause(bot.press(), match_id, ADA.id)
    assert (table.pause_asked, table.paused) == (0, False)
    with pytest.raises(AlreadyDecided, match="already asked for a pause"):
        await bot.match_time.pause(bot.press(), match_id, ADA.id)
    await bot.clock.move(HOUR / 1000)
    table = await bot.match_time.pause(bot.press(), match_id, BO.id)
    assert (table.pause_asked, table.paused) == (None, True)
    assert table.times == (Time(3 * DAY - 2 * HOUR), Time(3 * DAY - 2 * HOUR))
    assert await all_alarms(bot) == []
    await bot.clock.move(30 * DAY / 1000)
    await answer(bot, match_id, ADA.id)
    assert (await times(bot, match_id))[0] == Time(3 * DAY + 10 * HOUR), "players can play on during a pause"
    table = await bot.match_time.go_on(bot.press(), match_id, ADA.id)
    assert table.times[1] == Time(3 * DAY - 2 * HOUR, bot.clock.now() + 3 * DAY - 2 * HOUR)
    with pytest.raises(AlreadyDecided, match="isn't paused"):
        await bot.match_time.go_on(bot.press(), match_id, ADA.id)


async def test_weekends_follow_each_players_time_zone(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "weekend.db", clock=HandClock(FRIDAY)) as bot:
        vacations = Vacations(bot.context)
        assert await vacations.live_in(BO.id, "tokyo") == Home("Asia/Tokyo"), (
            "at once, because none of his matches has free weekends"
        )
        match_id = await begin(bot, TimeControl("each", DAY, weekends_off=True))
        ada, bo = await times(bot, match_id)
        assert ada.due_at == FRIDAY + 3 * DAY, "Friday noon to Monday noon, in UTC"
        assert bo.due_at == FRIDAY + 3 * DAY, "Friday 21:00 to Monday 21:00, in Tokyo"
        await bot.clock.move(6 * HOUR / 1000)
        await vacations.live_in(BO.id, "America/Los_Angeles")
        bo = (await times(bot, match_id))[1]
        # Three hours of Friday were used in Tokyo. The weekend lasts until Monday begins in Los Angeles, too.
        assert bo.left == 21 * HOUR
        assert bo.due_at == FRIDAY + 3 * DAY
        assert (await vacations.of(BO.id))[0].home.since == FRIDAY + 2 * DAY + 20 * HOUR
        await vacations.live_in(BO.id, "Pacific/Kiritimati")
        assert (await times(bot, match_id))[1].due_at == FRIDAY + 3 * DAY, (
            "several changes of zone leave one weekend"
        )
        await bot.clock.move(4 * DAY / 1000)
        assert (await vacations.of(BO.id))[0].home == Home("Pacific/Kiritimati")


async def test_a_vacation_stops_all_clocks_of_a_person_until_its_end(bot: Bot) -> None:
    match_id = await begin(bot, EACH)
    vacations = Vacations(bot.context)
    with pytest.raises(LimitReached, match=r"You have 3d of vacation left\. You earn 3h"):
        await vacations.leave(ADA.id, 4 * DAY)
    await bot.clock.move(HOUR / 1000)
    until = await vacations.leave(ADA.id, 2 * DAY)
    ada, bo = await times(bot, match_id)
    assert ada == Time(2 * DAY - HOUR, None, False, until)
    assert bo.due_at == bot.clock.now() + 2 * DAY - HOUR, "the opponent's clock continues"
    await bot.clock.move(40 * DAY / 1000)
    await bot.alarms().run_due()
    ada = (await times(bot, match_id))[0]
    assert ada.away_until is None
    assert ada.due_at == until + 2 * DAY - HOUR, (
        "counted from the end of the vacation, even if it was processed later"
    )
    assert ada.late, "then the time was up, in the same run"
    vacation, remaining_days = await vacations.of(ADA.id)
    assert vacation.vacation.until is None
    assert remaining_days == DAY + 38 * 3 * HOUR
    with pytest.raises(AlreadyDecided, match="aren't away"):
        await vacations.come_back(ADA.id)


async def test_ending_a_vacation_early_returns_the_remaining_days(bot: Bot) -> None:
    match_id = await begin(bot, EACH)
    vacations = Vacations(bot.context)
    await vacations.leave(ADA.id, 2 * DAY)
    await bot.clock.move(30 * MINUTE / 1000)
    await vacations.come_back(ADA.id)
    assert (await vacations.of(ADA.id))[1] == 3 * DAY - 30 * MINUTE
    assert (await times(bot, match_id))[0].due_at == bot.clock.now() + 2 * DAY
    assert ("home", ADA.id) not in await all_alarms(bot)


async def test_clocks_survive_a_restart(tmp_path: Path) -> None:
    path, clock = tmp_path / "lived.db", HandClock()
    async with open_bot(path, clock=clock) as bot:
        match_id = await begin(bot, BANK)
        before = await times(bot, match_id)
    await clock.move(HOUR / 1000)
    async with open_bot(path, clock=clock, pressed=1000) as bot:
        assert await times(bot, match_id) == before
        await answer(bot, match_id, ADA.id)
        assert (await times(bot, match_id))[0].left == 3 * DAY + 11 * HOUR


async def test_the_alarm_worker_wakes_when_something_is_due(tmp_path: Path) -> None:
    clock = HandClock()
    async with open_bot(tmp_path / "sleep.db", clock=clock, rules=LANTERNS) as bot:
        match_id = await begin(bot, EACH, rated=True)
        sleeper = HandClock(clock.now())
        alarms = bot.alarms(sleeper)
        alarms.start()
        await sleeper.asleep.wait()
        assert sleeper.waiting_until == clock.now() + DAY, "the first reminder, at half of the time"
        await sleeper.move(2 * DAY / 1000 - 1)
        await sleeper.asleep.wait()
        assert (await bot.matches.table(match_id)).status is MatchStatus.PLAYING
        await sleeper.move(1)
        await sleeper.asleep.wait()
        assert (await bot.matches.table(match_id)).status is MatchStatus.OVER
        await alarms.stop()
