"""The bot's levels: its search starts after the person's answer was shown, and a lost search loses nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import BadOpponent, NotFound, NotYourMatch, Refusal
from bot.features.hints.service import Hint, Hints
from bot.games.dreams_of_dystopia import dreams_of_dystopia
from bot.games.playable import PlayableGame
from bot.match import practice_opponent
from bot.search.pool import LIMITS, Urgency
from bot.search.worker import Died
from bot.store.match_status import MatchStatus
from bot.views.types import ActResult
from engine.dreams_of_dystopia.topics import OptionVerb
from engine.kernel.ai.levels import HARD, MEDIUM
from engine.kernel.chance import Chance
from engine.kernel.question import QuestionKind, check, random_choice
from tests.bot.kit import ADA, BO, CHANNEL, CY, SEED, Bot, HandClock, open_bot
from tests.bot.match.test_practice import HOUSE, acts_of_the_house
from tests.bot.search.workers import ByHand
from tests.games import registry
from tests.games.vigil.search import VIGIL_THINKING


def vigil() -> PlayableGame:
    """Vigil, with a bot that searches."""
    return replace(registry.vigil(), thinking=VIGIL_THINKING)


@pytest.fixture
def workers() -> list[ByHand]:
    return []


@pytest.fixture
async def club(tmp_path: Path, workers: list[ByHand]) -> AsyncGenerator[Bot]:
    async with opened(tmp_path, workers) as bot:
        yield bot


def opened(folder: Path, workers: list[ByHand], pressed: int = 0, clock: HandClock | None = None):  # type: ignore[no-untyped-def]
    def start() -> ByHand:
        workers.append(ByHand())
        return workers[-1]

    lots = count()
    return open_bot(
        folder / "bot.sqlite3",
        game=vigil(),
        worker=start,
        lot=lambda: Chance(f"lot {next(lots)}"),
        pressed=pressed,
        clock=clock,
    )


async def begin(bot: Bot, level: str = "", *others: object) -> int:
    return (await bot.challenge(HOUSE, deck="", level=level)).match_id


async def answer(bot: Bot, match_id: int, dice: Chance) -> ActResult:
    """Give a random answer of Ada's."""
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    return await bot.play.answer(bot.press(), match_id, ADA.id, question.id, random_choice(question, dice))


async def until_busy(workers: list[ByHand]) -> ByHand:
    """Wait until a search is running."""
    await until(lambda: bool(workers) and workers[-1].is_busy)
    return workers[-1]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - no event tells when a worker has begun
            await asyncio.sleep(0)


async def think_on(bot: Bot, match_id: int, workers: list[ByHand]) -> None:
    """Run searches until it is no longer the bot's move."""
    idle = asyncio.ensure_future(bot.practising.rested(match_id))
    async with asyncio.timeout(60):
        while not idle.done():
            if workers and workers[-1].is_busy:
                workers[-1].finish()
            await asyncio.sleep(0)


async def test_the_search_starts_after_the_persons_answer(club: Bot, workers: list[ByHand]) -> None:
    match_id, dice = await begin(club, "hard"), Chance("Ada")
    await think_on(club, match_id, workers)
    waited = 0
    while (await club.matches.table(match_id)).status is MatchStatus.PLAYING:
        result = await answer(club, match_id, dice)
        if result.snapshot.question is None and result.snapshot.outcome is None:
            worker = await until_busy(workers)
            waited += 1
            assert [seat.person.id for seat in result.snapshot.awaited] == [HOUSE.id]
            [thinking, knowledge, seat, level, seed] = worker.begun[-1]
            assert thinking is VIGIL_THINKING and seat == 1 and level == HARD
            assert isinstance(knowledge, bytes) and SEED.encode() not in knowledge and SEED not in seed
        await think_on(club, match_id, workers)
    assert waited > 1 and len(workers) == 1
    answers = [act for act in await acts_of_the_house(club, match_id) if act.kind == "answer"]  # type: ignore[attr-defined]
    assert len(answers) == len(workers[0].begun)
    seeds = [args[-1] for args in workers[0].begun]
    assert len(set(seeds)) == len(seeds), "separate randomness for every search"
    await club.deliver()
    assert "ask" not in club.paper.kinds(), "the player is present"


