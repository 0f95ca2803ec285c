"""Plans for the own next turn: steps, stops, ready plans, and how they look."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import ui

from bot.errors import AlreadyDecided
from bot.features.orders.messages import standing_lines
from bot.features.orders.service import PLAN
from bot.panel.sheets import ahead_items, ahead_lines, back_button, sheet_lines, take_out_menu
from cards.i18n import ENGLISH
from engine.kernel.orders.plan import plan_parameters
from tests.bot.features.orders.test_service import orders_of
from tests.bot.features.orders.test_sheets import ATTACK, answer, answers, attack, begin, look, steps
from tests.bot.kit import ADA, BO, TURN, Bot, open_bot
from tests.games.bazaar.orders import BOOK
from tests.games.registry import bazaar


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=bazaar()) as opened:
        yield opened


async def test_the_rest_of_a_turn_is_planned_ahead(bot: Bot) -> None:
    match_id = await attack(bot)
    assert await bot.drafts.plan_ahead(match_id, ADA.id)
    expected = await bot.matches.question(match_id, ADA.id)
    assert expected is not None
    await answer(bot, match_id, ADA.id, "play Lid")
    await answer(bot, match_id, ADA.id, "end")
    ahead = await look(bot, match_id)
    assert ahead.sheet is not None and ahead.sheet.is_ahead and ahead.question is None
    assert steps(ahead) == ["Play Lid", "End"]
    assert sheet_lines(ahead, ENGLISH)[-1] == "-# Your turn ends then."
    with pytest.raises(AlreadyDecided):
        await orders_of(bot).give_ahead(bot.press(), match_id, ADA.id, "another")
    await orders_of(bot).give_ahead(bot.press(), match_id, ADA.id, ahead.sheet.digest)
    await answer(bot, match_id, BO.id, "take")
    for _ in range(2):
        await bot.clock.move(TURN / 1000)
        await bot.alarms().run_due()
    assert (await answers(bot, match_id))[-2:] == ["play Lid", "end"]
    look_ = await look(bot, match_id)
    assert look_.orders.orders and not standing_lines(look_, ENGLISH), "no step is left"


async def test_a_plan_ahead_has_stops_and_explains_an_impossible_last_step(bot: Bot) -> None:
    match_id, _ = await begin(bot)
    await bot.drafts.plan_ahead(match_id, BO.id)
    await answer(bot, match_id, BO.id, "stash Coin")
    state = await look(bot, match_id, BO.id)
    assert state.sheet is not None and not state.sheet.can_have_else
    assert [(stop.name, is_chosen) for stop, is_chosen in state.sheet.stops] == [("hit", False)]
    await bot.drafts.change_ahead(match_id, BO.id, state.sheet.digest, stops=["hit"])
    with pytest.raises(AlreadyDecided):
        await bot.drafts.change_ahead(match_id, BO.id, state.sheet.digest, stops=[])
    await answer(bot, match_id, BO.id, "play Club")
    state = await look(bot, match_id, BO.id)
    assert state.sheet is not None and state.sheet.can_have_else and state.sheet.stops[0][1]
    await bot.drafts.change_ahead(match_id, BO.id, state.sheet.digest, chooses_else=True)
    choosing = await look(bot, match_id, BO.id)
    assert choosing.sheet is not None and choosing.sheet.is_choosing_else and len(choosing.sheet.steps) == 1
    await answer(bot, match_id, BO.id, "play Coin")
    state = await look(bot, match_id, BO.id)
    assert state.sheet is not None and len(state.sheet.steps) == 2 and "else:" in steps(state)[-1]
    await orders_of(bot).give_ahead(bot.press(), match_id, BO.id, state.sheet.digest)
    [plan] = (await orders_of(bot).book(match_id, BO.id)).orders
    order = BOOK.read(plan.stored.order)
    assert order.stops == ("hit",)
    assert [(step.act, len(step.things)) for step in plan_parameters(order).lines[0]] == [
        ("stash", 1),
        ("play", 2),
    ]


@pytest.mark.parametrize("is_asked", [False, True])
async def test_a_plan_stays_while_other_orders_answer_what_it_does_not_cover(
    bot: Bot, is_asked: bool
) -> None:
    match_id, _ = await begin(bot)
    await bot.drafts.plan_ahead(match_id, BO.id)
    await answer(bot, match_id, BO.id, "stash Coin")
    drafted = (await look(bot, match_id, BO.id)).sheet
    assert drafted is not None
    orders = orders_of(bot)
    await orders.give_ahead(bot.press(), match_id, BO.id, drafted.digest)
    if not is_asked:
        name, form = next(iter((await orders.book(match_id, BO.id)).forms.items()))
        await orders.give(bot.press(), match_id, BO.id, name, form.order)
    for key in ATTACK:
        await answer(bot, match_id, ADA.id, key)
    await bot.clock.move(TURN / 1000)
    await bot.alarms().run_due()
    if is_asked:
        await answer(bot, match_id, BO.id, "take")
    assert (await answers(bot, match_id))[-1] == "take"
    kinds = [order.stored.order.kind for order in (await orders.book(match_id, BO.id)).orders]
    assert (PLAN in kinds) != is_asked


async def test_a_ready_plan_needs_one_press(bot: Bot) -> None:
    match_id = await attack(bot)
    [end] = (await look(bot, match_id)).ready
    await orders_of(bot).give_ready(bot.press(), match_id, ADA.id, end)
    await answer(bot, match_id, BO.id, "take")
    await bot.clock.move(TURN / 1000)
    await bot.alarms().run_due()
    assert (await answers(bot, match_id))[-1] == "end"


async def test_a_plan_ahead_is_short_on_a_phone(bot: Bot) -> None:
    match_id, _ = await begin(bot)
    await bot.drafts.plan_ahead(match_id, BO.id)
    assert "I'll carry out your steps" in ahead_lines(await look(bot, match_id, BO.id), ENGLISH)[-1]
    for item in ("stash Coin", "play Club"):
        await answer(bot, match_id, BO.id, item)
    state = await look(bot, match_id, BO.id)
    assert ahead_lines(state, ENGLISH)[-1] == "-# **Plan your next turn.**", (
        "the rest was visible before the first step"
    )
    assert "1. Stash Coin · 2. Play Club" in sheet_lines(state, ENGLISH)[0]
    rows = [item for item in ahead_items(state, ENGLISH) if isinstance(item, ui.ActionRow)]
    menus = [child for row in rows for child in row.children if isinstance(child, ui.Select)]
    assert [item.placeholder for item in menus] == ["It also ends if … (any of these)"]
    assert len(take_out_menu(state, ENGLISH)) == 1, "in the More menu"
    labels = [child.label for row in rows for child in row.children if isinstance(child, ui.Button)]
    assert labels[:2] == ["Give this plan", "Undo"] and "Don't plan" not in labels
    assert [item.label for item in back_button(state, ENGLISH)] == ["Don't plan"], "beside the answers"


async def test_a_prepared_turn_appears_at_its_owners_question(bot: Bot) -> None:
    """This also holds for an unsent draft."""
    match_id, _ = await begin(bot)
    assert await bot.drafts.plan_ahead(match_id, BO.id)
    await answer(bot, match_id, BO.id, "stash Coin")
    await answer(bot, match_id, ADA.id, "end")
    state = await look(bot, match_id, BO.id)
    assert steps(state) == ["Stash Coin"] and state.sheet is not None and not state.sheet.is_ahead
    await answer(bot, match_id, BO.id, "end")


async def test_a_prepared_turn_is_hidden_at_other_questions(bot: Bot) -> None:
    match_id, _ = await begin(bot)
    assert await bot.drafts.plan_ahead(match_id, BO.id)
    await answer(bot, match_id, BO.id, "stash Coin")
    for key in ("flip Coin", "play Stick", "attack seat 1"):
        await answer(bot, match_id, ADA.id, key)
    bos_look = await look(bot, match_id, BO.id)
    assert bos_look.question is not None and bos_look.question.topic == "block"
    assert steps(bos_look) == [] and bos_look.sheet is not None and not bos_look.sheet.lost
