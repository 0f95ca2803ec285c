"""No one is stuck with an opponent who left: not in any game, and not with three seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clocks import NO_CLOCK, TimeControl
from bot.clocks.control import DAY, HOUR
from bot.errors import AlreadyDecided, NoClock, TimeNotUp
from bot.features.time.vacations import Vacations
from bot.games import registry
from bot.match.consent import ConsentResult
from bot.match.missing_players import LOOK, report_gone
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.store.person import Person
from bot.time.reach import Reach
from engine.kernel.chance import Chance
from engine.kernel.endings import GONE
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CY, GUILD, Bot, open_bot
from tests.games.registry import vigil


async def begin(bot: Bot, *others: Person, control: TimeControl = NO_CLOCK, rated: bool = False) -> int:
    """Begin a match with a decision, and answer for all but one person until only that person is awaited."""
    table = await bot.challenges.challenge(
        bot.press(), ADA, *(others or (BO,)), game=bot.game, guild_id=GUILD, channel_id=500, control=control, rated=rated,
        deck=next(iter(bot.game.decks), ""),
    )  # type: ignore[arg-type]  # fmt: skip
    for person in others or (BO,):
        await bot.challenges.accept(bot.press(), table.match_id, person, next(iter(bot.game.decks), ""))  # type: ignore[arg-type]
    return table.match_id


async def until_waiting_for(bot: Bot, match_id: int, person: int, *, begun: bool = False) -> None:
    """Answer until only this person is awaited; with `begun`, until the match can't simply be cancelled."""
    dice = Chance(f"gone {bot.game.name}")
    for _ in range(400):
        snapshot = await bot.matches.public_snapshot(match_id)
        assert snapshot.outcome is None
        waiting = {seat.person.id for seat in snapshot.awaited}
        candidates = sorted(waiting - {person}) or [person]
        if waiting == {person} and not (begun and await bot.agreements.may_abort(match_id)):
            return
        question = await bot.matches.question(match_id, candidates[0])
        assert question is not None
        await bot.play.answer(
            bot.press(), match_id, candidates[0], question.id, random_choice(question, dice)
        )
    raise AssertionError("nobody is ever waited for alone")


async def look_for_gone(bot: Bot) -> None:
    async with bot.store.write(Everything()) as tx:
        await tx.alarms.set(LOOK, 0, 0, bot.clock.now())
    await bot.ring()


@pytest.mark.parametrize("name", sorted(registry.games().games))
async def test_opponents_can_claim_or_cancel_in_every_game(tmp_path: Path, name: str) -> None:
    game = registry.games().find(name)
    for ending in ("claim", "abort"):
        async with open_bot(tmp_path / f"{ending}.sqlite3", game=game) as bot:
            match_id = await begin(bot)
            await until_waiting_for(bot, match_id, BO.id, begun=True)
            await bot.clock.move(14 * DAY / 1000 - 1)
            await look_for_gone(bot)
            with pytest.raises(NoClock):
                await bot.play.claim(bot.press(), match_id, ADA.id)
            with pytest.raises(AlreadyDecided):
                await bot.agreements.abort(bot.press(), match_id, ADA.id)
            await bot.clock.move(1)
            await look_for_gone(bot)
            assert (await bot.matches.table(match_id)).gone == {1}
            await bot.deliver()
            assert bot.paper.kinds().count("time") == 1
            if ending == "claim":
                result = await bot.play.claim(bot.press(), match_id, ADA.id)
                assert result.snapshot.outcome is not None
                assert (result.snapshot.outcome.winners, result.snapshot.outcome.ending) == ((0,), GONE.key)
            else:
                assert await bot.agreements.aborts_alone(match_id, 0)
                assert (
                    await bot.agreements.abort(bot.press(), match_id, ADA.id)
                ).result is ConsentResult.ABORTED
            assert (await bot.matches.table(match_id)).status is MatchStatus.OVER
            async with bot.store.read() as store:
                assert await store.matches.playing(ADA.id) == 0


async def test_with_three_seats_the_others_play_on_or_agree(tmp_path: Path) -> None:
    for ending in ("claim", "abort"):
        async with open_bot(tmp_path / f"{ending}.sqlite3", game=vigil()) as bot:
            match_id = await begin(bot, BO, CY)
            await until_waiting_for(bot, match_id, CY.id, begun=True)
            await bot.clock.move(14 * DAY / 1000)
            if ending == "claim":
                result = await bot.play.claim(bot.press(), match_id, ADA.id)
                assert result.snapshot.outcome is None and result.snapshot.table.out == {2}
                assert result.snapshot.awaited, "the others go on"
                continue
            assert (
                await bot.agreements.abort(bot.press(), match_id, ADA.id)
            ).result is ConsentResult.ABORT_ASKED
            assert (await bot.agreements.abort(bot.press(), match_id, BO.id)).result is ConsentResult.ABORTED


async def test_a_missing_player_who_acts_is_back(bot: Bot) -> None:
    match_id = await bot.begin()
    await until_waiting_for(bot, match_id, BO.id)
    await bot.clock.move(14 * DAY / 1000)
    await look_for_gone(bot)
    assert (await bot.matches.table(match_id)).gone == {1}
    await bot.agreements.draw(bot.press(), match_id, BO.id)
    assert (await bot.matches.table(match_id)).gone == frozenset()
    await bot.clock.move(13 * DAY / 1000)
    with pytest.raises(NoClock):
        await bot.play.claim(bot.press(), match_id, ADA.id)


async def test_vacations_and_outages_do_not_count(bot: Bot) -> None:
    match_id = await bot.begin()
    await until_waiting_for(bot, match_id, BO.id)
    reach = Reach(bot.store.absences, bot.clock)
    reach.connected()
    reach.disconnected()
    await bot.clock.move(10 * DAY / 1000)
    reach.connected()
    await bot.clock.move(13 * DAY / 1000)
    vacations = Vacations(bot.context)
    await vacations.leave(BO.id, 2 * DAY)
    await bot.clock.move(2 * DAY / 1000)
    await look_for_gone(bot)
    await bot.clock.move(13 * DAY / 1000)
    await look_for_gone(bot)
    assert (await bot.matches.table(match_id)).gone == frozenset()
    with pytest.raises(NoClock):
        await bot.play.claim(bot.press(), match_id, ADA.id)
    await bot.clock.move(DAY / 1000)
    await bot.play.claim(bot.press(), match_id, ADA.id)


async def test_a_player_confirmed_gone_can_be_claimed_at_once_and_is_never_rated(bot: Bot) -> None:
    match_id = await bot.begin(control=TimeControl("each", DAY), rated=True)
    await until_waiting_for(bot, match_id, BO.id)
    await bot.clock.move(HOUR / 1000)
    with pytest.raises(TimeNotUp):
        await bot.play.claim(bot.press(), match_id, ADA.id)
    await report_gone(bot.context, match_id, [BO.id])
    await report_gone(bot.context, match_id, [BO.id])
    await bot.deliver()
    assert bot.paper.kinds().count("time") == 1, "it is announced once"
    result = await bot.play.claim(bot.press(), match_id, ADA.id)
    assert result.snapshot.outcome is not None and result.snapshot.outcome.winners == (0,)
    async with bot.store.read() as store:
        rated = await store.ratings.rated(match_id)
        assert rated is not None and rated.why_not == GONE.key
        assert await store.ratings.of(GUILD, bot.game.name, ADA.id) is None