async def test_the_level_is_stored_and_used_in_a_rematch(club: Bot, tmp_path: Path) -> None:
    match_id = await begin(club)
    assert (await club.matches.table(match_id)).level == MEDIUM.key == "medium"
    await club.play.resign(club.press(), match_id, ADA.id)
    match_id = await begin(club, "easy")
    await club.play.resign(club.press(), match_id, ADA.id)
    again = await club.rematches.rematch(club.press(), match_id, ADA)
    assert again.table.level == "easy"
    async with open_bot(tmp_path / "plain.sqlite3", game=registry.vigil()) as plain:
        assert (await plain.challenge(HOUSE, deck="")).level == ""
        await plain.play.resign(plain.press(), 1, ADA.id)
        with pytest.raises(BadOpponent, match="at one level only"):
            await plain.challenge(HOUSE, deck="", level="hard")


async def test_unknown_levels_are_refused(club: Bot) -> None:
    with pytest.raises(BadOpponent, match="You can choose Easy, Medium or Hard"):
        await begin(club, "impossible")
    with pytest.raises(BadOpponent, match="A level only applies to me"):
        await club.challenge(BO, deck="", level="hard")
    several = await club.challenge(HOUSE, CY, deck="")
    assert several.level == "medium"


async def test_each_of_several_bots_knows_only_its_own_seat(club: Bot, workers: list[ByHand]) -> None:
    opponents = practice_opponent.each_by_itself([HOUSE, HOUSE, HOUSE])
    match_id = (await club.challenge(*opponents, deck="", level="medium")).match_id
    dice, names = Chance("Ada"), (await club.matches.table(match_id)).names
    assert len({*names}) == 4 and names[2:] == (f"{HOUSE.name} II", f"{HOUSE.name} III")
    await think_on(club, match_id, workers)
    while await club.matches.question(match_id, ADA.id) is not None:
        await answer(club, match_id, dice)
        await think_on(club, match_id, workers)
    assert (await club.matches.table(match_id)).status is MatchStatus.OVER
    assert {seat for worker in workers for _, _, seat, _, _ in worker.begun} == {1, 2, 3}


async def test_the_easiest_level_answers_at_once(club: Bot, workers: list[ByHand]) -> None:
    match_id, dice = await begin(club, "easy"), Chance("Ada")
    while (await club.matches.table(match_id)).status is MatchStatus.PLAYING:
        result = await answer(club, match_id, dice)
        assert result.snapshot.question is not None or result.snapshot.outcome is not None
    assert not workers


@pytest.mark.parametrize("how", ["died", "took too long"])
async def test_a_failed_search_is_replaced_by_an_answer_without_search(
    club: Bot, workers: list[ByHand], how: str
) -> None:
    match_id = await begin(club)
    before = len(await acts_of_the_house(club, match_id))
    await answer_until_a_search_starts(club, match_id, workers)
    if how == "died":
        workers[-1].finish(Died())
    else:
        clock = club.practising._pool._clock
        await clock.move(LIMITS[Urgency.AWAITED] / 1000)  # type: ignore[attr-defined]
        await until(lambda: workers[0].is_dropped)
    await think_on(club, match_id, workers)
    assert len(await acts_of_the_house(club, match_id)) > before
    assert workers[0].is_ended is (how == "died")


async def answer_until_a_search_starts(bot: Bot, match_id: int, workers: list[ByHand]) -> ByHand:
    for n in range(20):
        if await bot.matches.question(match_id, ADA.id) is None:
            break
        await answer(bot, match_id, Chance(f"Ada {n}"))
    return await until_busy(workers)


@pytest.mark.parametrize("how", ["given up", "taken back"])
async def test_an_unneeded_search_is_cancelled(club: Bot, workers: list[ByHand], how: str) -> None:
    match_id = await begin(club)
    worker = await answer_until_a_search_starts(club, match_id, workers)
    before = len(await acts_of_the_house(club, match_id))
    if how == "given up":
        await club.play.resign(club.press(), match_id, ADA.id)
    else:
        await club.undo.undo(club.press(), match_id, ADA.id, late=True)
        assert await club.matches.question(match_id, ADA.id) is not None
    await until(lambda: worker.is_dropped)
    worker.finish()
    await think_on(club, match_id, workers)
    assert len(await acts_of_the_house(club, match_id)) == before


