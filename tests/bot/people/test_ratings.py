"""Rated matches change ratings once each, per server, and less with each repetition of an opponent."""

from __future__ import annotations

import asyncio
import json

from bot.clocks import NO_CLOCK, TimeControl
from bot.clocks.control import DAY
from bot.discord.match_text import sort_line
from bot.features.endings.ended import Results
from bot.features.privacy.own_data import Privacy
from bot.features.ratings.commands import Leaderboards
from bot.people import ratings
from bot.people.ratings import AT_FIRST, LEAVES, LEFT, LEFT_WITHIN, SETTLED, TOO_SHORT, replayed, void
from bot.store.about import Everything
from bot.store.person import Person
from bot.store.rows import RatedRow
from bot.store.servers import ServerRules
from cards.i18n import ENGLISH as ENGLISH_TEXTS
from engine.kernel.chance import Chance
from tests.bot.kit import ADA, BO, CY, GUILD, Bot, open_bot

ELSEWHERE = 601
EACH = TimeControl("each", DAY)


def ladder_of(bot: Bot) -> Leaderboards:
    return Leaderboards(bot.store)


async def begin(
    bot: Bot, one: Person = ADA, *others: Person, guild: int = GUILD, rated: bool = True,
    control: TimeControl = NO_CLOCK, round: int = 2,
) -> int:  # fmt: skip
    others = others or (BO,)
    table = await bot.challenge(*others, one=one, guild_id=guild, control=control, rated=rated)
    for opponent in others:
        await bot.challenges.accept(bot.press(), table.match_id, opponent, "Garden")
    dice = Chance("rated")
    while (await bot.matches.public_snapshot(table.match_id)).view.round < round:
        assert await bot.answer_anything(table.match_id, dice)
    return table.match_id


async def won(bot: Bot, winner: Person, loser: Person, **options: object) -> int:
    match_id = await begin(bot, winner, loser, **options)  # type: ignore[arg-type]
    await bot.play.resign(bot.press(), match_id, loser.id)
    return match_id


async def shown_rating(bot: Bot, person: Person, guild: int = GUILD) -> int:
    rank = await ladder_of(bot).of(person.id, guild, bot.game)
    return AT_FIRST if rank is None else rank.shown


async def test_a_rated_win_changes_both_ratings_and_is_stored(bot: Bot) -> None:
    match_id = await won(bot, ADA, BO)
    ada, bo = await shown_rating(bot, ADA), await shown_rating(bot, BO)
    assert ada > AT_FIRST > bo
    rated = await Results(bot.store).rated(match_id)
    assert rated is not None
    assert [(seat.person_id, seat.before, seat.after) for seat in rated.seats] == [
        (ADA.id, AT_FIRST, ada),
        (BO.id, AT_FIRST, bo),
    ]


async def test_a_casual_match_changes_nothing(bot: Bot) -> None:
    match_id = await won(bot, ADA, BO, rated=False)
    assert await ladder_of(bot).of(ADA.id, GUILD, bot.game) is None
    assert await Results(bot.store).rated(match_id) is None


async def test_beating_a_strong_player_is_worth_more(bot: Bot) -> None:
    for _ in range(3):
        await won(bot, ADA, CY)
    before = await shown_rating(bot, ADA)
    first = await won(bot, BO, ADA)
    rated = await Results(bot.store).rated(first)
    assert rated is not None
    assert await shown_rating(bot, ADA) < before
    fresh = await Results(bot.store).rated(await won(bot, Person(55, "Di"), Person(66, "Ed")))
    assert fresh is not None
    assert rated.seats[0].after - rated.seats[0].before > fresh.seats[0].after - fresh.seats[0].before


async def test_the_same_resignation_twice_counts_once(bot: Bot) -> None:
    match_id = await begin(bot)
    press = bot.press()
    await bot.play.resign(press, match_id, BO.id)
    once = await shown_rating(bot, ADA)
    await bot.play.resign(press, match_id, BO.id)
    assert await shown_rating(bot, ADA) == once
    rank = await ladder_of(bot).of(ADA.id, GUILD, bot.game)
    assert rank is not None and rank.matches == 1


