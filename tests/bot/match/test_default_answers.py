"""Timeouts where doing nothing is an answer: it is given, rated or not, and the third in a row eliminates the player."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import TimeNotUp
from bot.features.reminders.messages import private_reminder
from bot.features.time.vacations import Vacations
from bot.store.about import Everything
from bot.store.servers import ServerRules
from cards.i18n import ENGLISH
from engine.kernel.errors import StaleQuestion
from engine.kernel.events.event import TimeRanOut
from engine.kernel.match import replay
from tests.bot.kit import ADA, BO, CY, GUILD, Bot, open_bot
from tests.games.bazaar.game import BAZAAR
from tests.games.registry import bazaar

EACH = TimeControl("each", DAY)
BANK = TimeControl("bank", DAY, 12 * HOUR, 5 * DAY)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=bazaar()) as opened:
        yield opened


async def begin(bot: Bot, control: TimeControl = EACH, *others: object, rated: bool = False) -> int:
    """Begin a match, up to Ada's first turn."""
    people = (BO, *others)
    table = await bot.challenge(*people, deck="", control=control, rated=rated)  # type: ignore[arg-type]
    for person in people:
        await bot.challenges.accept(bot.press(), table.match_id, person, "")  # type: ignore[arg-type]
    for person in (ADA, *people):
        await answer(bot, table.match_id, person.id, "owl")  # type: ignore[attr-defined]
    return table.match_id


async def answer(bot: Bot, match_id: int, person: int, *choice: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, choice)


async def run_out(bot: Bot, time: int = DAY) -> None:
    await bot.clock.move(time / 1000)
    await bot.alarms().run_due()


async def lapsed(bot: Bot, match_id: int) -> list[int]:
    async with bot.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None
    return [seat.lapsed for seat in row.seats]


async def awaited_people(bot: Bot, match_id: int) -> list[int]:
    return [seat.person.id for seat in (await bot.matches.public_snapshot(match_id)).awaited]


async def acts(bot: Bot, match_id: int) -> list[str]:
    async with bot.store.read() as store:
        return [act.kind for act in await store.acts.of(match_id)]


@pytest.mark.parametrize("rated", [False, True])
async def test_the_third_timeout_in_a_row_eliminates_a_player(bot: Bot, rated: bool) -> None:
    match_id = await begin(bot, rated=rated)
    for times in (1, 2):
        assert await awaited_people(bot, match_id) == [ADA.id]
        await run_out(bot)
        assert await lapsed(bot, match_id) == [times, 0]
        assert await awaited_people(bot, match_id) == [BO.id], "her turn has ended"
        assert not (await bot.matches.table(match_id)).times[0].late
        with pytest.raises(TimeNotUp):
            await bot.play.claim(bot.press(), match_id, BO.id)
        await answer(bot, match_id, BO.id, "end")
    assert (await bot.matches.public_snapshot(match_id)).outcome is None
    await run_out(bot)
    outcome = (await bot.matches.public_snapshot(match_id)).outcome
    assert outcome is not None and (outcome.winners, outcome.ending) == ((1,), "time")
    assert (await acts(bot, match_id)).count("lapsed") == 2


async def test_a_default_answer_is_announced_as_such(bot: Bot) -> None:
    match_id = await begin(bot)
    await run_out(bot)
    async with bot.store.read() as store:
        [last] = await store.events.of(match_id, last=1)
    assert BAZAAR.events.read(last.data[1:].partition("],[")[0].encode() + b"]").fact == TimeRanOut(0)
    story = (await bot.matches.public_snapshot(match_id)).story
    assert "Ada ran out of time" in str(story)


async def test_an_answer_by_hand_resets_the_count(bot: Bot) -> None:
    match_id = await begin(bot)
    for _ in range(2):
        await run_out(bot)
        await answer(bot, match_id, BO.id, "end")
    assert await lapsed(bot, match_id) == [2, 0]
    await answer(bot, match_id, ADA.id, "end")
    assert await lapsed(bot, match_id) == [0, 0]


async def test_the_others_go_on_without_an_eliminated_player(bot: Bot) -> None:
    match_id = await begin(bot, EACH, CY)
    for _ in range(2):
        await run_out(bot)
        await answer(bot, match_id, BO.id, "end")
        await answer(bot, match_id, CY.id, "end")
    await run_out(bot)
    assert await awaited_people(bot, match_id) == [BO.id]
    assert (await bot.matches.public_snapshot(match_id)).outcome is None


