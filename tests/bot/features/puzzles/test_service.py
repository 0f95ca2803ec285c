"""The daily puzzle of a server, single answers and ratings, and streaks."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest
from msgspec.structs import replace

from bot.errors import NotFound
from bot.features.puzzles.service import (
    Puzzles,
    PuzzleSnapshot,
    _displayed,
    _gain,
    _limit_loss,
    _rated,
    has_puzzles,
    streaks,
)
from bot.games.playable import PlayableGame
from bot.people.ratings import AT_FIRST
from bot.store.about import Everything
from bot.store.puzzles import Strength
from engine.kernel.ai.puzzles import Puzzle
from tests.bot.kit import ADA, BO, GUILD, Bot, lanterns
from tests.games.lantern_puzzles import lantern_puzzles, puzzling

ELSEWHERE = 601
DAY = 86_400
GAME = puzzling()


def puzzles_of(bot: Bot) -> Puzzles:
    return Puzzles(bot.store, bot.clock)


def wrong(puzzle: Puzzle) -> int:
    return (puzzle.best + 1) % len(puzzle.answers)


async def answer(
    bot: Bot, snapshot: PuzzleSnapshot, *, right: bool = True, person: int = ADA.id
) -> PuzzleSnapshot:
    place = snapshot.puzzle.best if right else wrong(snapshot.puzzle)
    return await puzzles_of(bot).answer(person, GUILD, GAME, snapshot.puzzle.key, snapshot.day, place)


async def test_everyone_on_a_server_has_the_same_puzzle_for_a_day(bot: Bot) -> None:
    service, keys = puzzles_of(bot), list[str]()
    for _ in lantern_puzzles().puzzles:
        snapshot = await service.of_today(ADA.id, GUILD, GAME)
        assert snapshot.day and snapshot.result is None
        assert (await service.of_today(BO.id, GUILD, GAME)).puzzle is snapshot.puzzle
        keys.append(snapshot.puzzle.key)
        await bot.clock.move(DAY)
    assert sorted(keys) == sorted(puzzle.key for puzzle in lantern_puzzles().puzzles)
    other_servers = {
        (await service.of_today(ADA.id, guild, GAME)).puzzle.key for guild in (*range(601, 612), None)
    }
    assert len(other_servers) > 1


async def test_each_answer_counts_once(bot: Bot) -> None:
    service = puzzles_of(bot)
    today = await service.of_today(ADA.id, GUILD, GAME)
    solved = (await answer(bot, today)).result
    assert solved is not None and solved.solved and solved.choice == today.puzzle.best
    assert solved.before == AT_FIRST < solved.after and solved.puzzle < AT_FIRST
    assert (solved.streak, solved.longest, solved.here) == (1, 1, 1)
    assert (await answer(bot, today, right=False)).result == solved
    assert (await service.of_today(ADA.id, GUILD, GAME)).result == solved
    assert (await service.of_today(BO.id, GUILD, GAME)).result is None, "no one sees other people's answers"
    failed = (await answer(bot, today, right=False, person=BO.id)).result
    assert failed is not None and not failed.solved and failed.after == AT_FIRST, (
        "a wrong answer loses nothing at first"
    )
    assert failed.puzzle > solved.puzzle and failed.here == 1


async def test_beginners_get_beginners_puzzles(bot: Bot) -> None:
    first, *other_puzzles = lantern_puzzles().puzzles
    easy = replace(first, rating=1000)
    game = replace(GAME, puzzles=lambda: replace(lantern_puzzles(), puzzles=(*other_puzzles, easy)))
    service = puzzles_of(bot)
    snapshot = await service.for_beginners(ADA.id, GUILD, game)
    assert snapshot is not None and (snapshot.puzzle, snapshot.day, snapshot.is_first) == (easy, "", True)
    await service.answer(ADA.id, GUILD, game, easy.key, "", easy.best)
    assert await service.for_beginners(ADA.id, GUILD, game) is None, "there is no other puzzle"


def test_a_wrong_answer_costs_at_most_the_gain_of_a_right_one() -> None:
    strong, weak = Strength(40.0, 2.0), Strength(20.0, 2.0)
    for puzzle in (strong, weak):
        gain = _gain(strong, puzzle)
        spared = _limit_loss(strong, _rated(strong, puzzle, solved=False)[0], gain)
        assert 0 <= _displayed(strong) - _displayed(spared) <= gain + 1
    assert _displayed(_limit_loss(None, Strength(20.0, 8.0), 0)) == AT_FIRST


async def test_a_puzzle_for_beginners_is_rated_lower_from_the_start(bot: Bot) -> None:
    """A wrong answer costs more, and a right one gains less."""
    easy = tuple(replace(puzzle, rating=1000) for puzzle in lantern_puzzles().puzzles)
    beginners = replace(GAME, puzzles=lambda: replace(lantern_puzzles(), puzzles=easy))
    changes: dict[int, int] = {}
    for rating, game in ((1000, beginners), (1500, GAME)):
        person = ADA.id if game is GAME else BO.id
        snapshot = await puzzles_of(bot).of_today(person, GUILD, game)
        snapshot = await puzzles_of(bot).answer(
            person, GUILD, game, snapshot.puzzle.key, snapshot.day, snapshot.puzzle.best
        )
        assert snapshot.result is not None
        changes[rating] = snapshot.result.after - snapshot.result.before
        if game is beginners:
            assert 900 < snapshot.result.puzzle < 1000
            async with bot.store.write(Everything()) as tx:
                await tx.puzzles.put_strength(game.name, snapshot.puzzle.key, Strength(25.0, 25 / 3))
    assert 0 < changes[1000] < changes[1500]


async def test_one_of_two_simultaneous_presses_counts(bot: Bot) -> None:
    today = await puzzles_of(bot).of_today(ADA.id, GUILD, GAME)
    looks = await asyncio.gather(*(answer(bot, today, right=right) for right in (True, False, True)))
    assert len({snapshot.result for snapshot in looks}) == 1
    assert (await puzzles_of(bot).record(ADA.id, GAME)).answered == 1  # type: ignore[union-attr]


async def test_only_the_first_answer_to_a_puzzle_is_rated(bot: Bot) -> None:
    service = puzzles_of(bot)
    first = (await answer(bot, await service.of_today(ADA.id, GUILD, GAME))).result
    await bot.clock.move(DAY * len(lantern_puzzles().puzzles))
    again = await service.of_today(ADA.id, GUILD, GAME)
    assert again.result is None, "it is again a daily puzzle"
    second = (await answer(bot, again, right=False)).result
    assert first is not None and second is not None
    assert (second.before, second.after, second.puzzle) == (0, 0, first.puzzle)
    rating = await service.record(ADA.id, GAME)
    assert rating is not None and (rating.answered, rating.rating) == (1, first.after)
    assert await service.record(BO.id, GAME) is None


async def test_other_puzzles_come_from_earlier_days_first(bot: Bot) -> None:
    service = puzzles_of(bot)
    today = await service.of_today(ADA.id, GUILD, GAME)
    await bot.clock.move(DAY)
    tomorrow = await service.of_today(ADA.id, GUILD, GAME)
    earlier = await service.another(ADA.id, GUILD, GAME)
    assert earlier is not None and earlier.puzzle is today.puzzle and earlier.day == ""
    answered = (await answer(bot, earlier)).result
    assert answered is not None and answered.after and (answered.streak, answered.here) == (0, 0)
    last = await service.another(ADA.id, GUILD, GAME)
    assert last is not None and last.puzzle not in (today.puzzle, tomorrow.puzzle)
    await answer(bot, last)
    assert await service.another(ADA.id, GUILD, GAME) is None


async def test_yesterdays_puzzle_is_an_ordinary_one(bot: Bot) -> None:
    """Its message may still exist, but answering there does not count as a daily puzzle."""
    service = puzzles_of(bot)
    yesterday = await service.of_today(ADA.id, GUILD, GAME)
    await bot.clock.move(DAY)
    assert (await answer(bot, yesterday)).day == ""
    today = await service.of_today(ADA.id, GUILD, GAME)
    assert (await service.snapshot(ADA.id, GUILD, GAME, yesterday.puzzle.key, today.day)).day == ""
    assert (await service.snapshot(ADA.id, GUILD, GAME, today.puzzle.key, today.day)).day == today.day


async def test_days_in_a_row(bot: Bot) -> None:
    service = puzzles_of(bot)
    streaks: list[tuple[int, int]] = []
    for right, pause in ((True, 1), (False, 1), (True, 3), (True, 1)):
        result = (await answer(bot, await service.of_today(ADA.id, GUILD, GAME), right=right)).result
        assert result is not None
        streaks.append((result.streak, result.longest))
        await bot.clock.move(DAY * pause)
    assert streaks == [(1, 1), (2, 2), (3, 3), (1, 3)]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], (0, 0)),
        (["2026-11-23"], (1, 1)),
        (["2026-11-21", "2026-11-22"], (2, 2)),
        (["2026-11-20", "2026-11-21"], (0, 2)),
        (["2026-02-27", "2026-02-28", "2026-03-01", "2026-11-23"], (1, 3)),
    ],
)
def test_streaks(days: list[str], expected: tuple[int, int]) -> None:
    assert streaks(days, date(2026, 11, 23)) == expected


async def test_unknown_puzzles_are_refused(bot: Bot) -> None:
    service, old = puzzles_of(bot), lantern_puzzles().puzzles[0]
    with pytest.raises(NotFound, match="no puzzles for Lanterns"):
        await service.of_today(ADA.id, GUILD, lanterns())
    key = (await service.of_today(ADA.id, GUILD, GAME)).puzzle.key
    for named, place in (("nothing", 0), (key, 99), (key, -1)):
        with pytest.raises(NotFound):
            await service.answer(ADA.id, GUILD, GAME, named, "", place)
    assert await service.record(ADA.id, GAME) is None
    changed = with_puzzles(replace(old, rules="0"))
    assert has_puzzles(GAME) and not has_puzzles(changed), "the rules were different then"
    with pytest.raises(NotFound, match="no longer exists"):
        await service.of_today(ADA.id, GUILD, with_puzzles(replace(old, save=b"damaged")))


def with_puzzles(*puzzles: Puzzle) -> PlayableGame:
    return replace(GAME, puzzles=lambda: replace(lantern_puzzles(), puzzles=puzzles))


async def test_solutions_belong_to_a_person_and_are_deleted_with_them(bot: Bot) -> None:
    today = await puzzles_of(bot).of_today(ADA.id, GUILD, GAME)
    await answer(bot, today)
    await answer(bot, today, person=BO.id)
    async with bot.store.write(Everything()) as tx:
        rows = await tx.personal.rows(ADA.id)
        assert [row["puzzle"] for row in rows["puzzle_answers"]] == [today.puzzle.key]
        assert len(rows["puzzle_solvers"]) == 1
        await tx.personal.forget(ADA.id, ADA.name, 0)
    assert await puzzles_of(bot).record(ADA.id, GAME) is None
    assert await puzzles_of(bot).record(BO.id, GAME) is not None