async def test_concurrent_resignations_end_a_match_once(bot: Bot) -> None:
    match_id = await begin(bot)
    ended = await asyncio.gather(
        *(bot.play.resign(bot.press(), match_id, person.id) for person in (ADA, BO) * 3),
        return_exceptions=True,
    )
    assert sum(not isinstance(result, BaseException) for result in ended) == 1
    rank = await ladder_of(bot).of(ADA.id, GUILD, bot.game)
    assert rank is not None and rank.matches == 1


async def test_a_completed_match_counts(bot: Bot) -> None:
    match_id = await begin(bot)
    dice = Chance("whole")
    while (look := await bot.matches.public_snapshot(match_id)).outcome is None:
        assert await Results(bot.store).rated(match_id) is None
        await bot.answer_anything(match_id, dice)
    rated = await Results(bot.store).rated(match_id)
    assert rated is not None and rated.why_not == ""
    if look.outcome.winners:
        assert rated.seats[look.outcome.winners[0]].after > AT_FIRST


async def test_a_match_lost_on_time_counts(bot: Bot) -> None:
    match_id = await begin(bot, control=EACH)
    late = (await bot.matches.public_snapshot(match_id)).awaited[0].seat
    await bot.clock.move(2 * DAY / 1000)
    alarms = bot.alarms()
    await alarms.run_due()
    await alarms.run_due()
    rated = await Results(bot.store).rated(match_id)
    assert rated is not None
    assert rated.seats[late].after < AT_FIRST < rated.seats[1 - late].after


async def change(bot: Bot, match_id: int, person: Person) -> int:
    """Return the change of a person's rating by a match, as shown."""
    rated = await Results(bot.store).rated(match_id)
    assert rated is not None
    (seat,) = (seat for seat in rated.seats if seat.person_id == person.id)
    return seat.after - seat.before


async def why_not(bot: Bot, match_id: int) -> str:
    rated = await Results(bot.store).rated(match_id)
    assert rated is not None
    return rated.why_not


async def rules(bot: Bot, **changed: object) -> None:
    async with bot.store.write(Everything()) as tx:
        await tx.servers.store(GUILD, ServerRules(**changed))  # type: ignore[arg-type]


async def test_the_nth_match_of_two_players_counts_for_one_nth(bot: Bot) -> None:
    async with open_bot(bot.path.with_name("whole.sqlite3")) as whole:
        await rules(whole, rated_pair=0)
        for n in range(1, 5):
            ada, bo = (ADA, BO) if n % 2 else (BO, ADA)
            # Both bots have the same ratings before each match, so that single matches can be compared.
            counted = await won(bot, ada, bo)
            rated = await Results(bot.store).rated(counted)
            assert rated is not None and rated.part == 1 / n
            full = await change(whole, await won(whole, ada, bo), ADA)
            assert abs(await change(bot, counted, ADA) - full / n) <= 1
            async with bot.store.read() as store:
                now = [await store.ratings.of(GUILD, "lanterns", person.id) for person in (ADA, BO)]
            async with whole.store.write(Everything()) as tx:
                await tx.ratings.store([rating for rating in now if rating is not None])


async def test_after_the_servers_number_of_days_matches_count_fully_again(bot: Bot) -> None:
    first = await won(bot, ADA, BO)
    second = await won(bot, BO, ADA)
    await bot.clock.move(30 * DAY / 1000)
    third = await won(bot, ADA, BO)
    parts = [(await Results(bot.store).rated(match_id)).part for match_id in (first, second, third)]  # type: ignore[union-attr]
    assert parts == [1, 1 / 2, 1]


async def test_at_most_ten_matches_a_day_count_for_each_player(bot: Bot) -> None:
    opponents = [Person(1000 + n, f"Person {n}") for n in range(11)]
    for opponent in opponents[:10]:
        assert await why_not(bot, await won(bot, ADA, opponent)) == ""
    before = await shown_rating(bot, ADA)
    assert await why_not(bot, await won(bot, ADA, opponents[10])) == ratings.TOO_MANY
    assert await why_not(bot, await won(bot, opponents[10], ADA)) == ratings.TOO_MANY, (
        "a loss doesn't count either"
    )
    assert await shown_rating(bot, ADA) == before
    assert await why_not(bot, await won(bot, opponents[10], opponents[9])) == "", "others are unaffected"
    await bot.clock.move(DAY / 1000)
    assert await why_not(bot, await won(bot, ADA, opponents[10])) == ""


