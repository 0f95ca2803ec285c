"""Sheets: a turn that is put together and given by one press, in one step of the match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.features.orders.plan_messages import plan_message
from bot.chat.texts.texts import ENGLISH
from bot.orders.standing_orders import PLAN, Gave
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep, said_by, with_lines
from engine.kernel.sheet import SEEN
from tests.bot.kit import ADA, BO, TURN, Bot, open_bot
from tests.bot.orders.test_standing_orders import orders_of
from tests.games.bazaar.orders import BOOK
from tests.games.registry import bazaar


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=bazaar()) as one:
        yield one


async def answer(bot: Bot, match_id: int, person: int, *choice: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.matches.answer(bot.press(), match_id, person, question.id, choice)


async def begin(bot: Bot) -> tuple[int, list[str]]:
    """Begin a match, up to the first turn of Ada; return it with what she can play."""
    match_id = (await bot.challenge(deck="")).match_id
    await bot.matches.accept(bot.press(), match_id, BO, "")
    for one in (ADA, BO):
        await answer(bot, match_id, one.id, "owl")
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    return match_id, [option.subject for option in question.options if option.verb == "play"]


def sheet(form: Order, *steps: str) -> Order:
    parts = (step.partition(" ") for step in steps)
    return with_lines(form, (tuple(PlanStep("move", act, (of,) if of else ()) for act, _, of in parts),))


async def give(bot: Bot, match_id: int, *steps: str, press: int | None = None) -> Gave:
    planning = await orders_of(bot).plan(match_id, ADA.id)
    assert planning is not None and planning.form.at_once
    order = sheet(planning.form.order, *steps)
    return await orders_of(bot).give(press or bot.press(), match_id, ADA.id, PLAN, order)


async def rev(bot: Bot, match_id: int) -> int:
    async with bot.store.read() as store:
        row = await store.matches.match(match_id)
    assert row is not None
    return row.rev


async def answers(bot: Bot, match_id: int) -> list[str]:
    async with bot.store.read() as store:
        row = await store.matches.match(match_id, data=True)
    assert row is not None
    return [one.choice[0] for one in bot.matches._load(row).record.answers[2:]]


async def test_a_sheet_is_one_step_of_the_match(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    before = await rev(bot, match_id)
    gave = await give(bot, match_id, f"play {hand[0]}", f"play {hand[1]}")
    assert gave.answered
    assert await answers(bot, match_id) == [f"play {hand[0]}", f"play {hand[1]}"]
    assert await rev(bot, match_id) == before + 1
    look = await bot.matches.look_private(match_id, ADA.id)
    assert look.question is not None and look.orders.given == (), "all of it is done"


async def test_a_press_that_comes_twice_gives_it_once(tmp_path: Path) -> None:
    """Also where the bot dies in between, and where two of it run."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, game=bazaar()) as bot:
        match_id, hand = await begin(bot)
    async with (
        open_bot(path, game=bazaar(), pressed=100) as one,
        open_bot(path, game=bazaar(), pressed=200) as other,
    ):
        steps = (f"play {hand[0]}", f"play {hand[1]}")
        gave = await asyncio.gather(
            *(give(each, match_id, *steps, press=999) for each in (one, other)), return_exceptions=True
        )
        assert await answers(one, match_id) == [*steps]
        assert any(isinstance(each, Gave) and each.answered for each in gave)
        assert (await give(one, match_id, *steps, press=999)).repeated


async def test_it_stops_where_something_new_is_seen_and_says_why(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    await give(bot, match_id, f"play {hand[0]}", "scout seat 1", "end")
    assert await answers(bot, match_id) == [f"play {hand[0]}", "scout seat 1"]
    [ended] = (await bot.matches.look_private(match_id, ADA.id)).orders.given
    assert ended.why == SEEN
    await answer(bot, match_id, ADA.id, "end")


async def test_after_another_player_has_decided_it_goes_on_as_a_plan(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    assert "Coin" in hand
    await give(bot, match_id, "flip Coin", "play Stick", "attack seat 1", "end")
    [standing] = (await orders_of(bot).book(match_id, ADA.id)).standing
    assert said_by(BOOK.read(standing.kept.order)).at == (0, 3)
    await answer(bot, match_id, BO.id, "take")
    await bot.clock.move(TURN / 1000)
    await bot.alarms().ring()
    assert (await answers(bot, match_id))[-1] == "end"


async def test_what_it_would_lead_to_is_shown_before(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    orders = orders_of(bot)
    planning = await orders.plan(match_id, ADA.id)
    assert planning is not None and planning.steps == ()
    line = tuple(PlanStep("move", "play", (name,)) for name in hand[:2])
    made = await orders.plan(
        match_id, ADA.id, lambda draft: draft.with_last(line[0]).longer().with_last(line[1])
    )
    assert made is not None and [step.stops for step in made.steps] == [None, None]
    assert (await bot.matches.look_private(match_id, ADA.id)).view != made.steps[1].view
    await give(bot, match_id, *(f"play {name}" for name in hand[:2]))
    assert (await bot.matches.look_private(match_id, ADA.id)).view == made.steps[1].view


async def test_the_plan_s_message_says_what_it_would_lead_to_and_where_it_stops(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    steps = (PlanStep("move", "play", (hand[0],)), PlanStep("move", "scout", ("seat 1",)))
    made = await orders_of(bot).plan(
        match_id, ADA.id, lambda draft: draft.with_last(steps[0]).longer().with_last(steps[1])
    )
    assert made is not None
    said = str([item.to_component_dict() for item in plan_message(made, ENGLISH).items])
    assert "It goes no further at once: You see something new here." in said
    assert "**As it would be then:**" in said and f"played {hand[0]}" in said
