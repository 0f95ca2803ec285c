"""Two processes on one PostgreSQL: simultaneous acts are serialized for every interleaving of their trips."""

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
            # A connection still to be opened would separate the acts.
            await rows(bot.store, "SELECT 1")
            await change(bot.store, "SELECT 1")
        yield first, second


@pytest.fixture
def together() -> Iterator[Lockstep]:
    with lockstep() as steps:
        yield steps
        assert steps.steps, "they never ran at the same time"


async def test_simultaneous_answers_both_count(two: tuple[Bot, Bot], together: Lockstep) -> None:
    first, _ = two
    match_id = await first.begin()
    questions = [await first.matches.question(match_id, person.id) for person in (ADA, BO)]
    acts = [
        bot.play.answer(bot.press(), match_id, player.id, question.id, random_choice(question, Chance("any")))
        for bot, player, question in zip(two, (ADA, BO), questions, strict=True)
        if question is not None
    ]
    ended = await together.run(*acts)
    assert not any(isinstance(end, BaseException) for end in ended), ended
    revisions = await rows(first.store, "SELECT rev FROM acts WHERE match_id = ? ORDER BY rev", match_id)
    assert [rev for (rev,) in revisions] == [*range(len(revisions))]


async def test_one_press_at_two_processes_counts_once(two: tuple[Bot, Bot], together: Lockstep) -> None:
    first, _ = two
    match_id, press = await first.begin(), first.press()
    question = await first.matches.question(match_id, ADA.id)
    assert question is not None
    choice = random_choice(question, Chance("any"))
    ended = await together.run(
        *(bot.play.answer(press, match_id, ADA.id, question.id, choice) for bot in two)
    )
    assert sorted(result.repeated for result in ended) == [False, True]
    assert await rows(first.store, "SELECT COUNT(*) FROM acts WHERE interaction_id = ?", press) == [(1,)]


async def test_simultaneous_requests_create_one_rematch(two: tuple[Bot, Bot], together: Lockstep) -> None:
    first, second = two
    match_id = await first.begin()
    await first.play.resign(first.press(), match_id, ADA.id)
    await together.run(
        first.rematches.rematch(first.press(), match_id, ADA),
        second.rematches.rematch(second.press(), match_id, BO),
    )
    rematches = await rows(first.store, "SELECT standing FROM matches WHERE rematch_of = ?", match_id)
    assert rematches == [(MatchStatus.PLAYING,)], "the second press has accepted the first one's request"


async def test_a_limit_holds_for_simultaneous_requests(two: tuple[Bot, Bot], together: Lockstep) -> None:
    most = two[0].context.settings.challenges_per_person
    for n in range(most - 1):
        await two[0].challenge(Person(100 + n, f"Guest {n}"), channel_id=CHANNEL + n)
    ended = await together.run(two[0].challenge(BO, channel_id=1), two[1].challenge(CY, channel_id=2))
    assert [type(end) for end in ended if isinstance(end, BaseException)] == [LimitReached]
    assert await rows(two[0].store, "SELECT COUNT(*) FROM matches") == [(most,)]


async def test_simultaneous_ends_of_rated_matches_are_both_rated(
    two: tuple[Bot, Bot], together: Lockstep
) -> None:
    first, second = two
    matches = [await first.begin(BO, rated=True), await first.begin(CY, rated=True, channel_id=CHANNEL + 1)]
    for match_id in matches:
        dice = Chance(str(match_id))
        for _ in range(4):
            await first.answer_anything(match_id, dice)
    ended = await together.run(
        first.play.resign(first.press(), matches[0], ADA.id),
        second.play.resign(second.press(), matches[1], ADA.id),
    )
    assert not any(isinstance(end, BaseException) for end in ended), ended
    rated = await rows(first.store, "SELECT match_id, why_not, number FROM rated ORDER BY number")
    assert {match_id for match_id, _, _ in rated} == set(matches)
    assert [number for *_, number in rated] == [1, 2]
    counted = sum(why == "" for _, why, _ in rated)
    played = await rows(first.store, "SELECT matches FROM ratings WHERE person_id = ?", ADA.id)
    assert played == ([(counted,)] if counted else [])


async def test_deletion_during_the_opponents_move_is_complete(
    two: tuple[Bot, Bot], together: Lockstep
) -> None:
    first, second = two
    match_id = await first.begin()
    question = await first.matches.question(match_id, BO.id)
    assert question is not None
    privacy = Privacy(second.context)
    await together.run(
        privacy.forget(ADA.id),
        first.play.answer(
            first.press(), match_id, BO.id, question.id, random_choice(question, Chance("any"))
        ),
    )
    async with first.store.read() as reading:
        remaining = {table: rows_ for table, rows_ in (await reading.personal.rows(ADA.id)).items() if rows_}
    assert remaining == {}
    assert await rows(first.store, "SELECT COUNT(*) FROM seats WHERE person_id = ?", ADA.id) == [(0,)]


async def test_simultaneous_deletions_get_separate_stand_ins(
    two: tuple[Bot, Bot], together: Lockstep
) -> None:
    first, _ = two
    await first.begin()
    services = [Privacy(bot.context) for bot in two]
    ended = await together.run(services[0].forget(ADA.id), services[1].forget(BO.id))
    assert ended == [True, True]
    ids = await rows(first.store, "SELECT id FROM people ORDER BY id")
    assert ids == [(-2,), (-1,)]


async def test_an_alarm_runs_once(two: tuple[Bot, Bot], together: Lockstep) -> None:
    first, _ = two
    match_id = await first.begin()
    async with first.store.read() as reading:
        due = await reading.alarms.due(1 << 60, 99)
    assert due
    for bot in two:
        await bot.clock.move(TURN / 1000)
    await together.run(*(bot.ring() for bot in two))
    keys = await rows(first.store, "SELECT dedupe_key FROM outbox WHERE match_id = ?", match_id)
    assert not [key for key, times in Counter(keys).items() if times > 1]


async def test_no_note_is_claimed_twice(two: tuple[Bot, Bot], together: Lockstep) -> None:
    first, _ = two
    for n, guest in enumerate([BO, CY, Person(50, "Dee")]):
        await first.begin(guest, channel_id=CHANNEL + n)

    async def claim(bot: Bot) -> list[int]:
        async with bot.store.write() as tx:
            return [
                note.id
                for note in await tx.notes.claim(bot.outbox.owner, bot.clock.now(), bot.clock.now() + 9, 24)
            ]

    claimed = await together.run(*map(claim, two))
    notes = [note for listed in claimed for note in listed]
    assert notes and len(notes) == len(set(notes))