async def test_counting_never_depends_on_the_course_of_the_match(bot: Bot) -> None:
    """Ten agreed draws on a day; the match that began before them still counts."""
    opponents = [Person(1000 + n, f"Person {n}") for n in range(11)]
    pending = await begin(bot, ADA, opponents[10])
    for opponent in opponents[:10]:
        match_id = await begin(bot, ADA, opponent)
        await bot.agreements.draw(bot.press(), match_id, ADA.id)
        await bot.agreements.draw(bot.press(), match_id, opponent.id)
    table = await bot.matches.table(pending)
    assert table.unrated == ""
    await bot.play.resign(bot.press(), pending, ADA.id)
    assert await why_not(bot, pending) == "" and await change(bot, pending, ADA) < 0
    # The limit is determined at the beginning, before anyone has decided anything.
    over = await begin(bot, ADA, opponents[10], round=0)
    table = await bot.matches.table(over)
    assert table.rated and table.unrated == ratings.TOO_MANY
    assert [line for line in sort_line(table, ENGLISH_TEXTS) if "won't change ratings" in line]
    await bot.clock.move(2 * DAY / 1000)
    while await bot.answer_anything(over, Chance("over")):
        pass
    assert await why_not(bot, over) == ratings.TOO_MANY


async def test_an_agreed_draw_counts_if_both_have_really_played(bot: Bot) -> None:
    for round, expected in ((1, TOO_SHORT), (2, "")):
        match_id = await begin(bot, round=round)
        for person in (ADA, BO):
            await bot.agreements.draw(bot.press(), match_id, person.id)
        assert await why_not(bot, match_id) == expected
    await won(bot, ADA, BO)
    async with bot.store.read() as store:
        history = await store.ratings.history(GUILD, "lanterns")
    assert [row.part for row in history] == [1, 1, 1 / 2], "a draw counts as a match"


async def test_accounts_younger_than_a_week_don_t_count(bot: Bot) -> None:
    def account(days: float) -> Person:
        created_ms = bot.clock.now() - round(days * DAY)
        return Person((created_ms - 1_420_070_400_000) << 22, f"{days} days")

    new, week = account(6.99), account(7)
    assert await why_not(bot, await won(bot, ADA, new)) == ratings.TOO_YOUNG
    assert await why_not(bot, await won(bot, new, BO)) == ratings.TOO_YOUNG
    assert await why_not(bot, await won(bot, ADA, week)) == ""
    await rules(bot, rated_age=0)
    assert await why_not(bot, await won(bot, BO, new)) == ""
    await bot.clock.move(DAY / 1000)
    await rules(bot)
    assert await why_not(bot, await won(bot, CY, new)) == "", "by now it is old enough"


async def test_a_match_that_was_hardly_played_does_not_count(bot: Bot) -> None:
    assert await why_not(bot, await won(bot, ADA, BO, round=1)) == TOO_SHORT
    assert await ladder_of(bot).of(ADA.id, GUILD, bot.game) is None
    await rules(bot, rated_round=3)
    assert await why_not(bot, await won(bot, ADA, BO, round=2)) == TOO_SHORT
    assert await why_not(bot, await won(bot, ADA, BO, round=3)) == ""


async def test_playing_by_orders_alone_does_not_count(bot: Bot) -> None:
    match_id = await begin(bot)
    async with bot.store.write(Everything()) as tx:
        await tx.key_values.store("reached", "here")
        forget = "UPDATE acts SET interaction_id = NULL WHERE match_id = ? AND seat = 1"
        await tx.key_values._all(forget, match_id)  # type: ignore[attr-defined]
    await bot.play.resign(bot.press(), match_id, BO.id)
    assert await why_not(bot, match_id) == TOO_SHORT


async def test_repeated_early_resignations_lose_rating_without_a_winner(bot: Bot) -> None:
    for _ in range(LEAVES):
        assert await why_not(bot, await won(bot, ADA, BO, round=1)) == TOO_SHORT
    match_id = await won(bot, ADA, BO, round=1)
    assert await why_not(bot, match_id) == LEFT
    assert await change(bot, match_id, BO) < 0 == await change(bot, match_id, ADA)
    assert await ladder_of(bot).of(ADA.id, GUILD, bot.game) is None
    assert await shown_rating(bot, BO) < AT_FIRST
    await bot.clock.move(LEFT_WITHIN / 1000)
    assert await why_not(bot, await won(bot, ADA, BO, round=1)) == TOO_SHORT


