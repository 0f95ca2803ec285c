"""Rematches: with swapped seats, once per match, and by two presses at most."""

from __future__ import annotations

import asyncio

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import AlreadyDecided, BadDeck, NotYourMatch, StillGoingOn
from bot.store.match_status import MatchStatus
from tests.bot.kit import ADA, BO, CHANNEL, CY, Bot

BANK = TimeControl("bank", 3 * DAY, 12 * HOUR, 5 * DAY)


async def finished_match(bot: Bot) -> int:
    """Return a match that Ada challenged to and Bo resigned."""
    table = await bot.challenge(control=BANK)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    await bot.play.resign(bot.press(), table.match_id, BO.id)
    return table.match_id


async def test_a_rematch_is_the_same_match_with_the_seats_swapped(bot: Bot) -> None:
    match_id = await finished_match(bot)
    result = await bot.rematches.rematch(bot.press(), match_id, ADA)
    assert (result.begun, result.deck) == (False, "Harbour")
    table = result.table
    assert table.status is MatchStatus.CHALLENGED
    assert table.names == ("Bo", "Ada")
    assert (table.challenging.id, table.challenged[0].id) == (ADA.id, BO.id)
    assert (table.channel_id, table.control, table.rated, table.rematch_of) == (
        CHANNEL,
        BANK,
        False,
        match_id,
    )
    begun = await bot.rematches.rematch(bot.press(), match_id, BO)
    assert (begun.begun, begun.deck) == (True, "Garden")
    async with bot.store.read() as store:
        row = await store.matches.match(table.match_id)
    assert row is not None
    assert [(seat.person_id, seat.deck) for seat in row.seats] == [(BO.id, "Garden"), (ADA.id, "Harbour")]
    look = await bot.matches.player_snapshot(table.match_id, ADA.id)
    assert look.seat == 1


async def test_the_challenged_player_can_ask_too(bot: Bot) -> None:
    match_id = await finished_match(bot)
    table = (await bot.rematches.rematch(bot.press(), match_id, BO)).table
    assert table.names == ("Bo", "Ada")
    assert table.challenging.id == BO.id
    with pytest.raises(NotYourMatch, match="Only Bo can withdraw this challenge"):
        await bot.challenges.withdraw(bot.press(), table.match_id, ADA.id)
    with pytest.raises(NotYourMatch, match=r"This is your own challenge\. Ada can accept it"):
        await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    await bot.challenges.accept(bot.press(), table.match_id, ADA, "Garden")
    assert (await bot.matches.table(table.match_id)).status is MatchStatus.PLAYING


async def test_there_is_one_rematch_of_a_match(bot: Bot) -> None:
    match_id = await finished_match(bot)
    press = bot.press()
    first = await bot.rematches.rematch(press, match_id, ADA)
    assert await bot.rematches.rematch(press, match_id, ADA) == first, (
        "a repeated press creates no new request"
    )
    with pytest.raises(AlreadyDecided, match="already asked for a rematch"):
        await bot.rematches.rematch(bot.press(), match_id, ADA)
    accepting = bot.press()
    begun = await bot.rematches.rematch(accepting, match_id, BO)
    assert await bot.rematches.rematch(accepting, match_id, BO) == begun
    with pytest.raises(AlreadyDecided, match=f"The rematch of this match is match {first.table.match_id}"):
        await bot.rematches.rematch(bot.press(), match_id, BO)


async def test_simultaneous_presses_begin_one_rematch(bot: Bot) -> None:
    match_id = await finished_match(bot)
    results = await asyncio.gather(
        *(bot.rematches.rematch(bot.press(), match_id, person) for person in (ADA, BO))
    )
    assert sorted(requester.begun for requester in results) == [False, True]
    assert len({requester.table.match_id for requester in results}) == 1


async def test_a_declined_rematch_can_be_requested_again(bot: Bot) -> None:
    match_id = await finished_match(bot)
    result = await bot.rematches.rematch(bot.press(), match_id, ADA)
    await bot.challenges.decline(bot.press(), result.table.match_id, BO.id)
    again = await bot.rematches.rematch(bot.press(), match_id, BO)
    assert again.table.match_id != result.table.match_id
    assert again.table.challenging.id == BO.id


async def test_refused_rematches(bot: Bot) -> None:
    table = await bot.challenge()
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    with pytest.raises(StillGoingOn, match="isn't over yet"):
        await bot.rematches.rematch(bot.press(), table.match_id, ADA)
    await bot.play.resign(bot.press(), table.match_id, ADA.id)
    with pytest.raises(NotYourMatch):
        await bot.rematches.rematch(bot.press(), table.match_id, CY)
    with pytest.raises(BadDeck, match="no deck called “Cellar”"):
        await bot.rematches.rematch(bot.press(), table.match_id, ADA, "Cellar")
    result = await bot.rematches.rematch(bot.press(), table.match_id, ADA, "Garden")
    assert result.deck == "Garden"
