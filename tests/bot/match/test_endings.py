"""Take-backs and endings: free ones, those that need consent, refusals, and their effect on clocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.clocks import NO_CLOCK, TimeControl
from bot.clocks.control import DAY, HOUR
from bot.delivery.notes import PublicKind
from bot.errors import AlreadyDecided, NotFound, NotYourMatch, Refusal, StillGoingOn
from bot.features.ratings.commands import Leaderboards
from bot.games.playable import Games
from bot.games.voidream import voidream
from bot.match.agreements import Agreements
from bot.match.consent import ConsentResult
from bot.match.first_answers import PregamePreferences
from bot.match.undo import NoUndo, TooLate
from bot.people.contact_limits import TooSoon
from bot.settings import Settings
from bot.store.about import Everything
from bot.store.match_status import MatchStatus
from bot.store.offers import NOTHING
from bot.store.servers import ServerRules
from engine.kernel.chance import Chance
from engine.kernel.errors import StaleQuestion
from engine.kernel.match import replay
from engine.kernel.question import random_choice
from tests.bot.kit import ADA, BO, CHANNEL, CY, GUILD, Bot, lanterns, open_bot
from tests.bot.match.test_matches import everything

BANK = TimeControl("bank", 3 * DAY, 12 * HOUR, 5 * DAY)


GAMES = Games.of(lanterns())
VOIDREAM = voidream()


async def begin(bot: Bot, control: TimeControl | None = None) -> int:
    table = await bot.challenge(control=control or NO_CLOCK)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    return table.match_id


def with_usual_limits(bot: Bot) -> Agreements:
    """Use the default limits for agreements."""
    return Agreements(replace(bot.context, settings=Settings(_env_file=None)))  # type: ignore[call-arg]


async def bid(bot: Bot, match_id: int, person: int, amount: str) -> int:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, (amount,))
    return question.id


async def test_secret_acts_can_be_taken_back_freely_and_once(bot: Bot) -> None:
    match_id = await begin(bot)
    before = await bot.matches.player_snapshot(match_id, ADA.id)
    stale = await bid(bot, match_id, ADA.id, "3")
    press = bot.press()
    result = await bot.undo.undo(press, match_id, ADA.id)
    assert result.result is ConsentResult.UNDONE
    snapshot = await bot.matches.player_snapshot(match_id, ADA.id)
    assert snapshot.view == before.view
    assert snapshot.question is not None
    assert snapshot.question.id > stale
    assert snapshot.story == (), "the player who took it back knows that"
    with pytest.raises(StaleQuestion):
        await bot.play.answer(bot.press(), match_id, ADA.id, stale, ("3",))
    with pytest.raises(NoUndo, match="no move to take back in this match"):
        await bot.undo.undo(bot.press(), match_id, ADA.id)
    assert (await bot.undo.undo(press, match_id, ADA.id)).result is ConsentResult.DONE_BEFORE
    async with bot.store.read() as store:
        assert [act.kind for act in await store.acts.of(match_id)] == [
            "challenge",
            "accept",
            "answer",
            "undo",
        ]
    bo = await bot.matches.question(match_id, BO.id)
    assert bo is not None
    await bid(bot, match_id, ADA.id, "1")
    await bot.play.answer(bot.press(), match_id, BO.id, bo.id, ("0",))
    await bot.play.resign(bot.press(), match_id, BO.id)
    record = await bot.matches.record(match_id)
    assert [answer.choice for answer in record.answers if not answer.left] == [("1",), ("0",)]
    again = replay(lanterns().kernel, record.setup, record.seed, record.answers)
    assert again.turn_count == 3, "two answers, and Bo's resignation"


async def test_take_backs_stop_at_revealed_information(bot: Bot) -> None:
    match_id = await begin(bot)
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    before = await everything(bot)
    # Bo has seen Ada's secret bid; Ada has seen the effect of Bo's act, a random draw.
    for person, why in ((ADA, "chance has decided something"), (BO, "you've seen something new")):
        with pytest.raises(TooLate, match=f"Too late: {why}."):
            await bot.undo.undo(bot.press(), match_id, person.id)
    with pytest.raises(NotYourMatch):
        await bot.undo.undo(bot.press(), match_id, CY.id)
    assert await everything(bot) == before


async def test_late_take_backs_need_consent(bot: Bot) -> None:
    """Both know the consequences; the match is restored and mentions it, and can be verified at its end."""
    match_id = await begin(bot)
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    request = await bot.undo.undo(bot.press(), match_id, ADA.id, late=True)
    assert request.result is ConsentResult.UNDO_ASKED
    request = (await bot.requests.offers(match_id)).undo
    assert request is not None and request.late
    with pytest.raises(AlreadyDecided, match="Please answer that first"):
        await bot.undo.undo(bot.press(), match_id, BO.id, answering=False, late=True)
    assert (
        await bot.undo.undo(bot.press(), match_id, BO.id, answering=True)
    ).result is ConsentResult.UNDO_AGREED
    assert await bot.requests.offers(match_id) == NOTHING
    snapshot = await bot.matches.player_snapshot(match_id, ADA.id)
    sentence = (
        "You take the last 2 decisions back, as both agreed. Anything revealed since then stays revealed."
    )
    assert sentence in map(str, snapshot.story)
    for person, amount in ((ADA, "1"), (BO, "0")):
        question = await bot.matches.question(match_id, person.id)
        assert question is not None
        await bot.play.answer(bot.press(), match_id, person.id, question.id, (amount,))
    await bot.play.resign(bot.press(), match_id, BO.id)
    record = await bot.matches.record(match_id)
    assert [answer.choice for answer in record.answers if not answer.left] == [("1",), ("0",)]
    assert replay(lanterns().kernel, record.setup, record.seed, record.answers).turn_count == 3


async def test_rated_matches_allow_no_late_take_backs(bot: Bot) -> None:
    table = await bot.challenge(rated=True)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    await bid(bot, table.match_id, ADA.id, "3")
    await bid(bot, table.match_id, BO.id, "1")
    for late in (False, True):
        with pytest.raises(NoUndo, match="You can't take it back in a rated match") as refused:
            await bot.undo.undo(bot.press(), table.match_id, ADA.id, late=late)
        assert not isinstance(refused.value, TooLate)


async def test_a_request_ends_at_the_next_answer_and_is_not_repeated(bot: Bot) -> None:
    match_id = await begin(bot)
    await bid(bot, match_id, ADA.id, "3")
    await bid(bot, match_id, BO.id, "1")
    await bot.undo.undo(bot.press(), match_id, ADA.id, late=True)
    person = ADA if await bot.matches.question(match_id, ADA.id) is not None else BO
    question = await bot.matches.question(match_id, person.id)
    assert question is not None
    await bot.play.answer(
        bot.press(), match_id, person.id, question.id, random_choice(question, Chance("some"))
    )
    result = await bot.requests.offers(match_id)
    assert result.undo is None
    asker, opponent = (ADA, BO) if person is BO else (BO, ADA)
    await bot.undo.undo(bot.press(), match_id, asker.id, late=True)
    await bot.undo.undo(bot.press(), match_id, opponent.id, agree=False)
    with pytest.raises(NoUndo, match=f"{opponent.name} declined your request") as refused:
        await bot.undo.undo(bot.press(), match_id, asker.id, late=True)
    assert not isinstance(refused.value, TooLate), "the same request isn't repeated"


async def test_a_take_back_restores_no_time(bot: Bot) -> None:
    match_id = await begin(bot, BANK)
    await bot.clock.move(HOUR / 1000)
    await bid(bot, match_id, ADA.id, "3")
    assert (await bot.matches.table(match_id)).times[0].left == 3 * DAY + 11 * HOUR
    await bot.clock.move(HOUR / 1000)
    table = (await bot.undo.undo(bot.press(), match_id, ADA.id)).table
    assert table.times[0].left == 3 * DAY - HOUR, "without the time that the decision had earned"
    assert table.times[0].due_at == bot.clock.now() + 3 * DAY - HOUR
    assert table.times[1].due_at == bot.clock.now() + 3 * DAY - 2 * HOUR, "the other clock is unaffected"


async def test_a_take_back_does_not_restart_the_time_for_a_decision(bot: Bot) -> None:
    match_id = await begin(bot, TimeControl("each", 2 * DAY))
    await bot.clock.move(DAY / 1000)
    for _ in range(3):
        await bid(bot, match_id, ADA.id, "3")
        await bot.clock.move(HOUR / 1000)
        await bot.undo.undo(bot.press(), match_id, ADA.id)
    table = await bot.matches.table(match_id)
    assert table.times[0].left == DAY


async def test_a_draw_is_offered_declined_and_accepted(bot: Bot) -> None:
    match_id = await begin(bot)
    press = bot.press()
    assert (await bot.agreements.draw(press, match_id, ADA.id)).result is ConsentResult.DRAW_OFFERED
    assert (await bot.agreements.draw(press, match_id, ADA.id)).result is ConsentResult.DONE_BEFORE
    with pytest.raises(AlreadyDecided, match=r"already offered a draw\. Waiting for Bo"):
        await bot.agreements.draw(bot.press(), match_id, ADA.id)
    await bot.deliver()
    assert bot.paper.kinds().count("offer") == 1
    assert (
        await bot.agreements.draw(bot.press(), match_id, BO.id, agree=False)
    ).result is ConsentResult.DRAW_REFUSED
    with pytest.raises(AlreadyDecided, match="Bo declined a draw"):
        await bot.agreements.draw(bot.press(), match_id, ADA.id)
    with pytest.raises(AlreadyDecided, match="There's no draw offer"):
        await bot.agreements.draw(bot.press(), match_id, BO.id, agree=False)
    await bid(bot, match_id, ADA.id, "2")
    await bot.clock.move(600)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    result = await bot.agreements.draw(bot.press(), match_id, BO.id)
    assert (result.result, result.table.status) == (ConsentResult.DRAWN, MatchStatus.OVER)
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None
    assert (snapshot.outcome.winners, snapshot.outcome.ending) == ((), "agreement")
    with pytest.raises(AlreadyDecided, match="over"):
        await bot.agreements.draw(bot.press(), match_id, BO.id)


async def test_a_draw_offer_expires_with_the_other_s_decision_or_by_time(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    await bid(bot, match_id, ADA.id, "2")
    assert (await bot.requests.offers(match_id)).draw is not None, "the player's own decision leaves it open"
    await bid(bot, match_id, BO.id, "1")
    assert (await bot.requests.offers(match_id)).draw is None
    await bot.clock.move(600)
    await bot.agreements.draw(bot.press(), match_id, ADA.id)
    await bot.clock.move(3 * DAY / 1000)
    assert (await bot.requests.offers(match_id)).draw is None
    alarms = bot.alarms()
    await alarms.run_due()
    async with bot.store.read() as store:
        assert (await store.offers.of(match_id)).draw is None
    offered = await bot.agreements.draw(bot.press(), match_id, BO.id)
    assert offered.result is ConsentResult.DRAW_OFFERED, "not accepted: the other offer is gone"


async def test_after_the_deal_cancelling_needs_both_players(bot: Bot) -> None:
    match_id = await begin(bot)
    assert await bot.agreements.may_abort(match_id) and not await bot.agreements.aborts_alone(match_id, 1)
    press = bot.press()
    for _ in range(2):
        result = await bot.agreements.abort(press, match_id, BO.id)
        assert result.table.status is MatchStatus.PLAYING
    assert result.result is ConsentResult.DONE_BEFORE
    with pytest.raises(AlreadyDecided, match=r"already asked for that\. Waiting for Ada"):
        await bot.agreements.abort(bot.press(), match_id, BO.id)
    await bot.deliver()
    assert bot.paper.kinds().count("offer") == 1
    refused = await bot.agreements.abort(bot.press(), match_id, ADA.id, agree=False)
    assert refused.result is ConsentResult.ABORT_REFUSED
    with pytest.raises(TooSoon, match="asked Ada to cancel the match recently"):
        await with_usual_limits(bot).abort(bot.press(), match_id, BO.id)
    with pytest.raises(AlreadyDecided, match="No one is asking"):
        await bot.agreements.abort(bot.press(), match_id, ADA.id, answering=True)
    await bot.agreements.abort(bot.press(), match_id, ADA.id)
    assert await bot.agreements.aborts_alone(match_id, 1)
    result = await bot.agreements.abort(bot.press(), match_id, BO.id, answering=True)
    assert (result.result, result.table.status) == (ConsentResult.ABORTED, MatchStatus.OVER)
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None
    assert (snapshot.outcome.winners, snapshot.outcome.ending) == ((), "aborted")
    assert not await bot.agreements.may_abort(match_id)


async def test_a_cancellation_request_expires_with_a_decision_and_mentions_once(bot: Bot) -> None:
    match_id = await begin(bot)
    await bot.agreements.abort(bot.press(), match_id, ADA.id)
    await bid(bot, match_id, BO.id, "1")
    with pytest.raises(AlreadyDecided, match="No one is asking"):
        await bot.agreements.abort(bot.press(), match_id, BO.id, answering=True)
    assert (await bot.requests.offers(match_id)).abort is None
    with pytest.raises(TooSoon, match="cancel the match recently"):
        await with_usual_limits(bot).abort(bot.press(), match_id, ADA.id)


async def test_a_server_can_allow_cancelling_alone(bot: Bot) -> None:
    match_id = await begin(bot)
    async with bot.store.write(Everything()) as tx:
        await tx.servers.store(GUILD, ServerRules(abort_alone=True))
    assert await bot.agreements.aborts_alone(match_id, 0)
    assert (await bot.agreements.abort(bot.press(), match_id, ADA.id)).result is ConsentResult.ABORTED


async def test_before_the_deal_and_in_practice_one_player_can_cancel(tmp_path: Path) -> None:
    """Voidream deals when both have cut; before that either can still cancel."""
    async with open_bot(tmp_path / "voidream.sqlite3", game=VOIDREAM) as bot:
        deck, asks = next(iter(VOIDREAM.decks)), PregamePreferences(asks=True)

        async def dealt(cuts: int) -> int:
            table = await bot.challenge(deck=deck, wish=asks)
            await bot.challenges.prepare(table.match_id, BO.id, wish=asks)
            await bot.challenges.accept(bot.press(), table.match_id, BO, deck)
            for _ in range(cuts):
                assert await bot.answer_anything(table.match_id, Chance("cuts"))
            return table.match_id

        early = await dealt(1)
        assert (await bot.agreements.abort(bot.press(), early, ADA.id)).result is ConsentResult.ABORTED
        late = await dealt(2)
        snapshot = await bot.matches.public_snapshot(late)
        assert snapshot.view.round == 1
        assert (await bot.agreements.abort(bot.press(), late, ADA.id)).result is ConsentResult.ABORT_ASKED


async def test_a_moderator_voids_a_result_once_and_notifies_both_players(bot: Bot) -> None:
    match_id = await rated(bot)
    ladder = Leaderboards(bot.store)
    assert await ladder.of(ADA.id, GUILD, bot.game) is not None
    with pytest.raises(NotFound, match="I can't find that match on this server"):
        await bot.interventions.void(bot.press(), match_id, CY, GUILD + 1, "alternates")
    with pytest.raises(NotYourMatch, match="another moderator"):
        await bot.interventions.void(bot.press(), match_id, BO, GUILD, "I lost")
    with pytest.raises(Refusal, match="give a reason"):
        await bot.interventions.void(bot.press(), match_id, CY, GUILD, " \n ")
    press = bot.press()
    assert (
        await bot.interventions.void(press, match_id, CY, GUILD, "Both are\nthe same person.")
    ).result is ConsentResult.VOIDED
    assert (
        await bot.interventions.void(press, match_id, CY, GUILD, "again")
    ).result is ConsentResult.DONE_BEFORE
    with pytest.raises(AlreadyDecided, match="already void"):
        await bot.interventions.void(bot.press(), match_id, CY, GUILD, "again")
    assert (
        await ladder.of(ADA.id, GUILD, bot.game) is None and await ladder.of(BO.id, GUILD, bot.game) is None
    )
    result = await bot.interventions.intervention(match_id)
    assert result is not None and (result.moderator, result.reason) == ("Cy", "Both are the same person.")
    bot.paper.clear()
    await bot.deliver()
    (note,) = [message.note for message in bot.paper.said if message.note.kind is PublicKind.VOIDED]
    assert set(note.mentions) == {ADA.id, BO.id}  # type: ignore[union-attr]
    snapshot = await bot.matches.public_snapshot(match_id)
    assert snapshot.outcome is not None and snapshot.outcome.ending == "resignation", (
        "the match is still listed"
    )


async def test_only_rated_results_can_be_voided(bot: Bot) -> None:
    casual = await begin(bot)
    with pytest.raises(
        StillGoingOn, match=r"no result yet\. You can end it without one with `/moderate end`"
    ):
        await bot.interventions.void(bot.press(), casual, CY, GUILD, "why not")
    await bot.play.resign(bot.press(), casual, ADA.id)
    with pytest.raises(AlreadyDecided, match="wasn't rated"):
        await bot.interventions.void(bot.press(), casual, CY, GUILD, "why not")
    short = await rated(bot, round=1)
    with pytest.raises(AlreadyDecided, match="didn't change any rating"):
        await bot.interventions.void(bot.press(), short, CY, GUILD, "why not")


async def rated(bot: Bot, *, round: int = 2) -> int:
    """Return a rated match that Bo resigned in that round."""
    table = await bot.challenge(rated=True)
    await bot.challenges.accept(bot.press(), table.match_id, BO, "Garden")
    dice = Chance("rated")
    while (await bot.matches.public_snapshot(table.match_id)).view.round < round:
        await bot.answer_anything(table.match_id, dice)
    await bot.play.resign(bot.press(), table.match_id, BO.id)
    return table.match_id


async def test_a_moderator_ends_a_match_with_a_reason(bot: Bot) -> None:
    match_id = await begin(bot)
    with pytest.raises(NotFound, match="I can't find that match on this server"):
        await bot.interventions.end(bot.press(), match_id, CY, GUILD + 1, "spam")
    with pytest.raises(NotYourMatch, match="another moderator"):
        await bot.interventions.end(bot.press(), match_id, ADA, GUILD, "I am losing")
    with pytest.raises(Refusal, match="give a reason"):
        await bot.interventions.end(bot.press(), match_id, CY, GUILD, "  ")
    press = bot.press()
    assert (
        await bot.interventions.end(press, match_id, CY, GUILD, "Both left\nthe server.")
    ).result is ConsentResult.ENDED
    assert (
        await bot.interventions.end(press, match_id, CY, GUILD, "again")
    ).result is ConsentResult.DONE_BEFORE
    result = await bot.interventions.intervention(match_id)
    assert result is not None
    assert (result.moderator, result.reason) == ("Cy", "Both left the server.")
    await bot.deliver()
    assert bot.paper.kinds().count("ended") == 1
    assert (await bot.matches.table(match_id)).channel_id == CHANNEL