async def test_five_alternates_gain_nothing(bot: Bot) -> None:
    """They accept and resign repeatedly, with deals and draws and by time, within a minute."""
    alternates = [Person(2000 + n, f"Alt {n}") for n in range(5)]
    for _ in range(4):
        for alternate in alternates:
            await won(bot, ADA, alternate, round=1)
            await won(bot, ADA, alternate, round=0)
            await bot.clock.move(1)
    assert await ladder_of(bot).of(ADA.id, GUILD, bot.game) is None


async def test_five_alternates_that_really_play_gain_little(bot: Bot) -> None:
    """Ten a day count, and each repetition for less: a month of them is worth less than the first day."""
    alternates = [Person(2000 + n, f"Alt {n}") for n in range(5)]
    for _ in range(3):
        for alternate in alternates:
            await won(bot, ADA, alternate)
    async with bot.store.read() as store:
        history = await store.ratings.history(GUILD, "lanterns")
    assert [row.why_not for row in history] == [""] * 10 + [ratings.TOO_MANY] * 5
    assert [row.part for row in history[:10]] == [1.0] * 5 + [0.5] * 5
    gains = [seat.after - seat.before for row in history for seat in row.seats if seat.person_id == ADA.id]
    assert sum(gains[5:10]) < sum(gains[:5]) / 2 and sum(gains[10:]) == 0


async def test_deleting_ones_data_resets_no_count(bot: Bot) -> None:
    privacy = Privacy(bot.context)
    parts: list[float] = []
    for _ in range(3):
        match_id = await won(bot, ADA, BO)
        rated = await Results(bot.store).rated(match_id)
        assert rated is not None
        parts.append(rated.part)
        await privacy.forget(BO.id)
    assert parts == [1, 1 / 2, 1 / 3]
    async with bot.store.read() as store:
        history = await store.ratings.history(GUILD, "lanterns")
        again, _ = replayed(history, await store.personal.identities())
    assert again == history


async def test_deleting_ones_data_resets_no_rating(bot: Bot) -> None:
    privacy = Privacy(bot.context)
    lost = await won(bot, ADA, BO)
    low = await shown_rating(bot, BO)
    assert low < AT_FIRST
    for _ in range(2):
        await privacy.forget(BO.id)
        board = await ladder_of(bot).board(GUILD, ADA.id, bot.game)
        assert [rank.person for rank in board.ranks] == [ADA.id], "no deleted person is named"
        assert await shown_rating(bot, BO) == low
        assert json.loads(await privacy.export(BO.id))["ratings"][0]["shown"] == low
    again = await won(bot, CY, BO)
    rated = await Results(bot.store).rated(again)
    assert rated is not None and rated.seats[1].before == low
    assert await shown_rating(bot, BO) < low
    board = await ladder_of(bot).board(GUILD, ADA.id, bot.game)
    assert {rank.person for rank in board.ranks} == {ADA.id, BO.id, CY.id}
    # Voiding a result recomputes the ratings of both accounts.
    async with bot.store.write(Everything()) as tx:
        first = await tx.ratings.rated(lost)
        assert first is not None
        await void(tx, first)
    rank = await ladder_of(bot).of(BO.id, GUILD, bot.game)
    assert rank is not None and rank.matches == 1 and rank.shown == low, "one loss, as before"
    # The fingerprint and the rating are deleted a year later.
    await privacy.forget(BO.id)
    await bot.clock.move(366 * DAY / 1000)
    await privacy.forget(CY.id)
    assert await shown_rating(bot, BO) == AT_FIRST


async def test_three_players_have_places_and_repeated_opponents_count_less(bot: Bot) -> None:
    async def of_three(*leavers: Person) -> RatedRow:
        match_id = await begin(bot, ADA, BO, CY, round=3)
        for person in leavers:
            await bot.play.resign(bot.press(), match_id, person.id)
        rated = await Results(bot.store).rated(match_id)
        assert rated is not None and rated.why_not == ""
        return rated

    first = await of_three(CY, BO)
    assert [seat.place for seat in first.seats] == [1, 2, 3]
    assert first.seats[0].after > first.seats[1].after > first.seats[2].after
    await won(bot, BO, CY)
    again = await of_three(CY, ADA)
    assert [seat.place for seat in again.seats] == [2, 1, 3]
    assert again.part == 1 / 3, "Bo and Cy have met twice"
    async with bot.store.write(Everything()) as tx:
        history = await tx.ratings.history(GUILD, "lanterns")
        assert replayed(history, lambda person: person)[0] == history, "a replay changes nothing"
        await void(tx, first)
        assert [row.part for row in await tx.ratings.history(GUILD, "lanterns")] == [1, 1, 1 / 2]


