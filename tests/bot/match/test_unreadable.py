"""A match that can't be read any longer blocks nothing: it can be ended and deleted, and is listed separately."""

from __future__ import annotations

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY
from bot.errors import AlreadyDecided, NotYourMatch
from bot.features.follows.service import Follows
from bot.features.orders.service import Orders
from bot.features.privacy.own_data import Privacy
from bot.features.profiles.service import Profiles
from bot.features.replays.service import Replays
from bot.games.playable import Games
from bot.match.consent import ConsentResult
from bot.match.replay.records import Records
from bot.store.match_status import MatchStatus
from bot.views.load_match import CannotBeRead
from engine.kernel.endings import UNREADABLE
from engine.kernel.position import Places
from tests.bot.kit import ADA, BO, CY, GUILD, Bot, lanterns
from tests.bot.stores import change, rows

GAMES = Games.of(lanterns())
DAMAGES = {
    "nothing": b"",
    "something else": b"SQLite format 3\0",
    "cut off": None,
}


async def damage(bot: Bot, match_id: int, kind: str = "cut off") -> None:
    [(data,)] = await rows(bot.store, "SELECT data FROM matches WHERE id = ?", match_id)
    bad = DAMAGES[kind]
    await change(
        bot.store, "UPDATE matches SET data = ? WHERE id = ?", data[:-5] if bad is None else bad, match_id
    )


async def unreadable(bot: Bot, kind: str = "cut off", *, rated: bool = False) -> int:
    table = await bot.challenge(control=TimeControl("each", DAY), rated=rated)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    await bot.deliver()
    await damage(bot, table.match_id, kind)
    bot.paper.clear()
    return table.match_id


async def outcome(bot: Bot, match_id: int) -> tuple[MatchStatus, Places, str]:
    async with bot.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None
    return row.status, row.places, row.reason


@pytest.mark.parametrize("kind", DAMAGES)
async def test_every_request_reports_an_unreadable_match(bot: Bot, kind: str) -> None:
    match_id = await unreadable(bot, kind)
    matches, play = bot.matches, bot.play
    orders = Orders(bot.context, bot.practising)
    for request in (
        play.answer(bot.press(), match_id, ADA.id, 1, ("3",)),
        play.resign(bot.press(), match_id, ADA.id),
        play.claim(bot.press(), match_id, ADA.id),
        matches.public_snapshot(match_id),
        matches.player_snapshot(match_id, BO.id),
        matches.question(match_id, ADA.id),
        matches.why_not(match_id, ADA.id, "bid 9"),
        matches.record(match_id),
        bot.undo.undo(bot.press(), match_id, ADA.id),
        bot.agreements.draw(bot.press(), match_id, ADA.id, agree=True),
        bot.agreements.may_abort(match_id),
        orders.book(match_id, ADA.id),
        Replays(Records(bot.store, GAMES)).promise(match_id),
        Follows(bot.store, GAMES).digest(match_id, CY.id),
    ):
        with pytest.raises(CannotBeRead, match="I can't load match 1: its data is damaged"):
            await request
    assert (await matches.table(match_id)).status is MatchStatus.PLAYING


@pytest.mark.parametrize("person", [ADA, BO])
async def test_either_player_ends_it_without_a_result(bot: Bot, person: object) -> None:
    match_id = await unreadable(bot, rated=True)
    with pytest.raises(NotYourMatch):
        await bot.interventions.close(bot.press(), match_id, CY.id)
    press = bot.press()
    result = await bot.interventions.close(press, match_id, person.id)  # type: ignore[attr-defined]
    assert result.result is ConsentResult.CLOSED
    assert await outcome(bot, match_id) == (MatchStatus.OVER, (), UNREADABLE.key)
    assert (await bot.interventions.close(press, match_id, person.id)).result is ConsentResult.DONE_BEFORE  # type: ignore[attr-defined]
    await bot.deliver()
    assert {"status", "ended", "challenge"} <= set(bot.paper.kinds())
    # No one has won or lost, no clock runs, and the two can play again immediately.
    await bot.clock.move(3 * DAY / 1000)
    await bot.ring()
    assert await outcome(bot, match_id) == (MatchStatus.OVER, (), UNREADABLE.key)
    profile = await Profiles(bot.store, GAMES).profile(ADA.id, ADA.id, GUILD, bot.game)
    assert profile.total.played == 0 and profile.past == ()
    assert (await bot.challenge()).match_id != match_id
    assert await rows(bot.store, "SELECT COUNT(*) FROM rated") == [(0,)]
    [(data_size,)] = await rows(bot.store, "SELECT LENGTH(data) FROM matches WHERE id = ?", match_id)
    assert data_size > 0


async def test_a_moderator_ends_it(bot: Bot) -> None:
    match_id = await unreadable(bot)
    result = await bot.interventions.end(bot.press(), match_id, CY, GUILD, "It is broken.")
    assert result.result is ConsentResult.CLOSED
    assert await outcome(bot, match_id) == (MatchStatus.OVER, (), UNREADABLE.key)


async def test_a_readable_match_is_not_ended_this_way(bot: Bot) -> None:
    match_id = await bot.begin()
    with pytest.raises(AlreadyDecided, match="can load this match again"):
        await bot.interventions.close(bot.press(), match_id, ADA.id)


async def test_its_players_can_delete_their_data(bot: Bot) -> None:
    match_id = await unreadable(bot)
    privacy = Privacy(bot.context)
    assert await privacy.export(ADA.id)
    assert await privacy.forget(ADA.id)
    assert await outcome(bot, match_id) == (MatchStatus.OVER, (), UNREADABLE.key)
    assert not await privacy.forget(ADA.id)
    await bot.deliver()


async def test_its_due_events_delay_nothing(bot: Bot) -> None:
    """Its alarms and notes don't fail repeatedly and don't delay those of other matches."""
    match_id = await unreadable(bot, rated=True)
    other_match = await bot.challenge(CY, rated=True, control=TimeControl("each", DAY))
    await bot.challenges.accept(bot.press(), other_match.match_id, CY, "Garden")
    await bot.clock.move(2 * DAY / 1000)
    alarms = bot.alarms()
    await alarms.run_due()
    assert (await outcome(bot, other_match.match_id))[0] is MatchStatus.OVER
    assert await outcome(bot, match_id) == (MatchStatus.PLAYING, (), "")
    await bot.deliver()
    assert not await bot.leased()
    # It is retried in an hour, not immediately.
    again = await alarms.run_due()
    assert again is not None and again >= bot.clock.now() + 3_600_000
