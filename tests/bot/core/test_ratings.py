"""Rated matches change ratings, each once, on their own server, and not without end between the same two."""

from __future__ import annotations

import asyncio

from bot.clocks import NO_CLOCK, Control
from bot.clocks.control import DAY
from bot.games import Games
from bot.ladder import Ladder
from bot.looks import Person
from bot.rating import AT_FIRST, FEWEST, PER_WEEK, SETTLED, TOO_OFTEN, TOO_SHORT, rate
from engine.kernel.chance import Chance
from engine.kernel.position import Outcome
from tests.bot.core.kit import ADA, BO, CHANNEL, CY, GUILD, Bot, lanterns

ELSEWHERE = 601
EACH = Control("each", DAY)


def ladder_of(bot: Bot) -> Ladder:
    return Ladder(bot.store, Games.of(lanterns()))


async def begin(
    bot: Bot, one: Person = ADA, other: Person = BO, *, guild: int = GUILD, rated: bool = True,
    control: Control = NO_CLOCK, answers: int = FEWEST,
) -> int:  # fmt: skip
    table = await bot.matches.challenge(
        bot.press(),
        one,
        other,
        guild_id=guild,
        channel_id=CHANNEL,
        deck="Harbour",
        control=control,
        rated=rated,
    )
    await bot.matches.accept(bot.press(), table.match_id, other, "Garden")
    for n in range(answers):
        assert await bot.answer_anything(table.match_id, Chance(f"rated {n}"))
    return table.match_id


async def won(bot: Bot, winner: Person, loser: Person, **given: object) -> int:
    match_id = await begin(bot, winner, loser, **given)  # type: ignore[arg-type]
    await bot.matches.resign(bot.press(), match_id, loser.id)
    return match_id


async def shown(bot: Bot, person: Person, guild: int = GUILD) -> int:
    rank = await ladder_of(bot).of(person.id, guild)
    return AT_FIRST if rank is None else rank.shown


async def test_a_rated_win_moves_both_and_is_remembered(bot: Bot) -> None:
    match_id = await won(bot, ADA, BO)
    ada, bo = await shown(bot, ADA), await shown(bot, BO)
    assert ada > AT_FIRST > bo
    rated = await ladder_of(bot).of_match(match_id)
    assert rated is not None
    assert (rated.people, rated.before, rated.after) == ((ADA.id, BO.id), (AT_FIRST, AT_FIRST), (ada, bo))


async def test_a_casual_match_changes_nothing(bot: Bot) -> None:
    match_id = await won(bot, ADA, BO, rated=False)
    assert await ladder_of(bot).of(ADA.id, GUILD) is None
    assert await ladder_of(bot).of_match(match_id) is None


async def test_beating_somebody_strong_is_worth_more(bot: Bot) -> None:
    for _ in range(PER_WEEK):
        await won(bot, ADA, CY)
    before = await shown(bot, ADA)
    first = await won(bot, BO, ADA)
    rated = await ladder_of(bot).of_match(first)
    assert rated is not None
    assert await shown(bot, ADA) < before
    fresh = await ladder_of(bot).of_match(await won(bot, Person(55, "Di"), Person(66, "Ed")))
    assert fresh is not None
    assert rated.after[0] - rated.before[0] > fresh.after[0] - fresh.before[0]


async def test_the_same_resignation_twice_counts_once(bot: Bot) -> None:
    match_id = await begin(bot)
    press = bot.press()
    await bot.matches.resign(press, match_id, BO.id)
    once = await shown(bot, ADA)
    await bot.matches.resign(press, match_id, BO.id)
    assert await shown(bot, ADA) == once
    rank = await ladder_of(bot).of(ADA.id, GUILD)
    assert rank is not None and rank.matches == 1


async def test_many_at_once_end_a_match_once(bot: Bot) -> None:
    match_id = await begin(bot)
    ended = await asyncio.gather(
        *(bot.matches.resign(bot.press(), match_id, person.id) for person in (ADA, BO) * 3),
        return_exceptions=True,
    )
    assert sum(not isinstance(one, BaseException) for one in ended) == 1
    rank = await ladder_of(bot).of(ADA.id, GUILD)
    assert rank is not None and rank.matches == 1