async def test_a_voided_match_counts_as_unrated(bot: Bot) -> None:
    """Compare the ratings after voiding with those of a server on which that match was casual."""
    people = [ADA, BO, CY, Person(55, "Di")]
    async with open_bot(bot.path.with_name("casual.sqlite3")) as casual:
        for server_bot in (bot, casual):
            await rules(server_bot, rated_daily=50)  # The limit was applied before, and isn't recomputed.
        dice, voided = Chance("a season"), 0
        for n in range(24):
            winner, loser = people[dice.below(4)], people[dice.below(4)]
            if winner is loser:
                continue
            ended = await won(bot, winner, loser, round=2 if n % 7 else 1)
            voided = ended if n == 2 else voided
            await won(casual, winner, loser, round=2 if n % 7 else 1, rated=n != 2)
            for server_bot in (bot, casual):
                await server_bot.clock.move(DAY / 5000)
        async with bot.store.read() as store:
            history = await store.ratings.history(GUILD, "lanterns")
        assert {row.why_not for row in history} >= {"", TOO_SHORT}
        assert replayed(history, lambda person: person)[0] == history, "a replay changes nothing"
        before = [await shown_rating(bot, person) for person in people]
        async with bot.store.write(Everything()) as tx:
            row = await tx.ratings.rated(voided)
            assert row is not None and row.why_not == ""
            assert await void(tx, row) > 0
        assert [await shown_rating(bot, person) for person in people] != before
        async with bot.store.read() as store, casual.store.read() as casual_store:
            mine = await store.ratings.best(GUILD, "lanterns", 10, 0)
            assert mine == await casual_store.ratings.best(GUILD, "lanterns", 10, 0)
            rows = [
                message
                for message in await store.ratings.history(GUILD, "lanterns")
                if message.match_id != voided
            ]
            theirs = await casual_store.ratings.history(GUILD, "lanterns")
        assert [(row.why_not, row.part, row.seats) for row in rows] == [
            (offer.why_not, offer.part, offer.seats) for offer in theirs
        ]
    assert await why_not(bot, voided) == ratings.VOID


async def test_every_server_has_separate_ratings(bot: Bot) -> None:
    for _ in range(3):
        await won(bot, ADA, BO, guild=ELSEWHERE)
    assert await shown_rating(bot, ADA) == AT_FIRST
    assert await shown_rating(bot, ADA, ELSEWHERE) > AT_FIRST
    assert (await ladder_of(bot).board(GUILD, ADA.id, bot.game)).ranks == ()


async def test_the_leaderboard_is_in_order_and_in_pages(bot: Bot) -> None:
    people = [Person(1000 + n, f"Person {n}") for n in range(16)]
    for n in range(0, 16, 2):
        await won(bot, people[n], people[n + 1])
    for _ in range(SETTLED - 1):
        await bot.clock.move(30 * DAY / 1000)
        await won(bot, people[0], people[1])
    first = await ladder_of(bot).board(GUILD, people[15].id, bot.game)
    second = await ladder_of(bot).board(GUILD, people[15].id, bot.game, page=2)
    assert (first.pages, len(first.ranks), len(second.ranks)) == (2, 15, 1)
    ranks = [*first.ranks, *second.ranks]
    assert [r.shown for r in ranks] == sorted((r.shown for r in ranks), reverse=True)
    assert (ranks[0].name, ranks[0].place, ranks[0].is_new) == ("Person 0", 1, False)
    assert {r.place for r in ranks[1:8]} == {2}, "the same rating, the same place"
    assert ranks[8].place == 9 and ranks[1].is_new
    assert ranks[-1].person == people[1].id
    assert first.own is not None and first.own.place == 9


async def test_a_match_without_a_result_is_not_rated(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.interventions.end(bot.press(), match_id, CY, GUILD, "Spam.")
    assert await Results(bot.store).rated(match_id) is None
    assert await ladder_of(bot).of(ADA.id, GUILD, bot.game) is None
