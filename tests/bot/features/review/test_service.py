"""Reviews: consent, progress, and the deletion of results when someone withdraws."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.delivery.notes import PublicKind
from bot.errors import NotFound, NotYourMatch, StillGoingOn
from bot.features.privacy.blocks import Blocks
from bot.features.privacy.own_data import Privacy
from bot.features.review.judge import Judge
from bot.features.review.messages import chance_line
from bot.features.review.service import Reviews, ReviewStage
from bot.people.contact_limits import USUAL, Unwilling
from bot.people.locales import translator_for
from cards.i18n import Locale
from engine.kernel.ai.decisions import Decision, DecisionReport
from engine.kernel.ai.game_search import PlayOuts, Thinking
from engine.kernel.ai.search import SearchCancelled
from engine.kernel.chance import Chance
from engine.kernel.question import random_choice
from engine.kernel.simulation import RandomPlayer
from tests.bot.features.review.kit import here, judging, looking_back, retelling, thoughtful
from tests.bot.kit import ADA, BO, CHANNEL, CY, Bot, Paper, lanterns, open_bot
from tests.bot.match.test_practice import HOUSE
from tests.bot.match.test_seats import DI
from tests.bot.stores import change, rows


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=thoughtful()) as opened:
        yield opened


async def finished_match(bot: Bot, channel: int = CHANNEL) -> int:
    """Return a finished match."""
    match_id = await bot.begin(channel_id=channel)
    dice = Chance("a match 13")
    while await bot.answer_anything(match_id, dice):
        pass
    await bot.deliver()
    bot.paper.clear()
    return match_id


async def both_agree(bot: Bot, match_id: int) -> Reviews:
    looking = looking_back(bot)
    await looking.agree(bot.press(), match_id, ADA.id)
    await looking.agree(bot.press(), match_id, BO.id)
    return looking


async def judge_all(bot: Bot) -> int:
    work, steps = judging(bot), 0
    while await work.step():
        steps += 1
    return steps


def mentions_by_note(paper: Paper) -> list[tuple[int, ...]]:
    """Return the people mentioned by each note about a review."""
    return [message.note.mentions for message in paper.said if message.note.kind is PublicKind.REVIEW]  # type: ignore[union-attr]


async def tables(bot: Bot) -> dict[str, int]:
    """Return the number of rows in each table of reviews."""
    names = ("look_back_answers", "look_backs", "look_back_pieces")
    return {name: int((await rows(bot.store, f"SELECT COUNT(*) FROM {name}"))[0][0]) for name in names}


# -- consent


async def test_a_review_needs_both_consents_and_mentions_the_opponent_once(bot: Bot) -> None:
    match_id, worked = await finished_match(bot), list[str]()
    looking = looking_back(bot, lambda: worked.append("work"))
    assert (await looking.of(match_id)).stage is ReviewStage.OPEN
    review = await looking.agree(bot.press(), match_id, ADA.id)
    assert (review.stage, review.agreed, review.missing) == (ReviewStage.ASKED, {0}, {1})
    await looking.agree(bot.press(), match_id, ADA.id)
    await bot.deliver()
    assert mentions_by_note(bot.paper) == [(BO.id,)] and not worked
    assert not await judging(bot).step(), "no one is judged without consent"
    review = await looking.agree(bot.press(), match_id, BO.id)
    assert review.stage is ReviewStage.WORKING and worked == ["work"]


async def test_declining_ends_a_request_and_can_be_revised(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = looking_back(bot)
    await looking.agree(bot.press(), match_id, ADA.id)
    assert (await looking.decline(bot.press(), match_id, BO.id)).stage is ReviewStage.DECLINED
    again = await looking.agree(bot.press(), match_id, ADA.id)
    assert again.stage is ReviewStage.DECLINED
    await bot.deliver()
    assert sum(map(len, mentions_by_note(bot.paper))) <= 1, "a person who has declined is not mentioned again"
    assert (await looking.agree(bot.press(), match_id, BO.id)).stage is ReviewStage.WORKING


async def test_a_blocked_person_and_the_one_who_blocks_never_mention_each_other(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = looking_back(bot)
    blocking = Blocks(bot.context)
    await blocking.block(bot.press(), BO, ADA)
    with pytest.raises(Unwilling, match="You can't ask"):
        await looking.agree(bot.press(), match_id, ADA.id)
    with pytest.raises(Unwilling, match="You blocked"):
        await looking.agree(bot.press(), match_id, BO.id)
    await bot.deliver()
    assert mentions_by_note(bot.paper) == [] and (await looking.of(match_id)).stage is ReviewStage.OPEN
    await blocking.unblock(bot.press(), BO.id, ADA.id)
    await looking.agree(bot.press(), match_id, ADA.id)
    await blocking.block(bot.press(), BO, ADA)
    assert (await looking.agree(bot.press(), match_id, BO.id)).stage is ReviewStage.WORKING, (
        "this mentions no one"
    )


async def test_simultaneous_requests_mention_once(bot: Bot) -> None:
    matches = [await finished_match(bot, CHANNEL + n) for n in range(3)]
    looking = looking_back(bot)
    for match_id in matches[:2]:
        assert (await looking.agree(bot.press(), match_id, ADA.id)).stage is ReviewStage.ASKED
    await bot.deliver()
    assert sorted(mentions_by_note(bot.paper)) == [(), (BO.id,)]
    await bot.clock.move(60 * USUAL.gap)
    await looking.agree(bot.press(), matches[2], ADA.id)
    await bot.deliver()
    assert sorted(mentions_by_note(bot.paper)) == [(), (BO.id,), (BO.id,)]


async def test_only_players_of_a_finished_match_can_request_a_review(bot: Bot) -> None:
    going = await bot.begin()
    looking = looking_back(bot)
    for person in (ADA, CY):
        with pytest.raises(StillGoingOn):
            await looking.agree(bot.press(), going, person.id)
    with pytest.raises(StillGoingOn):
        await looking.of(going)
    assert await retelling(bot).of_match(going, Locale.ENGLISH) is None
    over = await finished_match(bot, CHANNEL + 1)
    for act in (looking.agree, looking.decline):
        with pytest.raises(NotYourMatch):
            await act(bot.press(), over, CY.id)
    assert (await tables(bot))["look_back_answers"] == 0


async def test_a_review_needs_a_result_and_a_search(tmp_path: Path, bot: Bot) -> None:
    aborted = await bot.begin()
    await bot.agreements.abort(bot.press(), aborted, ADA.id)
    await bot.agreements.abort(bot.press(), aborted, BO.id)
    with pytest.raises(NotFound):
        await looking_back(bot).agree(bot.press(), aborted, ADA.id)
    async with open_bot(tmp_path / "other.sqlite3", game=lanterns()) as thoughtless:
        with pytest.raises(NotFound):
            await looking_back(thoughtless).agree(
                thoughtless.press(), await finished_match(thoughtless), ADA.id
            )


async def test_three_players_have_a_curve_each_after_all_consents(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "three.sqlite3", game=thoughtful()) as bot:
        match_id = await bot.begin(BO, CY)
        while await bot.answer_anything(match_id, Chance("three")):
            pass
        looking = await both_agree(bot, match_id)
        assert (await looking.of(match_id)).missing == {2}
        await looking.agree(bot.press(), match_id, CY.id)
        await judge_all(bot)
        text = await retelling(bot).of_match(match_id, Locale.ENGLISH)
        assert text is not None
        curve = text.curve
        assert curve.names == ("Ada", "Bo", "Cy") and len(curve.others) == 2
        for step in range(curve.last + 1):
            assert sum(curve.chance_of(seat, step) for seat in range(3)) == pytest.approx(1)
        words = translator_for(Locale.ENGLISH)
        ahead = max(range(3), key=lambda seat: curve.chance_of(seat, curve.last))
        assert curve.names[ahead] in chance_line(text, curve.last, words)
        assert len({seat.seat for seat in text.seats}) == 3


# -- judging


async def test_every_decision_is_judged_once_and_described_in_both_languages(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = await both_agree(bot, match_id)
    await judge_all(bot)
    review = await looking.of(match_id)
    assert review.stage is ReviewStage.DONE and review.report is not None
    assert {decision.seat for decision in review.report.decisions} == {0, 1}
    assert (await tables(bot))["look_back_pieces"] == 0, "intermediate data is no longer needed"
    for locale in Locale:
        text = await retelling(bot).of_match(match_id, locale)
        assert text is not None
        outcome = (await bot.matches.public_snapshot(match_id)).outcome
        assert outcome is not None
        assert text.curve.chances[-1] == (1.0 if outcome.winners == (0,) else 0.0 if outcome.winners else 0.5)
        assert text.mistakes and [mistake.number for mistake in text.mistakes] == list(
            range(1, 1 + len(text.mistakes))
        )
        for shown_mistake in text.mistakes:
            assert (
                shown_mistake.answer != shown_mistake.better
                and shown_mistake.cost > 0.02
                and text.mistake_at(shown_mistake.step) == shown_mistake
            )
        first = text.mistakes[0]
        assert text.mistake_after(0) == first and text.mistake_after(text.curve.last) == first
        assert {seat.seat for seat in text.seats} == {0, 1}


async def test_judging_resumes_after_any_crash(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = await both_agree(bot, match_id)
    judged: list[int] = []

    async def mortal(match: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
        if len(judged) == 5:
            raise SearchCancelled
        judged.append(decision.number)
        return await here(match, thinking, decision)

    with pytest.raises(SearchCancelled):
        work = judging(bot, judge=mortal)
        while await work.step():
            pass
    half = await looking.of(match_id)
    assert half.stage is ReviewStage.WORKING and half.judged == 5 < half.decisions
    await bot.membership.leave()
    async with open_bot(bot.path, game=thoughtful(), pressed=1000) as reborn:
        again = 2  # The two mistakes are played out before they are shown.
        assert await judge_all(reborn) == half.decisions - 5 + again + 1, "the rest, and the summary"
        resumed = (await looking_back(reborn).of(match_id)).report
        await looking_back(reborn).decline(reborn.press(), match_id, ADA.id)
        await both_agree(reborn, match_id)
        assert await judge_all(reborn) == half.decisions + again + 1
        assert (await looking_back(reborn).of(match_id)).report == resumed


async def test_two_workers_never_judge_the_same_decision(bot: Bot) -> None:
    """Each worker has its own match. After one leaves, the other resumes its match without repeating stored results."""
    one, two = await finished_match(bot), await finished_match(bot, CHANNEL + 1)
    judged: dict[str, list[tuple[int, int]]] = {"first": [], "second": []}

    def noting(worker: str) -> Judge:
        async def noted(match: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
            judged[worker].append((match, decision.number))
            return await here(match, thinking, decision)

        return noted

    await both_agree(bot, one)
    async with open_bot(bot.path, game=thoughtful(), pressed=1000) as second_bot:
        first, second = judging(bot, noting("first")), judging(second_bot, noting("second"))
        assert await first.step()
        assert not await second.step(), "the only match is leased"
        await both_agree(second_bot, two)
        for _ in range(3):
            assert await first.step() and await second.step()
        assert {match for match, _ in judged["first"]} == {one} and {
            match for match, _ in judged["second"]
        } == {two}
        await second_bot.membership.leave()
        while await first.step():
            pass
    decisions = judged["first"] + judged["second"]
    # The two most expensive mistakes of each match are judged again.
    assert len(decisions) <= len(set(decisions)) + 4
    assert [(await looking_back(bot).of(match_id)).stage for match_id in (one, two)] == [ReviewStage.DONE] * 2


async def test_progress_is_shown_from_time_to_time(bot: Bot) -> None:
    match_id = await finished_match(bot)
    await both_agree(bot, match_id)
    work, notes = judging(bot), 0
    while await work.step():
        await bot.deliver()
        notes = len(mentions_by_note(bot.paper))
    decisions = 0
    async with bot.store.read() as store:
        row = await store.reviews.of(match_id)
        assert row is not None
        decisions = row.decisions
    assert 3 <= notes <= 14 and decisions >= 8


async def test_withdrawing_consent_midway_deletes_everything(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = await both_agree(bot, match_id)
    work = judging(bot)
    for _ in range(3):
        await work.step()
    await looking.decline(bot.press(), match_id, BO.id)
    assert (await tables(bot))["look_back_pieces"] == (await tables(bot))["look_backs"] == 0
    assert not await work.step()
    assert (await looking.of(match_id)).report is None


async def test_a_judge_that_keeps_failing_is_given_up(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = await both_agree(bot, match_id)

    async def broken(match: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
        raise RuntimeError("no")

    work = judging(bot, judge=broken)
    for _ in range(3):
        with pytest.raises(RuntimeError):
            await work.step()
    assert not await work.step() and (await looking.of(match_id)).stage is ReviewStage.FAILED
    assert (await looking.agree(bot.press(), match_id, ADA.id)).stage is ReviewStage.WORKING, (
        "it can be tried again"
    )
    await judge_all(bot)
    assert (await looking.of(match_id)).stage is ReviewStage.DONE


async def test_frequent_users_of_reviews_wait_for_others(bot: Bot) -> None:
    many = [await finished_match(bot, CHANNEL + n) for n in range(3)]
    for match_id in many:
        await both_agree(bot, match_id)
    others_match = await bot.begin(DI, one=CY, channel_id=CHANNEL + 9)
    dice = Chance("another match")
    while await bot.answer_anything(others_match, dice):
        pass
    for person in (CY, DI):
        await looking_back(bot).agree(bot.press(), others_match, person.id)
    order: list[int] = []

    async def noted(match: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
        order.append(match)
        return await here(match, thinking, decision)

    work = judging(bot, judge=noted)
    while await work.step():
        pass
    async with bot.store.read() as store:
        assert await store.reviews.next("another", bot.clock.now()) is None
    assert list(dict.fromkeys(order)) == [many[0], others_match, *many[1:]]


async def test_automatic_answers_are_not_judged(bot: Bot) -> None:
    """Answers by an order or another person count for no one."""
    match_id = await finished_match(bot)
    by_order = "UPDATE acts SET interaction_id = NULL WHERE kind = 'answer' AND match_id = ? AND seat = 1"
    await change(bot.store, by_order, match_id)
    looking = await both_agree(bot, match_id)
    await judge_all(bot)
    report = (await looking.of(match_id)).report
    assert report is not None and {decision.seat for decision in report.decisions} == {0}


# -- text


async def test_mistakes_are_shown_only_for_a_tested_judge(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=thoughtful(PlayOuts(50, 39))) as bot:
        match_id = await finished_match(bot)
        looking = await both_agree(bot, match_id)
        await judge_all(bot)
        text = await retelling(bot).of(await looking.of(match_id), Locale.ENGLISH)
        assert text is not None and not text.mistakes and not text.tells_mistakes
        assert not text.curve.mistakes


async def test_without_judgements_the_curve_is_flat(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", game=thoughtful(even_through=1)) as bot:
        match_id = await finished_match(bot)
        looking = await both_agree(bot, match_id)
        await judge_all(bot)
        text = await retelling(bot).of(await looking.of(match_id), Locale.ENGLISH)
        assert text is not None and text.curve.known > 1
        assert all(text.curve.chance(step) == 0.5 for step in range(text.curve.known))


# -- privacy


async def test_a_review_is_private_and_is_deleted_with_its_person(bot: Bot) -> None:
    match_id = await finished_match(bot)
    looking = await both_agree(bot, match_id)
    await judge_all(bot)
    privacy = Privacy(bot.context)
    whole = json.loads(await privacy.export(ADA.id))
    [match] = whole["matches"]
    assert {decision["seat"] for decision in match["looked_back"]["decisions"]} == {0}
    assert {entry["seat"] for entry in match["looked_back"]["chosen_and_luck"]} == {0}
    assert whole["look_back_answers"][0]["match_id"] == match_id
    assert await privacy.forget(BO.id)
    assert await tables(bot) == {"look_back_answers": 1, "look_backs": 0, "look_back_pieces": 0}
    with pytest.raises(NotFound):
        await looking.of(match_id)
    assert await retelling(bot).of_match(match_id, Locale.ENGLISH) is None


async def test_the_bot_always_consents_and_its_decisions_are_judged_too(tmp_path: Path) -> None:
    game = replace(thoughtful(), practice=RandomPlayer)
    async with open_bot(tmp_path / "bot.sqlite3", game=game) as bot:
        match_id = (await bot.challenge(HOUSE)).match_id
        dice = Chance("Ada")
        await bot.practising.rested(match_id)
        while (question := await bot.matches.question(match_id, ADA.id)) is not None:
            choice = random_choice(question, dice)
            await bot.play.answer(bot.press(), match_id, ADA.id, question.id, choice)
            await bot.practising.rested(match_id)
        looking = looking_back(bot)
        assert (await looking.agree(bot.press(), match_id, ADA.id)).stage is ReviewStage.WORKING
        await judge_all(bot)
        report = (await looking.of(match_id)).report
        assert report is not None and {decision.seat for decision in report.decisions} == {0, 1}