async def test_a_match_that_is_played_to_its_end_counts(bot: Bot) -> None:
    match_id = await begin(bot)
    dice = Chance("whole")
    while (look := await bot.matches.look_public(match_id)).outcome is None:
        assert await ladder_of(bot).of_match(match_id) is None
        await bot.answer_anything(match_id, dice)
    rated = await ladder_of(bot).of_match(match_id)
    assert rated is not None and rated.why_not == ""
    if look.outcome.winners:
        assert rated.after[look.outcome.winners[0]] > AT_FIRST


async def test_a_match_that_ends_by_time_counts(bot: Bot) -> None:
    match_id = await begin(bot, control=EACH)
    late = (await bot.matches.look_public(match_id)).awaited[0].seat
    await bot.clock.move(2 * DAY / 1000)
    alarms = bot.alarms()
    await alarms.ring()
    await alarms.ring()
    rated = await ladder_of(bot).of_match(match_id)
    assert rated is not None
    assert rated.after[late] < AT_FIRST < rated.after[1 - late]


async def test_the_same_two_count_three_times_a_week(bot: Bot) -> None:
    for n in range(PER_WEEK):
        await won(bot, *((ADA, BO) if n % 2 else (BO, ADA)))
    before = (await shown(bot, ADA), await shown(bot, BO))
    fourth = await ladder_of(bot).of_match(await won(bot, ADA, BO))
    assert fourth is not None and fourth.why_not == TOO_OFTEN
    assert (await shown(bot, ADA), await shown(bot, BO)) == before
    with_somebody_else = await ladder_of(bot).of_match(await won(bot, ADA, CY))
    assert with_somebody_else is not None and with_somebody_else.why_not == ""
    await bot.clock.move(7 * DAY / 1000)
    later = await ladder_of(bot).of_match(await won(bot, ADA, BO))
    assert later is not None and later.why_not == ""


async def test_a_match_that_was_hardly_played_does_not_count(bot: Bot) -> None:
    match_id = await won(bot, ADA, BO, answers=FEWEST - 1)
    rated = await ladder_of(bot).of_match(match_id)
    assert rated is not None and rated.why_not == TOO_SHORT
    assert await ladder_of(bot).of(ADA.id, GUILD) is None


async def test_every_server_has_ratings_of_its_own(bot: Bot) -> None:
    for _ in range(PER_WEEK):
        await won(bot, ADA, BO, guild=ELSEWHERE)
    assert await shown(bot, ADA) == AT_FIRST
    assert await shown(bot, ADA, ELSEWHERE) > AT_FIRST
    assert (await ladder_of(bot).board(GUILD, ADA.id)).ranks == ()


async def test_the_leaderboard_is_in_order_and_in_pages(bot: Bot) -> None:
    people = [Person(1000 + n, f"Person {n}") for n in range(16)]
    for n in range(0, 16, 2):
        await won(bot, people[n], people[n + 1])
    for _ in range(SETTLED - 1):
        await bot.clock.move(7 * DAY / 1000)
        await won(bot, people[0], people[1])
    first = await ladder_of(bot).board(GUILD, people[15].id)
    second = await ladder_of(bot).board(GUILD, people[15].id, page=2)
    assert (first.pages, len(first.ranks), len(second.ranks)) == (2, 15, 1)
    ranks = [*first.ranks, *second.ranks]
    assert [r.shown for r in ranks] == sorted((r.shown for r in ranks), reverse=True)
    assert (ranks[0].name, ranks[0].place, ranks[0].is_new) == ("Person 0", 1, False)
    assert {r.place for r in ranks[1:8]} == {2}, "the same rating, the same place"
    assert ranks[8].place == 9 and ranks[1].is_new
    assert ranks[-1].person == people[1].id
    assert first.own is not None and first.own.place == 9


async def test_a_match_without_a_result_counts_nowhere(bot: Bot) -> None:
    match_id = await begin(bot)
    async with bot.store.write() as tx:
        row = await tx.match(match_id, data=True)
        assert row is not None
        await rate(tx, row, Outcome((), "moderator"), FEWEST, bot.clock.now())
    assert await ladder_of(bot).of_match(match_id) is None
    assert await ladder_of(bot).of(ADA.id, GUILD) is None
