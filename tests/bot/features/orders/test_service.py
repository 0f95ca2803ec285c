"""Standing orders and forced answers act like a quick person, and other people cannot detect them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median

import pytest
from msgspec.structs import replace

from bot.delivery.notes import PublicKind
from bot.errors import AlreadyDecided, LimitReached, NotFound, NotYourMatch
from bot.features.endings.ended import Results
from bot.features.orders.service import MOST, form_name
from bot.match import prompts
from bot.match.consent import ConsentResult
from bot.match.prompts import LONGEST, SHORTEST, random_reply_delay
from bot.store.about import Everything
from bot.store.orders import OrderState
from engine.kernel.errors import GameError
from engine.kernel.orders.order import Order
from tests.bot.features.orders.kit import (
    answer,
    bids,
    give,
    give_first_order,
    orders_of,
    question_messages,
    share,
)
from tests.bot.kit import ADA, BO, CY, TURN, Bot, open_bot
from tests.games.lanterns import BidOrder

# -- the time of an answer


def test_the_delay_is_between_four_and_forty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "_RANDOM", Random(1))
    delays = [random_reply_delay() for _ in range(4000)]
    assert SHORTEST <= min(delays) < max(delays) <= LONGEST
    assert 11_000 < median(delays) < 13_000
    assert delays.count(SHORTEST) < 10 and delays.count(LONGEST) < 10, (
        "delays that are too short are drawn again, not clipped"
    )


async def test_an_order_answers_at_the_turn_of_the_question(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await share(bot, match_id)
    await bot.deliver()
    assert question_messages(bot, ADA.id) == 0, "she has no decision"
    await bot.clock.move(TURN / 1000 - 0.001)
    await bot.ring()
    assert await bids(bot, match_id) == {ADA.id, BO.id}
    await bot.clock.move(0.001)
    await bot.ring()
    assert await bids(bot, match_id) == {BO.id}
    async with bot.store.read() as store:
        last = (await store.acts.of(match_id))[-1]
        [order] = await store.orders.of(match_id, ADA.id)
    assert (last.kind, last.person_id, last.choice, last.interaction_id) == ("answer", ADA.id, ("1",), None)
    assert last.at == bot.clock.now()
    assert order.answered == 1


async def test_the_owners_press_takes_precedence(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await share(bot, match_id)
    await answer(bot, match_id, ADA.id, "3")
    await bot.turn()
    snapshot = await bot.matches.player_snapshot(match_id, ADA.id)
    assert snapshot.question is None
    async with bot.store.read() as store:
        assert [act.choice for act in await store.acts.of(match_id) if act.person_id == ADA.id][-1] == ("3",)


async def test_the_owner_sees_that_an_order_will_answer(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    assert not (await bot.matches.player_snapshot(match_id, ADA.id)).orders.answers
    await share(bot, match_id)
    assert (await bot.matches.player_snapshot(match_id, ADA.id)).orders.answers
    assert not (await bot.matches.player_snapshot(match_id, BO.id)).orders.orders


async def test_a_mentioned_player_is_not_mentioned_again_for_the_next_question(bot: Bot) -> None:
    """Players with closed direct messages are mentioned again only if they answered quickly before."""
    async with bot.store.write(Everything()) as tx:
        await tx.people.set_dm(BO.id, closed=True, is_told=True)
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "1")
    await bot.turn()
    await bot.deliver()
    assert bot.paper.kinds().count("ping") == 1
    await answer(bot, match_id, BO.id, "2")
    await bot.turn()
    await bot.deliver()
    assert bot.paper.kinds().count("ping") == 1, "he has just decided something, and sees this panel"


async def test_an_order_withdrawn_before_its_turn_does_not_answer(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await share(bot, match_id)
    await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, 1)
    await bot.turn()
    await bot.deliver()
    assert ADA.id in await bids(bot, match_id)
    assert question_messages(bot, ADA.id) == 1


# -- several orders


async def test_both_players_may_have_orders(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await give(bot, match_id, BO.id, 2, stops=())
    await share(bot, match_id)
    await bot.turn()
    snapshot = await bot.matches.public_snapshot(match_id)
    assert "Bids: Ada 1, Bo 2." in " ".join(map(str, snapshot.story))
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
    assert [act.rev for act in acts] == list(range(len(acts)))
    assert [act.kind for act in acts[-2:]] == ["answer", "answer"]


async def test_the_newest_order_takes_precedence_and_replaces_one_of_its_form(bot: Bot) -> None:
    match_id = await give_first_order(bot, 1)
    await give(bot, match_id, ADA.id, 3, stops=())
    await give(bot, match_id, ADA.id, 1, stops=("more",))
    await give(bot, match_id, ADA.id, 3, stops=())
    book = await orders_of(bot).book(match_id, ADA.id)
    assert [order.stored.number for order in book.orders] == [3, 4]
    await share(bot, match_id)
    await bot.turn()
    async with bot.store.read() as store:
        assert (await store.acts.of(match_id))[-1].choice == ("3",)


async def test_there_is_a_limit(bot: Bot) -> None:
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "1")
    orders = orders_of(bot)
    form = next(iter((await orders.book(match_id, ADA.id)).forms.values()))
    for n in range(MOST):
        await orders.give(bot.press(), match_id, ADA.id, f"form {n}", form.order)
    with pytest.raises(LimitReached, match="10 standing orders"):
        await orders.give(bot.press(), match_id, ADA.id, "one more", form.order)
    assert len((await orders.book(match_id, ADA.id)).orders) == MOST


# -- given and withdrawn


async def test_an_order_given_at_an_open_question_answers_at_once(bot: Bot) -> None:
    match_id = await bot.begin()
    press = bot.press()
    form = next(iter((await orders_of(bot).book(match_id, ADA.id)).forms.values()))
    assert form.answers_now
    gave = await orders_of(bot).give(press, match_id, ADA.id, form_name(form), form.order)
    assert gave.answered and not gave.repeated
    again = await orders_of(bot).give(press, match_id, ADA.id, form_name(form), form.order)
    assert again.repeated
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
        assert [act.interaction_id for act in acts if act.kind == "answer"] == [press]
        assert len(await store.orders.of(match_id, ADA.id)) == 1


async def test_an_order_is_withdrawn_by_its_number_and_its_time(bot: Bot) -> None:
    """After a restored backup, the same number may belong to a different order."""
    match_id = await give_first_order(bot)
    [order] = (await orders_of(bot).book(match_id, ADA.id)).orders
    number, at = order.stored.number, order.stored.at
    with pytest.raises(AlreadyDecided, match="is no longer active"):
        await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, number, at - 1)
    assert (await orders_of(bot).book(match_id, ADA.id)).orders
    await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, number, at)
    assert not (await orders_of(bot).book(match_id, ADA.id)).orders


async def test_only_players_have_orders_and_see_their_own(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    for forbidden in (
        orders_of(bot).book(match_id, CY.id),
        orders_of(bot).withdraw(bot.press(), match_id, CY.id, 1),
        orders_of(bot).give(bot.press(), match_id, CY.id, "x", Order("bid", BidOrder(coins=1))),
    ):
        with pytest.raises(NotYourMatch):
            await forbidden
    with pytest.raises(NotFound, match="That order doesn't exist"):
        await orders_of(bot).withdraw(bot.press(), match_id, BO.id, 1)
    form = next(iter((await orders_of(bot).book(match_id, ADA.id)).forms.values()))
    with pytest.raises(GameError, match="can't be bid"):
        await orders_of(bot).give(
            bot.press(), match_id, ADA.id, "x", replace(form.order, parameters=BidOrder(coins=77))
        )


async def test_the_preview_shows_answers_to_past_questions(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await share(bot, match_id)
    form = next(iter((await orders_of(bot).book(match_id, ADA.id)).forms.values()))
    order = replace(form.order, parameters=BidOrder(coins=2), stops=())
    preview = await orders_of(bot).rehearse(match_id, ADA.id, order)
    assert preview is not None
    [rehearsed] = preview
    assert (str(rehearsed.answered), str(rehearsed.ordered)) == ("1", "2")


# -- crashes and take-backs


async def test_a_crash_before_the_turn_loses_nothing_and_nothing_answers_twice(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        match_id = await give_first_order(bot)
        await share(bot, match_id)
        now = bot.clock.now()
    async with (
        open_bot(tmp_path / "bot.sqlite3", pressed=100) as first,
        open_bot(tmp_path / "bot.sqlite3", pressed=200) as second,
    ):
        for each in (first, second):
            await each.clock.move((now - each.clock.now() + TURN) / 1000)
        await asyncio.gather(first.ring(), second.ring())
        async with first.store.read() as store:
            [order] = await store.orders.of(match_id, ADA.id)
            acts = await store.acts.of(match_id)
        assert order.answered == 1
        assert [act.choice for act in acts if act.person_id == ADA.id and act.kind == "answer"] == [
            ("1",)
        ] * 2
        first.start()
        await first.deliver()
        assert PublicKind.STATUS in first.paper.kinds(), "committed acts are announced by any living process"


async def test_after_a_long_outage_the_order_still_answers(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await share(bot, match_id)
    await bot.clock.move(5 * 24 * 3600)
    await bot.ring()
    assert await bids(bot, match_id) == {BO.id}
    await bot.deliver()
    assert "remind" not in [m.note.kind for m in bot.paper.said if getattr(m.note, "person", 0) == ADA.id]


async def test_an_answer_of_an_order_can_be_taken_back_and_is_not_given_again(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await share(bot, match_id)
    await bot.turn()
    assert await bids(bot, match_id) == {BO.id}
    settled = await bot.undo.undo(bot.press(), match_id, ADA.id)
    assert settled.result is ConsentResult.UNDONE
    await bot.turn()
    assert await bids(bot, match_id) == {ADA.id, BO.id}
    [ended] = (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders
    assert (ended.state, str(ended.why)) == (OrderState.ENDED, "You took back the move it would answer.")


# -- forced answers


async def test_publicly_forced_answers_belong_to_the_same_act(bot: Bot) -> None:
    """Ada has spent all her coins: she bids none, and is not asked."""
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "5")
    await answer(bot, match_id, BO.id, "0")
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    await answer(bot, match_id, ADA.id, *(option.key for option in question.options))
    before = (await bot.matches.table(match_id)).rev
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    light = [("left", min(3, question.maximum)), ("right", max(question.maximum - 3, 0))]
    await answer(bot, match_id, ADA.id, *(f"{window}={n}" for window, n in light if n))
    assert await bids(bot, match_id) == {BO.id}
    assert (await bot.matches.table(match_id)).rev == before + 1
    async with bot.store.read() as store:
        acts = await store.acts.of(match_id)
    assert acts[-1].choice == tuple(f"{window}={n}" for window, n in light if n)
    # Her last answer is taken back together with the answers that it forced.
    settled = await bot.undo.undo(bot.press(), match_id, ADA.id)
    assert settled.result is ConsentResult.UNDONE
    snapshot = await bot.matches.player_snapshot(match_id, ADA.id)
    assert snapshot.question is not None and snapshot.question.maximum == question.maximum
    assert snapshot.story == (), "the player who took it back knows that"
    bos_look = await bot.matches.player_snapshot(match_id, BO.id)
    assert "takes a decision back" in " ".join(map(str, bos_look.story))
    assert await bids(bot, match_id) == {ADA.id}


async def test_alternations_of_answers_are_counted(bot: Bot) -> None:
    """Forced answers count for no one; an order's answer counts for its owner."""
    match_id = await give_first_order(bot)
    results = Results(bot.store)
    assert await results.hand_offs(match_id) == 1, "Ada bid, then Bo bid and lit his lantern"
    await share(bot, match_id)
    await bot.turn()
    assert await results.hand_offs(match_id) == 2
    await answer(bot, match_id, BO.id, "0")
    assert await results.hand_offs(match_id) == 3
