"""The ends of standing orders: by events, by illegal answers, by other versions, and with the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec.structs import replace

from bot.errors import AlreadyDecided
from bot.store.about import Everything
from bot.store.orders import OrderState
from cards.i18n import msg
from engine.kernel.events.event import SeenEvent
from engine.kernel.game import Game
from engine.kernel.orders.order import Order, OrderOutcome
from tests.bot.features.orders.kit import (
    answer,
    bids,
    give,
    give_first_order,
    orders_of,
    question_messages,
    share,
)
from tests.bot.kit import ADA, BO, Bot, open_bot
from tests.games.lantern_rules import Bids, LanternMachine
from tests.games.lanterns import BOOK, LANTERNS, BidOrder
from tests.games.orders import with_methods

# -- ends


async def test_an_impossible_order_ends_at_the_next_question(
    bot: Bot,
) -> None:
    match_id = await give_first_order(bot, 3)
    await share(bot, match_id)
    await answer(bot, match_id, ADA.id, "2")
    await answer(bot, match_id, BO.id, "0")
    for _ in range(2):
        question = await bot.matches.question(match_id, ADA.id)
        assert question is not None
        illegal_order = (
            [o.key for o in question.options] if question.ordered else [f"left={min(3, question.maximum)}"]
        )
        rest = question.maximum - 3
        await answer(
            bot, match_id, ADA.id, *illegal_order, *([f"right={rest}"] * (not question.ordered and rest > 0))
        )
    await bot.deliver()
    snapshot = await bot.matches.player_snapshot(match_id, ADA.id)
    assert snapshot.question is not None
    [ended] = snapshot.orders.orders
    assert (ended.state, str(ended.why)) == (OrderState.ENDED, "You have too few coins.")
    assert not snapshot.orders.answers
    await bot.turn()
    assert ADA.id in await bids(bot, match_id), "the decision is hers"
    await answer(bot, match_id, ADA.id, "0")
    assert (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders == (), "reported once"


async def test_an_order_ends_at_a_stop_of_its_owner(bot: Bot) -> None:
    match_id = await bot.begin()
    await answer(bot, match_id, ADA.id, "1")
    await give(bot, match_id, ADA.id, 1, stops=("more",))
    await answer(bot, match_id, BO.id, "2")
    question = await bot.matches.question(match_id, BO.id)
    assert question is not None
    await answer(bot, match_id, BO.id, *(option.key for option in question.options))
    await bot.deliver()
    bot.paper.clear()
    await share(bot, match_id)
    await bot.deliver()
    assert question_messages(bot, ADA.id) == 1, "at once, because no order answers for her"
    [ended] = (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders
    assert str(ended.why) == "Somebody has bid more."


def with_orders(**changed: Callable[..., object]) -> Game:
    """Return Lanterns with other orders."""
    return replace(LANTERNS, orders=with_methods(LANTERNS.orders, **changed))


def wrong(machine: LanternMachine, seat: int, order: Order, happened: Sequence[SeenEvent]) -> OrderOutcome:
    """Give an illegal answer."""
    answer = BOOK.by_order(machine, seat, order, happened)
    return OrderOutcome(("99",)) if answer.choice else answer


async def test_an_order_with_an_illegal_answer_ends_and_its_owner_is_asked(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", rules=with_orders(by_order=wrong)) as bot:
        match_id = await give_first_order(bot)
        await share(bot, match_id)
        await bot.deliver()
        assert question_messages(bot, ADA.id) == 0
        await bot.turn()
        await bot.deliver()
        assert question_messages(bot, ADA.id) == 1
        [ended] = (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders
        assert "99 is not between 0 and 4." in str(ended.why)


def unknown(*order: object) -> NoReturn:
    """Fail on an order of an older version, which is unknown to this one."""
    raise KeyError("coins")


async def test_an_order_of_an_older_version_blocks_no_one(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3") as bot:
        match_id = await give_first_order(bot)
    async with open_bot(tmp_path / "bot.sqlite3", rules=with_orders(read=unknown), pressed=100) as bot:
        withdrawn = await orders_of(bot).withdraw(bot.press(), match_id, ADA.id, 1)
        assert str(withdrawn.words) == "An order I can no longer read."
        async with bot.store.write(Everything()) as tx:
            order = Order("bid", BidOrder(coins=1))
            await tx.orders.add(match_id, ADA.id, "old", order, 0, 0, bot.press())
        assert (await orders_of(bot).book(match_id, ADA.id)).orders == ()
        await share(bot, match_id)
        await bot.deliver()
        assert question_messages(bot, ADA.id) == 1
        [ended] = (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders
        assert str(ended.why) == "It's no longer possible."


async def test_orders_end_with_the_match(bot: Bot) -> None:
    match_id = await give_first_order(bot)
    await bot.play.resign(bot.press(), match_id, BO.id)
    async with bot.store.read() as store:
        assert await store.orders.of(match_id, ADA.id) == []
    with pytest.raises(AlreadyDecided, match="over"):
        await orders_of(bot).book(match_id, ADA.id)


def once(machine: LanternMachine, seat: int, order: Order, happened: Sequence[SeenEvent]) -> OrderOutcome:
    """End the order when the bids are revealed."""
    if any(isinstance(event.fact, Bids) for event in happened):
        return OrderOutcome(ended=msg("The bids are open."))
    return LANTERNS.orders.by_order(machine, seat, order, happened)


async def test_an_order_ended_by_its_own_answer_is_reported_at_once(tmp_path: Path) -> None:
    async with open_bot(tmp_path / "bot.sqlite3", rules=with_orders(by_order=once)) as bot:
        match_id = await bot.begin()
        await answer(bot, match_id, ADA.id, "1")
        await give(bot, match_id, ADA.id, 1)
        assert len((await orders_of(bot).book(match_id, ADA.id)).orders) == 1
        assert (await give(bot, match_id, BO.id, 2)).answered
        snapshot = await bot.matches.player_snapshot(match_id, BO.id)
        assert snapshot.question is not None, "he has won, and orders his lanterns"
        [ended] = snapshot.orders.orders
        assert str(ended.why) == "The bids are open."
        assert (await orders_of(bot).book(match_id, ADA.id)).orders == (), (
            "her order isn't reported as active"
        )


async def test_an_order_expires_silently_at_its_chosen_end(bot: Bot) -> None:
    match_id = await give_first_order(bot, give_it=False)
    await give(bot, match_id, ADA.id, 1, stops=(), until="round")
    await share(bot, match_id)
    await bot.deliver()
    assert (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders == ()
