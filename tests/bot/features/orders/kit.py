"""A match of Lanterns with standing orders."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.clocks import read_control
from bot.delivery.notes import PrivateKind
from bot.features.orders.service import OrderResult, Orders
from tests.bot.kit import ADA, BO, Bot, PrivateMessage
from tests.games.lanterns import BidOrder


def orders_of(bot: Bot) -> Orders:
    return Orders(bot.context, bot.practising)


async def answer(bot: Bot, match_id: int, person: int, *choice: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, choice)


async def give(bot: Bot, match_id: int, person: int, coins: int, **changed: Any) -> OrderResult:
    book = await orders_of(bot).book(match_id, person)
    [(name, form)] = [
        entry for entry in book.forms.items() if entry[1].order.parameters == BidOrder(coins=coins)
    ]
    order = form.order
    if changed:
        order = replace(order, **changed)
    return await orders_of(bot).give(bot.press(), match_id, person, name, order)


async def give_first_order(bot: Bot, coins: int = 1, *, give_it: bool = True, clock: str = "none") -> int:
    """Play a round that Bo wins. Ada has an order for her next bid, and Bo must still share his light."""
    match_id = (await bot.challenge(control=read_control(clock))).match_id
    await bot.challenges.accept(bot.press(), match_id, BO, "Garden")
    await answer(bot, match_id, ADA.id, "1")
    if give_it:
        assert not (await give(bot, match_id, ADA.id, coins, stops=())).answered
    await answer(bot, match_id, BO.id, "2")
    question = await bot.matches.question(match_id, BO.id)
    assert question is not None
    await answer(bot, match_id, BO.id, *(option.key for option in question.options))
    await bot.deliver()
    await bot.clock.move(100)
    await bot.ring()
    await bot.deliver()
    bot.paper.clear()
    return match_id


async def share(bot: Bot, match_id: int) -> None:
    """Bo shares his light, and both are asked for the next bid."""
    question = await bot.matches.question(match_id, BO.id)
    assert question is not None
    points = min(3, question.maximum)
    await answer(
        bot,
        match_id,
        BO.id,
        f"left={points}",
        *([f"right={question.maximum - points}"] * (question.maximum > points)),
    )


def question_messages(bot: Bot, person: int) -> int:
    """Return the number of direct messages that announced a question to a person."""
    messages = (m for m in bot.paper.said if isinstance(m, PrivateMessage) and m.note.kind is PrivateKind.ASK)
    return sum(m.note.person == person for m in messages)


async def bids(bot: Bot, match_id: int) -> set[int]:
    """Return the seats whose bids are awaited."""
    snapshot = await bot.matches.public_snapshot(match_id)
    return {seat.person.id for seat in snapshot.awaited}
