"""Matches of three: invitations, consent, players who leave while the others play on, and final places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.clocks import TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import AlreadyDecided, BadOpponent, LimitReached, NotYourMatch
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.own_data import Privacy
from bot.features.time.vacations import Vacations
from bot.games.playable import Games
from bot.match.consent import ConsentResult
from bot.settings import Settings
from bot.store.match_status import Invited, MatchStatus
from bot.store.offers import RequestKind
from bot.store.person import Person
from engine.kernel.chance import Chance
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, Bot, PublicMessage, lanterns, open_bot

DI = Person(55, "Di")
GAMES = Games.of(lanterns())


async def invite(bot: Bot, *people: Person, **given: Any) -> int:
    table = await bot.challenges.challenge(
        bot.press(), ADA, *people, game=bot.game, guild_id=GUILD, channel_id=CHANNEL, deck="Harbour", **given
    )
    return table.match_id


async def begin(bot: Bot, **given: Any) -> int:
    match_id = await invite(bot, BO, CY, **given)
    for person in (BO, CY):
        await bot.challenges.accept(bot.press(), match_id, person, "Garden")
    return match_id


async def answer(bot: Bot, match_id: int, person: Person, bid: str = "1") -> None:
    question = await bot.matches.question(match_id, person.id)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person.id, question.id, (bid,))


# -- invitations


async def test_it_begins_when_the_last_one_has_accepted(bot: Bot) -> None:
    match_id = await invite(bot, BO, CY)
    first = await bot.challenges.accept(bot.press(), match_id, CY, "Garden")
    assert first.snapshot is None and first.table.status is MatchStatus.CHALLENGED
    assert first.table.invited == (Invited.ACCEPTED, Invited.OPEN, Invited.ACCEPTED)
    with pytest.raises(AlreadyDecided, match=r"You already accepted\. Waiting for Bo\."):
        await bot.challenges.accept(bot.press(), match_id, CY, "Garden")
    last = await bot.challenges.accept(bot.press(), match_id, BO, "Harbour")
    assert last.snapshot is not None and last.snapshot.seat == 1
    assert [seat.seat for seat in last.snapshot.awaited] == [0, 1, 2]


async def test_the_challenger_can_begin_without_the_rest(bot: Bot) -> None:
    match_id = await invite(bot, BO, CY, DI)
    with pytest.raises(AlreadyDecided, match=r"needs 2 players\. There are 1"):
        await bot.challenges.start(bot.press(), match_id, ADA.id)
    await bot.challenges.accept(bot.press(), match_id, DI, "Garden")
    table = await bot.challenges.decline(bot.press(), match_id, BO.id)
    assert table.status is MatchStatus.CHALLENGED and table.invited[1] is Invited.DECLINED
    with pytest.raises(NotYourMatch, match="Only Ada can start"):
        await bot.challenges.start(bot.press(), match_id, DI.id)
    press = bot.press()
    for _ in range(2):
        table = await bot.challenges.start(press, match_id, ADA.id)
        assert (table.status, table.names) == (MatchStatus.PLAYING, ("Ada", "Di"))
    assert (await bot.matches.player_snapshot(match_id, DI.id)).seat == 1
    assert await bot.matches.of_person(CY.id) == ()
    with pytest.raises(NotYourMatch):
        await bot.challenges.accept(bot.press(), match_id, CY, "Garden")


async def test_it_is_cancelled_when_too_few_are_left(bot: Bot) -> None:
    match_id = await invite(bot, BO, CY)
    await bot.challenges.accept(bot.press(), match_id, BO, "Garden")
    await bot.challenges.decline(bot.press(), match_id, CY.id)
    table = await bot.challenges.decline(bot.press(), match_id, BO.id)
    assert table.status is MatchStatus.DECLINED


async def test_a_person_who_declines_is_no_longer_involved(bot: Bot) -> None:
    match_id = await invite(bot, BO, CY)
    await bot.challenges.decline(bot.press(), match_id, BO.id)
    assert await bot.matches.of_person(BO.id) == ()
    assert [snapshot.table.match_id for snapshot in await bot.matches.of_person(CY.id)] == [match_id]
    privacy = Privacy(bot.context)
    assert (await privacy.holdings(BO.id)).challenges == 0
    await bot.clock.move(HOUR / 1000)
    assert await invite(bot, BO), "Ada can challenge Bo again here"
    with pytest.raises(
        LimitReached, match="You and Cy already have 1 challenge or match of this game in this channel"
    ):
        await invite(bot, CY)


async def test_the_match_limit_applies_to_every_person(tmp_path: Path) -> None:
    """Also if someone who has accepted is playing elsewhere when the last one accepts."""
    settings = Settings(matches_per_person=1, challenges_per_person=5, minutes_between_calls=0)
    async with open_bot(tmp_path / "bot.sqlite3", settings=settings) as bot:
        match_id = await invite(bot, BO, CY)
        await bot.challenges.accept(bot.press(), match_id, BO, "Garden")
        other_table = await bot.challenges.challenge(
            bot.press(), DI, BO, game=bot.game, guild_id=GUILD, channel_id=CHANNEL + 1, deck="Garden"
        )
        await bot.challenges.accept(bot.press(), other_table.match_id, BO, "Garden")
        with pytest.raises(LimitReached, match="Bo is already playing 1 match"):
            await bot.challenges.accept(bot.press(), match_id, CY, "Garden")
        with pytest.raises(LimitReached, match="Bo is already playing 1 match"):
            await bot.challenges.start(bot.press(), match_id, ADA.id)


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        ((BO, BO), "You chose Bo twice"),
        ((BO, ADA), "can't challenge yourself"),
        ((BO, CY, DI, Person(56, "Ed")), "played with 1 to 3 opponents"),
    ],
)
async def test_people_who_cannot_be_invited(bot: Bot, people: tuple[Person, ...], sentence: str) -> None:
    with pytest.raises(BadOpponent, match=sentence):
        await invite(bot, *people)
    assert await bot.matches.of_person(ADA.id) == ()


async def test_blocking_withdraws_mutual_invitations(bot: Bot) -> None:
    match_id = await invite(bot, BO, CY)
    blocking = Blocks(bot.context)
    await blocking.block(bot.press(), BO, CY)
    assert (await bot.matches.table(match_id)).invited.count(Invited.OPEN) == 2, "Ada has asked them both"
    await blocking.block(bot.press(), BO, ADA)
    table = await bot.matches.table(match_id)
    assert (table.status, table.invited[1]) == (MatchStatus.CHALLENGED, Invited.DECLINED)


async def test_a_rematch_of_three_is_accepted_one_by_one(bot: Bot) -> None:
    match_id = await begin(bot)
    for person in (BO, CY):
        await bot.play.resign(bot.press(), match_id, person.id)
    result = await bot.rematches.rematch(bot.press(), match_id, BO)
    assert not result.begun and result.table.names == ("Bo", "Cy", "Ada")
    assert not (await bot.rematches.rematch(bot.press(), match_id, ADA)).begun
    assert (await bot.rematches.rematch(bot.press(), match_id, CY)).begun


# -- consent


async def test_a_draw_needs_all_players(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    press = bot.press()
    assert (await bot.agreements.draw(press, match_id, CY.id)).result is ConsentResult.AGREED
    assert (await bot.agreements.draw(press, match_id, CY.id)).result is ConsentResult.DONE_BEFORE
    request = (await bot.requests.offers(match_id)).draw
    assert request is not None and (request.by, request.agreed) == (0, {2})
    with pytest.raises(AlreadyDecided, match=r"You already agreed\. Waiting for Bo\."):
        await bot.agreements.draw(bot.press(), match_id, CY.id)
    await answer(bot, match_id, CY)
    assert (await bot.requests.offers(match_id)).draw is not None, "a player who has agreed can play on"
    assert (await bot.agreements.draw(bot.press(), match_id, BO.id)).result is ConsentResult.DRAWN
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None and snapshot.outcome.places == ((0, 1, 2),)


async def test_one_refusal_ends_a_request(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    await bot.agreements.draw(bot.press(), match_id, CY.id)
    assert (
        await bot.agreements.draw(bot.press(), match_id, BO.id, agree=False)
    ).result is ConsentResult.DRAW_REFUSED
    with pytest.raises(AlreadyDecided, match="Someone declined a draw"):
        await bot.agreements.draw(bot.press(), match_id, ADA.id)
    await answer(bot, match_id, CY)
    await bot.clock.move(3600)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    request = (await bot.requests.offers(match_id)).draw
    assert request is not None and request.agreed == set(), "all are asked again"
    await answer(bot, match_id, BO)
    assert (await bot.requests.offers(match_id)).draw is None, "playing on isn't consent"


async def test_cancelling_and_pausing_need_all_players(bot: Bot) -> None:
    match_id = await begin(bot, control=TimeControl("each", DAY))
    assert (await bot.match_time.pause(bot.press(), match_id, BO.id)).pause_asked == 1
    assert not (await bot.match_time.pause(bot.press(), match_id, CY.id)).paused
    with pytest.raises(AlreadyDecided, match="You already agreed"):
        await bot.match_time.pause(bot.press(), match_id, CY.id)
    assert (await bot.match_time.pause(bot.press(), match_id, ADA.id)).paused
    await bot.match_time.go_on(bot.press(), match_id, CY.id)
    await bot.match_time.pause(bot.press(), match_id, BO.id)
    assert not (await bot.match_time.pause(bot.press(), match_id, CY.id)).paused, "all are asked again"
    assert (await bot.agreements.abort(bot.press(), match_id, ADA.id)).result is ConsentResult.ABORT_ASKED
    assert not await bot.agreements.aborts_alone(match_id, 1)
    assert (await bot.agreements.abort(bot.press(), match_id, BO.id)).result is ConsentResult.AGREED
    assert await bot.agreements.aborts_alone(match_id, 2)
    assert (await bot.agreements.abort(bot.press(), match_id, CY.id)).result is ConsentResult.ABORTED


async def test_a_take_back_needs_all_opponents(bot: Bot) -> None:
    match_id = await begin(bot)
    for person in (ADA, BO, CY):
        await answer(bot, match_id, person)
    result = await bot.undo.undo(bot.press(), match_id, BO.id, late=True)
    assert result.result is ConsentResult.UNDO_ASKED
    assert (await bot.undo.undo(bot.press(), match_id, ADA.id)).result is ConsentResult.AGREED
    assert (await bot.requests.offers(match_id)).of(RequestKind.UNDO) is not None
    assert (await bot.undo.undo(bot.press(), match_id, CY.id)).result is ConsentResult.UNDO_AGREED
    assert (await bot.matches.question(match_id, BO.id)) is not None


# -- leaving


async def test_the_others_play_on_when_a_player_resigns(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    await bot.deliver()
    bot.paper.clear()
    result = await bot.play.resign(bot.press(), match_id, BO.id)
    assert result.snapshot.outcome is None and result.snapshot.question is None
    assert result.snapshot.table.out == {1}
    assert (await bot.requests.offers(match_id)).draw is None, "three players were asked"
    for act in (bot.play.resign, bot.agreements.draw, bot.undo.undo):
        with pytest.raises(AlreadyDecided, match="You're out of this match"):
            await act(bot.press(), match_id, BO.id)
    dice = Chance("luck")
    while await bot.answer_anything(match_id, dice):
        snapshot = await bot.matches.public_snapshot(match_id)
        assert 1 not in [seat.seat for seat in snapshot.awaited]
    await bot.deliver()
    ended = next(message for message in bot.paper.said if message.note.kind == "ended")
    assert isinstance(ended, PublicMessage) and ended.note.mentions == (ADA.id, CY.id), (
        "a departed player is not mentioned"
    )
    async with bot.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None and row.places[-1] == (1,) and row.seats[1].left == "resignation"
    assert sorted(seat for place in row.places for seat in place) == [0, 1, 2]


async def test_a_departed_player_can_delete_their_data_and_the_others_play_on(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.play.resign(bot.press(), match_id, BO.id)
    privacy = Privacy(bot.context)
    assert await privacy.forget(BO.id)
    assert await privacy.forget(CY.id), "playing withdraws the offer"
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None and snapshot.outcome.places == ((0,), (2,), (1,))


async def test_a_departed_players_deletion_does_not_affect_the_match(bot: Bot) -> None:
    match_id = await begin(bot, control=TimeControl("each", 2 * DAY))
    await bot.play.resign(bot.press(), match_id, BO.id)
    privacy = Privacy(bot.context)
    assert (await privacy.holdings(BO.id)).ending == ()
    assert [entry.match_id for entry in (await privacy.holdings(CY.id)).ending] == [match_id]
    await bot.deliver()
    message_count = len(bot.paper.said)
    vacations = Vacations(bot.context)
    await vacations.leave(BO.id, DAY)
    await bot.deliver()
    assert len(bot.paper.said) == message_count
    await vacations.leave(CY.id, DAY)
    await bot.deliver()
    notes = [message.note for message in bot.paper.said[message_count:] if message.note.kind == "time"]
    assert [entry.mentions for entry in notes] == [(ADA.id,)], "a departed player is not mentioned"


async def test_two_timeouts_one_after_the_other(bot: Bot) -> None:
    """In a rated match each player leaves when their own time is up, even if someone acts before the alarm runs."""
    match_id = await begin(bot, control=TimeControl("each", DAY), rated=True)
    await bot.clock.move(DAY // 2000)
    await answer(bot, match_id, ADA)
    await answer(bot, match_id, CY)
    await bot.clock.move(DAY // 2000 + 1)
    await bot.ring()
    table = await bot.matches.table(match_id)
    assert (table.status, table.out) == (MatchStatus.PLAYING, {1})
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.awaited and all(seat.seat != 1 for seat in snapshot.awaited)
    await bot.clock.move(DAY / 1000 + 1)
    await bot.ring()
    table = await bot.matches.table(match_id)
    assert table.status is MatchStatus.OVER


async def test_a_claim_against_two_late_players_leaves_the_third(bot: Bot) -> None:
    match_id = await begin(bot, control=TimeControl("each", DAY))
    await answer(bot, match_id, ADA)
    await bot.clock.move(DAY / 1000 + 1)
    await bot.ring()
    result = await bot.play.claim(bot.press(), match_id, ADA.id)
    assert result.snapshot.outcome is not None and result.snapshot.outcome.places == ((0,), (1, 2))