async def test_the_search_restarts_after_a_crash_and_notifies_the_person(tmp_path: Path) -> None:
    workers: list[ByHand] = []
    clock = HandClock()
    async with opened(tmp_path, workers, clock=clock) as bot:
        match_id = await begin(bot, "hard")
        await answer_until_a_search_starts(bot, match_id, workers)
        before = len(await acts_of_the_house(bot, match_id))
    assert workers[-1].is_ended
    for pressed in (100, 200):
        async with opened(tmp_path, workers, pressed, clock) as bot:
            await bot.ring()
            assert workers[-1].is_ended, "not before its turn"
            await bot.turn()
            await until_busy(workers)
            assert len(await acts_of_the_house(bot, match_id)) == before
            if pressed == 100:
                continue  # It dies again, during the search.
            await think_on(bot, match_id, workers)
            assert len(await acts_of_the_house(bot, match_id)) > before
            assert await bot.matches.question(match_id, ADA.id) is not None
            await bot.deliver()
            assert "ask" in bot.paper.kinds(), "the player may be absent"


async def answer_until_a_number_is_asked(club: Bot, match_id: int) -> None:
    """Answer for Ada until she is asked for a number."""
    for n in range(30):
        question = await club.matches.question(match_id, ADA.id)
        if question is None or question.kind is QuestionKind.NUMBER:
            break
        await answer(club, match_id, Chance(f"Ada {n}"))


async def hint_for_ada(hints: Hints, match_id: int, workers: list[ByHand]) -> Hint:
    """Request a hint for Ada, and finish its search, if any."""
    request = asyncio.ensure_future(hints.of(match_id, ADA.id))
    await until(lambda: request.done() or (bool(workers) and workers[-1].is_busy))
    if not request.done():
        workers[-1].finish()
    return await request


async def test_a_hint_names_the_two_best_answers_and_the_reason(club: Bot, workers: list[ByHand]) -> None:
    hints = Hints(club.store, club.games, club.practising._pool, lambda: Chance("hint"))
    match_id = await begin(club, "easy")
    await answer_until_a_number_is_asked(club, match_id)
    request = asyncio.ensure_future(hints.of(match_id, ADA.id))
    worker = await until_busy(workers)
    [thinking, knowledge, seat, _] = worker.begun[-1]
    assert thinking is VIGIL_THINKING and seat == 0 and SEED.encode() not in knowledge
    worker.finish(Died())
    with pytest.raises(Refusal, match="I can't find a hint"):
        await request
    hint = await hint_for_ada(hints, match_id, workers)
    best, second_best = hint.answers
    assert best.words != second_best.words and hint.advice is not None
    assert (best.choice, second_best.choice) == (hint.advice.choice, hint.advice.other)
    assert [str(reason) for answer in hint.answers for reason in answer.reasons]


async def test_the_same_question_has_the_same_hint(club: Bot, workers: list[ByHand]) -> None:
    lots = count()
    hints = Hints(club.store, club.games, club.practising._pool, lambda: Chance(f"hint {next(lots)}"))
    match_id = await begin(club, "easy")
    await answer_until_a_number_is_asked(club, match_id)
    first = await hint_for_ada(hints, match_id, workers)
    begun = len(workers[-1].begun)
    assert await hint_for_ada(hints, match_id, workers) == first and len(workers[-1].begun) == begun
    await club.play.answer(club.press(), match_id, ADA.id, first.question.id, ("0",))
    await club.undo.undo(club.press(), match_id, ADA.id, late=True)
    again = await hint_for_ada(hints, match_id, workers)
    assert again.advice == first.advice, "after a take-back it is the same question with another id"
    assert again.question.id != first.question.id and len(workers[-1].begun) == begun
    await club.play.answer(club.press(), match_id, ADA.id, again.question.id, ("1",))
    assert (await hint_for_ada(hints, match_id, workers)).question.id != again.question.id
    assert len(workers[-1].begun) > begun


async def ask_twice(hints: Hints, match_id: int) -> list[asyncio.Future[Hint]]:
    """Request two hints for Ada, and wait until both wait for the same search."""
    requests = [asyncio.ensure_future(hints.of(match_id, ADA.id)) for _ in range(2)]
    await until(lambda: [thought.waiting for thought in hints._searches.values()] == [2])
    return requests


