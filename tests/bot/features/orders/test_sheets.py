"""Sheets: a prepared turn, given by one press, as one step of the match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import AlreadyDecided
from bot.features.orders.service import LINES, PLAN, OrderResult
from bot.match.consent import ConsentResult
from bot.match.matches import Matches
from bot.match.sheets import AppliedDrafts
from bot.panel.sheets import sheet_lines
from bot.store.about import Everything
from bot.store.orders import OrderDraft
from bot.views.types import ActResult, PlayerSnapshot
from cards.i18n import ENGLISH, msg
from engine.kernel.consequence import WholeAnswer
from engine.kernel.errors import StaleQuestion
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep, plan_parameters, with_lines
from engine.kernel.sheet import SEEN
from tests.bot.features.orders.test_service import orders_of
from tests.bot.kit import ADA, BO, TURN, Bot, open_bot
from tests.games.bazaar.orders import BOOK
from tests.games.registry import bazaar


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", game=bazaar()) as opened:
        yield opened


async def answer(bot: Bot, match_id: int, person: int, *choice: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, choice)


async def begin(bot: Bot) -> tuple[int, list[str]]:
    """Play up to Ada's first turn; return the match and the cards in her hand."""
    match_id = (await bot.challenge(deck="")).match_id
    await bot.challenges.accept(bot.press(), match_id, BO, "")
    for person in (ADA, BO):
        await answer(bot, match_id, person.id, "owl")
    question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    return match_id, [option.subject for option in question.options if option.verb == "play"]


def sheet(form: Order, *steps: str) -> Order:
    parts = (step.partition(" ") for step in steps)
    return with_lines(form, (tuple(PlanStep("move", act, (of,) if of else ()) for act, _, of in parts),))


async def give(bot: Bot, match_id: int, *steps: str, press: int | None = None) -> OrderResult:
    async with bot.store.read() as store:
        row = await store.matches.match(match_id, data=True)
    assert row is not None
    form = bot.context.load(row).plan_form(0)
    assert form is not None and form.at_once
    order = sheet(form.order, *steps)
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
    return [answer.choice[0] for answer in bot.context.load(row).record.answers[2:]]


