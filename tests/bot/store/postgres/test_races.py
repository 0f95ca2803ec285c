"""Two processes on one PostgreSQL: whatever they do at the same moment, trip by trip, comes out as one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.errors import LimitReached
from bot.features.privacy.own_data import Privacy
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CHANNEL, CY, TURN, Bot, open_bot
from tests.bot.store.postgres.lockstep import Lockstep, lockstep
from tests.bot.stores import change, rows

pytestmark = pytest.mark.parametrize("store_kind", ["postgres"], indirect=True)


@pytest.fixture
async def two(tmp_path: Path) -> AsyncGenerator[tuple[Bot, Bot]]:
    """Two bots on one database."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(open_bot(tmp_path / "bot.sqlite3"))
        second = await stack.enter_async_context(
            open_bot(tmp_path / "bot.sqlite3", clock=first.clock, pressed=1_000_000)
        )
        for bot in (first, second):
            # A connection that is still to be opened would keep them apart.
            await rows(bot.store, "SELECT 1")
            await change(bot.store, "SELECT 1")
        yield first, second


@pytest.fixture
def together() -> Iterator[Lockstep]:
    with lockstep() as steps:
        yield steps
        assert steps.steps, "they have never been under way together"


async def test_two_who_answer_at_once_are_both_heard(two: tuple[Bot, Bot], together: Lockstep) -> None:
    one, _ = two
    match_id = await one.begin()
    questions = [await one.matches.question(match_id, who.id) for who in (ADA, BO)]
    acts = [
        bot.play.answer(bot.press(), match_id, who.id, question.id, random_choice(question, Chance("any")))
        for bot, who, question in zip(two, (ADA, BO), questions, strict=True)
        if question is not None
    ]
    ended = await together.run(*acts)
    assert not any(isinstance(end, BaseException) for end in ended), ended
    revisions = await rows(one.store, "SELECT rev FROM acts WHERE match_id = ? ORDER BY rev", match_id)
    assert [rev for (rev,) in revisions] == [*range(len(revisions))]


async def test_one_press_at_two_processes_counts_once(two: tuple[Bot, Bot], together: Lockstep) -> None:
    one, _ = two
    match_id, press = await one.begin(), one.press()
    question = await one.matches.question(match_id, ADA.id)
    assert question is not None
    choice = random_choice(question, Chance("any"))
    ended = await together.run(
        *(bot.play.answer(press, match_id, ADA.id, question.id, choice) for bot in two)
    )
    assert sorted(done.repeated for done in ended) == [False, True]
    assert await rows(one.store, "SELECT COUNT(*) FROM acts WHERE interaction_id = ?", press) == [(1,)]


async def test_a_rematch_is_asked_for_once(two: tuple[Bot, Bot], together: Lockstep) -> None:
    one, other = two
    match_id = await one.begin()
    await one.play.resign(one.press(), match_id, ADA.id)
    await together.run(
        one.rematches.rematch(one.press(), match_id, ADA),
        other.rematches.rematch(other.press(), match_id, BO),
    )
    made = await rows(one.store, "SELECT standing FROM matches WHERE rematch_of = ?", match_id)
    assert made == [(MatchStatus.PLAYING,)], "the second one has accepted what the first one asked"


async def test_a_limit_holds_for_those_who_come_at_once(two: tuple[Bot, Bot], together: Lockstep) -> None:
    most = two[0].context.settings.challenges_per_person
    for n in range(most - 1):
        await two[0].challenge(Person(100 + n, f"Guest {n}"), channel_id=CHANNEL + n)
    ended = await together.run(two[0].challenge(BO, channel_id=1), two[1].challenge(CY, channel_id=2))
    assert [type(end) for end in ended if isinstance(end, BaseException)] == [LimitReached]
    assert await rows(two[0].store, "SELECT COUNT(*) FROM matches") == [(most,)]


async def test_two_rated_matches_that_end_at_once_are_both_rated(
    two: tuple[Bot, Bot], together: Lockstep
) -> None:
    one, other = two
    matches = [await one.begin(BO, rated=True), await one.begin(CY, rated=True, channel_id=CHANNEL + 1)]
    for match_id in matches:
        dice = Chance(str(match_id))
        for _ in range(4):
            await one.answer_anything(match_id, dice)
    ended = await together.run(
        one.play.resign(one.press(), matches[0], ADA.id),
        other.play.resign(other.press(), matches[1], ADA.id),
    )
    assert not any(isinstance(end, BaseException) for end in ended), ended
    kept = await rows(one.store, "SELECT match_id, why_not, number FROM rated ORDER BY number")
    assert {match_id for match_id, _, _ in kept} == set(matches)
    assert [number for *_, number in kept] == [1, 2]
    counted = sum(why == "" for _, why, _ in kept)
    played = await rows(one.store, "SELECT matches FROM ratings WHERE person_id = ?", ADA.id)
    assert played == ([(counted,)] if counted else [])


async def test_who_is_forgotten_while_the_other_moves_is_gone(
    two: tuple[Bot, Bot], together: Lockstep
) -> None:
    one, other = two
    match_id = await one.begin()
    question = await one.matches.question(match_id, BO.id)
    assert question is not None
    privacy = Privacy(other.context)
    await together.run(
        privacy.forget(ADA.id),
        one.play.answer(one.press(), match_id, BO.id, question.id, random_choice(question, Chance("any"))),
    )
    async with one.store.read() as reading:
        left = {table: kept for table, kept in (await reading.personal.rows(ADA.id)).items() if kept}
    assert left == {}
    assert await rows(one.store, "SELECT COUNT(*) FROM seats WHERE person_id = ?", ADA.id) == [(0,)]


async def test_two_who_are_forgotten_at_once_get_two_stand_ins(
    two: tuple[Bot, Bot], together: Lockstep
) -> None:
    one, _ = two
    await one.begin()
    services = [Privacy(bot.context) for bot in two]
    ended = await together.run(services[0].forget(ADA.id), services[1].forget(BO.id))
    assert ended == [True, True]
    ids = await rows(one.store, "SELECT id FROM people ORDER BY id")
    assert ids == [(-2,), (-1,)]


async def test_an_alarm_rings_once(two: tuple[Bot, Bot], together: Lockstep) -> None:
    one, _ = two
    match_id = await one.begin()
    async with one.store.read() as reading:
        due = await reading.alarms.due(1 << 60, 99)
    assert due
    for bot in two:
        await bot.clock.move(TURN / 1000)
    await together.run(*(bot.ring() for bot in two))
    keys = await rows(one.store, "SELECT dedupe_key FROM outbox WHERE match_id = ?", match_id)
    assert not [key for key, times in Counter(keys).items() if times > 1]


async def test_no_note_is_claimed_by_two(two: tuple[Bot, Bot], together: Lockstep) -> None:
    one, _ = two
    for n, guest in enumerate([BO, CY, Person(50, "Dee")]):
        await one.begin(guest, channel_id=CHANNEL + n)

    async def claim(bot: Bot) -> list[int]:
        async with bot.store.write() as tx:
            return [
                note.id
                for note in await tx.notes.claim(bot.outbox.owner, bot.clock.now(), bot.clock.now() + 9, 24)
            ]

    claimed = await together.run(*map(claim, two))
    notes = [note for listed in claimed for note in listed]
    assert notes and len(notes) == len(set(notes))