async def test_two_requests_share_a_hint_and_decided_questions_have_none(
    club: Bot, workers: list[ByHand]
) -> None:
    hints = Hints(club.store, club.games, club.practising._pool, lambda: Chance("hint"))
    match_id = await begin(club, "easy")
    await answer_until_a_number_is_asked(club, match_id)
    requests = await ask_twice(hints, match_id)
    worker = await until_busy(workers)
    worker.finish()
    hint, same_hint = await asyncio.gather(*requests)
    assert hint == same_hint and len(worker.begun) == 1
    await answer(club, match_id, Chance("Ada"))
    await answer_until_a_number_is_asked(club, match_id)
    late = asyncio.ensure_future(hints.of(match_id, ADA.id))
    worker = await until_busy(workers)
    await answer(club, match_id, Chance("Ada"))
    worker.finish()
    with pytest.raises(Refusal, match="already decided that"):
        await late


async def test_an_abandoned_hint_is_not_searched(club: Bot, workers: list[ByHand]) -> None:
    hints = Hints(club.store, club.games, club.practising._pool, lambda: Chance("hint"))
    match_id = await begin(club, "easy")
    await answer_until_a_number_is_asked(club, match_id)
    requests = await ask_twice(hints, match_id)
    requests[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await requests[0]
    assert not workers[-1].is_dropped, "the other request still waits"
    requests[1].cancel()
    with pytest.raises(asyncio.CancelledError):
        await requests[1]
    await until(lambda: workers[-1].is_dropped)
    again = asyncio.ensure_future(hints.of(match_id, ADA.id))
    await until(lambda: bool(hints._searches))
    workers[-1].finish()
    await until(lambda: workers[-1].is_busy)
    workers[-1].finish()
    assert (await again).answers


async def test_a_person_has_one_hint_at_a_time(club: Bot, workers: list[ByHand]) -> None:
    hints = Hints(club.store, club.games, club.practising._pool, lambda: Chance("hint"))
    matches = [
        (await club.challenge(HOUSE, deck="", level="easy", channel_id=CHANNEL + n)).match_id for n in (0, 1)
    ]
    first = asyncio.ensure_future(hints.of(matches[0], ADA.id))
    worker = await until_busy(workers)
    second = asyncio.ensure_future(hints.of(matches[1], ADA.id))
    with pytest.raises(Refusal, match="one at a time"):
        await first
    worker.finish()
    await until(lambda: worker.is_busy)
    worker.finish()
    await second


async def test_there_are_no_hints_in_matches_between_people(club: Bot) -> None:
    hints = Hints(club.store, club.games, club.practising._pool, lambda: Chance("hint"))
    match_id = await club.begin(BO, deck="")
    with pytest.raises(Refusal, match="only available in practice"):
        await hints.of(match_id, ADA.id)
    practice = await begin(club, "easy")
    with pytest.raises(NotYourMatch):
        await hints.of(practice, BO.id)
    await club.play.resign(club.press(), practice, ADA.id)
    with pytest.raises(NotFound, match="no question to answer"):
        await hints.of(practice, ADA.id)


async def test_a_hint_in_a_prepared_turn_is_about_its_next_step(tmp_path: Path) -> None:
    """In Dreams of Dystopia, a press only adds to the turn, which is given later and can be changed until then."""
    game, dice = dreams_of_dystopia(), Chance("a turn")
    async with open_bot(tmp_path / "bot.sqlite3", game=game) as bot:
        hints = Hints(bot.store, bot.games, bot.practising._pool, lambda: Chance("hint"))
        match_id = await begin(bot, "easy")
        for _ in range(60):
            snapshot = await bot.matches.panel_snapshot(match_id, ADA.id)
            assert snapshot.question is not None
            if snapshot.sheet is not None and snapshot.sheet.steps:
                break
            uses = [
                option.key
                for option in snapshot.question.options
                if option.verb in (OptionVerb.DEED, OptionVerb.ABILITY)
            ]
            choice = (uses[0],) if uses else random_choice(snapshot.question, dice)
            await bot.play.answer(bot.press(), match_id, ADA.id, snapshot.question.id, choice)
        async with bot.store.read() as store:
            row = await store.matches.existing(match_id)
        hint = await hints.of(match_id, ADA.id)
        assert snapshot.question.id == hint.question.id != row.seats[0].reminder.question
        for way in hint.answers:
            check(snapshot.question, way.choice)
