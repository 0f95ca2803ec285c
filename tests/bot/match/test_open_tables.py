"""Open tables: a seat that anyone allowed can take, once, until the match begins or the table expires."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY
from bot.errors import AlreadyDecided, BadDeck, BadOpponent, LimitReached, NotYourMatch
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.own_data import Privacy
from bot.match.open_tables import LASTS
from bot.people.contact_limits import Unwilling
from bot.settings import Settings
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.time.reach import Reach
from bot.views.types import MatchTable
from tests.bot.features.privacy.test_own_data import ZOE, traces
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, Bot, open_bot

DI = Person(55, "Di")


async def post(bot: Bot, host: Person = ADA, **options: Any) -> MatchTable:
    options = {"game": bot.game, "guild_id": GUILD, "channel_id": CHANNEL, "deck": "Harbour", **options}
    return await bot.challenges.open_table(bot.press(), host, **options)


async def sit(bot: Bot, table: MatchTable, person: Person, press: int | None = None) -> MatchTable:
    press = bot.press() if press is None else press
    return (await bot.challenges.accept(press, table.match_id, person, "Garden")).table


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_it_begins_when_the_last_seat_is_taken(bot: Bot, seats: int) -> None:
    table = await post(bot, seats=seats, control=TimeControl("each", DAY), rated=True)
    assert table.status is MatchStatus.CHALLENGED and table.free_seats == seats - 1
    for person in (BO, CY, DI)[: seats - 1]:
        assert table.status is MatchStatus.CHALLENGED
        table = await sit(bot, table, person)
    assert table.status is MatchStatus.PLAYING and not table.free_seats
    assert table.people == (ADA, BO, CY, DI)[:seats]
    assert table.rated and str(table.control) == str(TimeControl("each", DAY))
    snapshot = await bot.matches.player_snapshot(table.match_id, BO.id)
    assert snapshot.seat == 1
    with pytest.raises(AlreadyDecided, match="The match at this table has begun"):
        await sit(bot, table, Person(77, "Ed"))


async def test_its_host_can_begin_early(bot: Bot) -> None:
    table = await post(bot, seats=4)
    with pytest.raises(AlreadyDecided, match=r"needs 2 players\. There are 1"):
        await bot.challenges.start(bot.press(), table.match_id, ADA.id)
    await sit(bot, table, BO)
    await sit(bot, table, CY)
    with pytest.raises(NotYourMatch):
        await bot.challenges.start(bot.press(), table.match_id, BO.id)
    begun = await bot.challenges.start(bot.press(), table.match_id, ADA.id)
    assert begun.status is MatchStatus.PLAYING and begun.people == (ADA, BO, CY)
    await bot.clock.move(LASTS / 1000)
    await bot.ring()
    assert (await bot.matches.table(table.match_id)).status is MatchStatus.PLAYING


async def test_a_duplicate_press_takes_one_seat(bot: Bot) -> None:
    table, press = await post(bot, seats=3), bot.press()
    first, second = await asyncio.gather(sit(bot, table, BO, press), sit(bot, table, BO, press))
    assert first.free_seats == second.free_seats == 1
    with pytest.raises(AlreadyDecided, match="You already have a seat"):
        await sit(bot, table, BO)
    press = bot.press()
    posted = [
        await bot.challenges.open_table(
            press, CY, game=bot.game, guild_id=GUILD, channel_id=CHANNEL, deck="Garden"
        )
        for _ in range(2)
    ]
    assert posted[0].match_id == posted[1].match_id


async def test_two_people_press_for_the_last_seat(bot: Bot) -> None:
    table = await post(bot, seats=2)
    results = await asyncio.gather(*(sit(bot, table, person) for person in (BO, CY)), return_exceptions=True)
    assert [type(guest) for guest in results] in ([MatchTable, AlreadyDecided], [AlreadyDecided, MatchTable])


async def test_leaving_frees_the_seat_and_allows_return(bot: Bot) -> None:
    table = await post(bot, seats=3)
    await sit(bot, table, BO)
    table_ = await bot.challenges.decline(bot.press(), table.match_id, BO.id)
    assert table_.status is MatchStatus.CHALLENGED and table_.people == (ADA,) and table_.free_seats == 2
    with pytest.raises(NotYourMatch, match="You don't have a seat"):
        await bot.challenges.decline(bot.press(), table.match_id, BO.id)
    await sit(bot, table, CY)
    table = await sit(bot, table, BO)
    assert table.status is MatchStatus.PLAYING and table.people == (ADA, CY, BO)


async def test_a_bad_deck_takes_no_seat(bot: Bot) -> None:
    table = await post(bot, seats=2)
    with pytest.raises(BadDeck):
        await bot.challenges.accept(bot.press(), table.match_id, BO, "Nonsense")
    assert (await bot.matches.table(table.match_id)).people == (ADA,)


async def test_it_can_be_withdrawn_or_expires(bot: Bot) -> None:
    table = await post(bot)
    with pytest.raises(NotYourMatch):
        await bot.challenges.accept(bot.press(), table.match_id, ADA, "Garden")
    assert table.table_until == bot.clock.now() + LASTS
    await sit(bot, table, BO)
    with pytest.raises(NotYourMatch, match="Only Ada can close this table"):
        await bot.challenges.withdraw(bot.press(), table.match_id, BO.id)
    closed = await bot.challenges.withdraw(bot.press(), table.match_id, ADA.id)
    assert closed.status is MatchStatus.WITHDRAWN
    with pytest.raises(AlreadyDecided, match="This table is closed"):
        await sit(bot, table, CY)
    table = await post(bot)
    await bot.clock.move(LASTS / 1000 - 1)
    await bot.ring()
    assert (await bot.matches.table(table.match_id)).free_seats
    await bot.clock.move(1)
    await bot.ring()
    await bot.ring()
    assert (await bot.matches.table(table.match_id)).status is MatchStatus.EXPIRED
    with pytest.raises(AlreadyDecided, match="not enough players joined in time"):
        await sit(bot, table, BO)
    assert await bot.challenges.open_tables(GUILD) == ()


async def test_an_outage_extends_its_end(bot: Bot) -> None:
    table = await post(bot)
    offline_since = bot.clock.now()
    await bot.clock.move(2 * LASTS / 1000)
    Reach(bot.store.absences, bot.clock, str(offline_since)).connected()
    await bot.ring()
    now = await bot.matches.table(table.match_id)
    assert now.free_seats and now.table_until == table.table_until + 2 * LASTS
    await bot.clock.move(LASTS / 1000)
    await bot.ring()
    assert (await bot.matches.table(table.match_id)).status is MatchStatus.EXPIRED


async def test_it_has_the_limits_of_challenges(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, challenges_per_hour=2, matches_per_person=2, challenges_per_person=2)  # type: ignore[call-arg]
    async with open_bot(tmp_path / "bot.sqlite3", settings=settings) as bot:
        with pytest.raises(BadOpponent, match="for 2 to 4 players"):
            await post(bot, seats=5)
        table = await post(bot, seats=2)
        with pytest.raises(LimitReached, match="You already have an open table"):
            await post(bot, channel_id=CHANNEL + 1)
        await bot.challenges.withdraw(bot.press(), table.match_id, ADA.id)
        table = await post(bot, seats=2)
        await bot.challenges.withdraw(bot.press(), table.match_id, ADA.id)
        with pytest.raises(LimitReached, match="within an hour"):
            await post(bot, seats=2)
        await bot.begin(CY, one=BO)
        table = await post(bot, CY, seats=3)
        with pytest.raises(LimitReached, match="in this channel, the maximum"):
            await sit(bot, table, BO)
        await bot.begin(BO, one=DI)
        with pytest.raises(LimitReached, match="You're already playing 2 matches"):
            await sit(bot, await post(bot, Person(77, "Ed")), BO)


async def test_blocked_people_never_meet_at_a_table(bot: Bot) -> None:
    blocking = Blocks(bot.context)
    table = await post(bot, seats=4)
    await blocking.block(bot.press(), ADA, BO)
    with pytest.raises(Unwilling, match="There can be no match between you and Ada now"):
        await sit(bot, table, BO)
    await sit(bot, table, CY)
    await blocking.block(bot.press(), CY, DI)
    with pytest.raises(Unwilling, match="you and Cy"):
        await sit(bot, table, DI)
    await blocking.block(bot.press(), ADA, CY)
    now = await bot.matches.table(table.match_id)
    assert now.people == (ADA,) and now.status is MatchStatus.CHALLENGED


async def test_deletion_leaves_nothing_of_hosts_and_former_guests(bot: Bot) -> None:
    own = await post(bot, ZOE, seats=3)
    theirs = await post(bot, ADA, seats=4)
    await sit(bot, theirs, BO)
    await sit(bot, theirs, ZOE)
    await bot.challenges.decline(bot.press(), theirs.match_id, ZOE.id)
    second = await post(bot, CY, seats=4)
    await sit(bot, second, ZOE)
    privacy = Privacy(bot.context)
    assert f'"match": {own.match_id}' in await privacy.export(ZOE.id)
    assert await privacy.forget(ZOE.id)
    assert await traces(bot) == set()
    assert (await bot.matches.table(own.match_id)).status is MatchStatus.WITHDRAWN
    assert (await bot.matches.table(second.match_id)).people == (CY,)
    await bot.challenges.start(bot.press(), theirs.match_id, ADA.id)
    await bot.deliver()
    assert await traces(bot) == set()