async def test_a_sheet_is_one_step_of_the_match(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    before = await rev(bot, match_id)
    gave = await give(bot, match_id, f"play {hand[0]}", f"play {hand[1]}")
    assert gave.answered
    assert await answers(bot, match_id) == [f"play {hand[0]}", f"play {hand[1]}"]
    assert await rev(bot, match_id) == before + 1
    look = await bot.matches.player_snapshot(match_id, ADA.id)
    assert look.question is not None and look.orders.orders == (), "everything is carried out"


async def test_a_duplicate_press_gives_a_sheet_once(tmp_path: Path) -> None:
    """The same holds with a crash in between, and with two processes."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, game=bazaar()) as bot:
        match_id, hand = await begin(bot)
    async with (
        open_bot(path, game=bazaar(), pressed=100) as first,
        open_bot(path, game=bazaar(), pressed=200) as second,
    ):
        steps = (f"play {hand[0]}", f"play {hand[1]}")
        gave = await asyncio.gather(
            *(give(each, match_id, *steps, press=999) for each in (first, second)), return_exceptions=True
        )
        assert await answers(first, match_id) == [*steps]
        assert any(isinstance(each, OrderResult) and each.answered for each in gave)
        assert (await give(first, match_id, *steps, press=999)).repeated


async def test_a_sheet_stops_at_new_information_and_says_why(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    await give(bot, match_id, f"play {hand[0]}", "scout seat 1", "end")
    assert await answers(bot, match_id) == [f"play {hand[0]}", "scout seat 1"]
    [ended] = (await bot.matches.player_snapshot(match_id, ADA.id)).orders.orders
    assert ended.why == SEEN
    await answer(bot, match_id, ADA.id, "end")


async def test_a_sheet_continues_as_a_plan_after_another_players_decision(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    assert "Coin" in hand
    await give(bot, match_id, "flip Coin", "play Stick", "attack seat 1", "end")
    [plan] = (await orders_of(bot).book(match_id, ADA.id)).orders
    assert plan_parameters(BOOK.read(plan.stored.order)).at == (0, 3)
    await answer(bot, match_id, BO.id, "take")
    await bot.clock.move(TURN / 1000)
    await bot.alarms().run_due()
    assert (await answers(bot, match_id))[-1] == "end"


async def look(bot: Bot, match_id: int, person: int = ADA.id) -> PlayerSnapshot:
    """Return the state of a panel, after checking that a new process computes the same."""
    look = await bot.matches.panel_snapshot(match_id, person)
    elsewhere = Matches(replace(bot.context, applied_drafts=AppliedDrafts()))
    assert await elsewhere.panel_snapshot(match_id, person) == look
    return look


def steps(look: PlayerSnapshot) -> list[str]:
    assert look.sheet is not None
    return [" · ".join(map(str, step)) for step in look.sheet.steps]


async def test_answers_are_collected_until_a_hidden_outcome(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    before, public = await rev(bot, match_id), await bot.matches.public_snapshot(match_id)
    await answer(bot, match_id, ADA.id, f"play {hand[0]}")
    await answer(bot, match_id, ADA.id, f"play {hand[1]}")
    state = await look(bot, match_id)
    assert steps(state) == [f"Play {hand[0]}", f"Play {hand[1]}"] and state.sheet is not None
    assert state.sheet.finals["scout seat 1"] == SEEN
    assert not any(key.startswith("play") for key in state.sheet.finals)
    assert state.view != (await bot.matches.player_snapshot(match_id, ADA.id)).view
    assert await rev(bot, match_id) == before and await answers(bot, match_id) == []
    assert await bot.matches.public_snapshot(match_id) == public
    await answer(bot, match_id, ADA.id, "scout seat 1")
    assert await answers(bot, match_id) == [f"play {hand[0]}", f"play {hand[1]}", "scout seat 1"]
    assert await rev(bot, match_id) == before + 1
    assert steps(await look(bot, match_id)) == []


async def test_a_duplicate_press_adds_one_step(tmp_path: Path) -> None:
    """The same holds in two concurrent processes, and after another press gave the sheet."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, game=bazaar()) as first, open_bot(path, game=bazaar(), pressed=1_000) as second:
        match_id, hand = await begin(first)
        question = await first.matches.question(match_id, ADA.id)
        assert question is not None
        press, played = first.press(), f"play {hand[0]}"

        async def put(bot: Bot) -> ActResult:
            return await bot.play.answer(press, match_id, ADA.id, question.id, (played,))

        both = await asyncio.gather(put(first), put(second))
        assert sorted(result.repeated for result in both) == [False, True]
        assert [steps(result.snapshot) for result in (*both, await put(first))] == [[f"Play {hand[0]}"]] * 3
        await answer(first, match_id, ADA.id, "scout seat 1")
        assert (await put(second)).repeated
        assert await answers(first, match_id) == [played, "scout seat 1"]


async def test_a_step_can_be_removed(bot: Bot) -> None:
    match_id, _ = await begin(bot)
    for key in ("flip Coin", "play Lid", "play Stick"):
        await answer(bot, match_id, ADA.id, key)
    sheet = (await look(bot, match_id)).sheet
    assert sheet is not None
    await bot.drafts.take_out(match_id, ADA.id, 1, sheet.digest)
    with pytest.raises(AlreadyDecided):
        await bot.drafts.take_out(match_id, ADA.id, 0, sheet.digest)
    assert steps(await look(bot, match_id)) == ["Flip Coin", "Play Stick"]
    old = await bot.matches.question(match_id, ADA.id)
    assert old is not None
    await answer(bot, match_id, ADA.id, "play Lid")
    with pytest.raises(StaleQuestion):
        await bot.play.answer(bot.press(), match_id, ADA.id, old.id, ("end",))
    await answer(bot, match_id, ADA.id, "end")
    assert (await answers(bot, match_id))[-1] == "end" and len(await answers(bot, match_id)) == 4


async def test_answers_that_give_a_sheet_are_named_as_they_are_offered(bot: Bot) -> None:
    """By the menu's full name, and not at all where whole answers are offered in their place."""
    match_id, hand = await begin(bot)
    await answer(bot, match_id, ADA.id, f"play {hand[0]}")
    state = await look(bot, match_id)
    question = state.question
    assert question is not None and state.sheet is not None
    finals = {option.key: SEEN for option in question.options if option.verb == "play"}
    game = replace(state.table.game, verb_menus={"play": msg("Play with …")})
    state = replace(state, sheet=replace(state.sheet, finals=finals), table=replace(state.table, game=game))
    before = "-# **Takes effect at once, with all steps before it:**"
    assert sheet_lines(state, ENGLISH)[-1] == f"{before} Play with …."
    every = tuple(option.key for option in question.options)
    whole = [WholeAnswer((every,), msg("All"), msg("All"))]
    assert sheet_lines(state, ENGLISH, whole=whole)[-1] == (
        "-# **Your answer takes effect at once**, with all steps before it."
    )


async def test_a_sheet_is_stored_and_given_once(tmp_path: Path) -> None:
    """The same holds with a crash in between, with two processes, and with a duplicate press."""
    path = tmp_path / "bot.sqlite3"
    async with open_bot(path, game=bazaar()) as bot:
        match_id, hand = await begin(bot)
        await answer(bot, match_id, ADA.id, f"play {hand[0]}")
        question = await bot.matches.question(match_id, ADA.id)
    assert question is not None
    async with (
        open_bot(path, game=bazaar(), pressed=100) as first,
        open_bot(path, game=bazaar(), pressed=200) as second,
    ):
        presses = (each.play.answer(999, match_id, ADA.id, question.id, ("end",)) for each in (first, second))
        results = await asyncio.gather(*presses, return_exceptions=True)
        assert any(isinstance(each, ActResult) for each in results)
        assert await answers(first, match_id) == [f"play {hand[0]}", "end"]
        again = await first.play.answer(999, match_id, ADA.id, question.id, ("end",))
        assert again.repeated


ATTACK = ("flip Coin", "play Stick", "attack seat 1")


async def attack(bot: Bot) -> int:
    """Make Ada attack Bo, and return the match."""
    match_id, hand = await begin(bot)
    assert "Coin" in hand
    for key in ATTACK:
        await answer(bot, match_id, ADA.id, key)
    assert await answers(bot, match_id) == [*ATTACK]
    return match_id


async def test_steps_that_would_give_the_sheet_now_are_left_out(bot: Bot) -> None:
    """A player leaves, so the question about the target of an attack disappears."""
    match_id, hand = await begin(bot)
    async with bot.store.write(Everything()) as tx:
        question = await bot.matches.question(match_id, ADA.id)
        assert question is not None
        draft = OrderDraft(begins=question.id, answers=((f"play {hand[0]}",), ("end",), ("end",)))
        await tx.orders.put_draft(match_id, ADA.id, draft)
    state = await look(bot, match_id)
    assert steps(state) == [f"Play {hand[0]}"] and state.sheet is not None and state.sheet.lost
    await answer(bot, match_id, ADA.id, "end")
    assert await answers(bot, match_id) == [f"play {hand[0]}", "end"]


async def active_orders(bot: Bot, match_id: int) -> list[str]:
    book = await orders_of(bot).book(match_id, ADA.id)
    return [str(order.words) for order in book.orders]


async def test_one_order_of_a_kind_is_active_and_can_be_repeated(bot: Bot) -> None:
    match_id, _ = await begin(bot)
    await answer(bot, match_id, ADA.id, "end")
    orders = orders_of(bot)
    book = await orders.book(match_id, ADA.id)
    assert [str(form.quick) for form in book.forms.values() if form.quick is not None] == ["Take all"]
    take, lid = (replace(form.order, until="match") for form in book.forms.values())
    name, other_name = book.forms
    assert (await look(bot, match_id)).again is None
    await orders.give(bot.press(), match_id, ADA.id, name, take)
    await orders.give(bot.press(), match_id, ADA.id, other_name, lid)
    assert await active_orders(bot, match_id) == ["Put up Lid in this match."]
    assert (await look(bot, match_id)).again is None, "it is still active"
    [active] = (await orders.book(match_id, ADA.id)).orders
    await orders.withdraw(bot.press(), match_id, ADA.id, active.stored.number)
    assert str((await look(bot, match_id)).again) == "Put up Lid in this match."
    press = bot.press()
    await orders.give_again(press, match_id, ADA.id)
    assert (await orders.give_again(press, match_id, ADA.id)).repeated
    assert await active_orders(bot, match_id) == ["Put up Lid in this match."]


async def test_an_order_with_own_lines_replaces_another(bot: Bot) -> None:
    match_id, _ = await begin(bot)
    await answer(bot, match_id, ADA.id, "end")
    orders = orders_of(bot)
    book = await orders.book(match_id, ADA.id)
    assert str(book.lines) == "Shields of your own" and not book.plans
    name = next(iter(book.forms))
    await orders.give(bot.press(), match_id, ADA.id, name, book.forms[name].order)
    planned = await orders.plan(match_id, ADA.id, lambda draft: draft.with_last(PlanStep("2", "")))
    assert (
        planned is not None and str(planned.wrong) == "Say which shield." and planned.form.label is not None
    )
    planned = await orders.plan(
        match_id,
        ADA.id,
        lambda draft: draft.with_last(PlanStep("2", "Lid")).wider().with_last(PlanStep("1", "take")),
    )
    assert planned is not None and planned.wrong is None and planned.replaces
    assert [[str(step.words) for step in line] for line in planned.read] == [["2: Lid"], ["1: take"]]
    await orders.give(bot.press(), match_id, ADA.id, LINES, planned.order)
    assert await active_orders(bot, match_id) == ["Put up Lid, take in this turn."]


async def test_a_plan_can_be_edited_while_a_turn_is_prepared(bot: Bot) -> None:
    match_id, hand = await begin(bot)
    await answer(bot, match_id, ADA.id, f"play {hand[0]}")
    planned = await orders_of(bot).plan(match_id, ADA.id, lambda draft: draft.with_last(PlanStep("2", "")))
    assert planned is not None and planned.draft.last == PlanStep("2", "")
    assert steps(await look(bot, match_id)) == [f"Play {hand[0]}"], "the prepared turn is unchanged"


async def test_a_sheet_is_taken_back_by_one_press(bot: Bot) -> None:
    match_id = await attack(bot)
    result = await bot.undo.undo(bot.press(), match_id, ADA.id)
    assert result.result is ConsentResult.UNDO_ASKED, "Bo was asked a question since, and must agree"
    assert (await bot.undo.undo(bot.press(), match_id, BO.id)).result is ConsentResult.UNDO_AGREED
    assert await answers(bot, match_id) == []
    state = await look(bot, match_id)
    assert steps(state) == ["Flip Coin", "Play Stick"], (
        "they are on the sheet again, except the one that gave it"
    )
    story = " ".join(str(line) for line in (await bot.matches.public_snapshot(match_id)).story)
    assert "Ada takes the last 3 decisions back." in story
    await answer(bot, match_id, ADA.id, "end")
    assert await answers(bot, match_id) == ["flip Coin", "play Stick", "end"]