async def test_a_server_can_eliminate_at_the_first_timeout(bot: Bot) -> None:
    async with bot.store.write(Everything()) as tx:
        await tx.servers.store(GUILD, ServerRules(forfeits=True))
    match_id = await begin(bot)
    async with bot.store.write(Everything()) as tx:
        await tx.servers.store(GUILD, ServerRules())  # It applies to matches that have begun.
    await run_out(bot)
    outcome = (await bot.matches.public_snapshot(match_id)).outcome
    assert outcome is not None and (outcome.winners, outcome.ending) == ((1,), "time")


async def test_the_clock_continues_as_after_any_answer(bot: Bot) -> None:
    match_id = await begin(bot, BANK)
    remaining = (await bot.matches.table(match_id)).times[0].left
    await run_out(bot, remaining)
    assert (await bot.matches.table(match_id)).times[0].left == 12 * HOUR


@pytest.mark.parametrize("rated", [False, True])
async def test_a_late_answer_is_refused(bot: Bot, rated: bool) -> None:
    """The alarm has not run yet: the timeout comes first, and the press sees it."""
    match_id = await begin(bot, rated=rated)
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await bot.clock.move(DAY / 1000)
    play = next(option.key for option in question.options if option.verb == "play")
    result = await bot.play.answer(bot.press(), match_id, ADA.id, question.id, (play,))
    assert "You ran out of time" in str(result.happened)
    assert await lapsed(bot, match_id) == [1, 0]
    with pytest.raises(StaleQuestion):
        await bot.play.answer(bot.press(), match_id, ADA.id, question.id, (play,))
    await bot.alarms().run_due()
    assert await lapsed(bot, match_id) == [1, 0], "once"


async def test_vacations_keep_time_from_running_out(bot: Bot) -> None:
    match_id = await begin(bot)
    vacations = Vacations(bot.context)
    await vacations.leave(ADA.id, 3 * DAY)
    await run_out(bot, 2 * DAY)
    assert await lapsed(bot, match_id) == [0, 0]
    await run_out(bot, 2 * DAY)
    assert await lapsed(bot, match_id) == [1, 0]


async def test_crashes_give_a_default_answer_only_once(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, game=bazaar()) as bot:
        match_id = await begin(bot)
        now = bot.clock.now()
    async with (
        open_bot(path, game=bazaar(), pressed=100) as first,
        open_bot(path, game=bazaar(), pressed=200) as second,
    ):
        for each in (first, second):
            await each.clock.move((now - each.clock.now() + DAY) / 1000)
        await asyncio.gather(first.alarms().run_due(), second.alarms().run_due())
        assert await lapsed(first, match_id) == [1, 0]
        assert (await acts(first, match_id)).count("lapsed") == 1
        async with first.store.read() as store:
            row = await store.matches.match(match_id, data=True)
        assert row is not None
        match = first.context.load(row)
        assert match.record.answers[-1].lapsed
        assert replay(BAZAAR, match.setup, match.seed, match.record.answers).view(None) == match.view(None)


async def test_a_default_answer_can_be_taken_back_with_consent(bot: Bot) -> None:
    match_id = await begin(bot)
    await run_out(bot)
    settled = await bot.undo.undo(bot.press(), match_id, ADA.id, late=True)
    assert settled.result.value == "undo asked"
    await bot.undo.undo(bot.press(), match_id, BO.id)
    await bot.alarms().run_due()
    assert await awaited_people(bot, match_id) == [ADA.id], "she has time to decide it now"
    assert await lapsed(bot, match_id) == [1, 0]


async def test_a_reminder_explains_the_timeout(bot: Bot) -> None:
    match_id = await begin(bot)
    for lapses, sentence in (
        (0, "After that I answer as if you did nothing. The third time in a row, you're out of the match."),
        (2, "After that you're out of the match."),
    ):
        while (await lapsed(bot, match_id))[0] < lapses:
            await run_out(bot)
            await answer(bot, match_id, BO.id, "end")
        look = await bot.matches.player_snapshot(match_id, ADA.id)
        assert sentence in str([item.to_component_dict() for item in private_reminder(look, ENGLISH).items])
