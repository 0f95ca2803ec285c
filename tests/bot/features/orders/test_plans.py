"""Plans in Discord, and their secrecy."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

from bot.discord.components.messages import layout
from bot.features.orders.messages import orders_message
from bot.features.orders.plan_messages import plan_message
from bot.features.orders.service import Book, GivenOrder, Orders, PlanDraft, drafted
from bot.games.voidream import voidream
from bot.local_discord.records import Message
from bot.people.locales import translator_for
from bot.store.match_status import MatchStatus
from bot.store.orders import OrderDraft, StandingOrder
from bot.store.rows import MatchRow, SeatRow
from bot.views.build_views import table_of
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.match import Match
from engine.kernel.orders.plan import PlanForm, PlanStep, plan_parameters
from engine.kernel.question import random_choice
from tests.bot.discord.kit import Duel, Room, begin_match, room
from tests.bot.discord.limits import check_components
from tests.bot.discord.test_secrets import plainly
from tests.bot.features.orders.test_orders import NOW, act, decide, panel_of
from tests.games.parlour import BOOK
from tests.table import transcript
from tests.table.actor import Actor

PLAN = "Plan ahead: if …, then …"
GIVE = "Give this plan"


def orders(room: Room) -> Orders:
    of = room.services
    return Orders(of.context, of.practice_matches)


async def open_form(duel: Duel) -> Message:
    panel = (await duel.ada.actor.slash("match orders list", channel=duel.ada.thread)).reply
    await duel.ada.actor.click(panel, PLAN)
    check_components(panel.components)
    return panel


async def make_out(duel: Duel, panel: Message, *steps: tuple[str, ...]) -> None:
    """Choose the event, the action and the card of each step; "or" begins another line."""
    for n, (how, *labels_) in enumerate(steps):
        if n:
            await duel.ada.actor.click(panel, how)
        for menu, option in zip(("If …", "then what", "With which card"), labels_, strict=False):
            await duel.ada.actor.select(panel, option, menu=menu)
            check_components(panel.components)


async def plan_ahead(duel: Duel, *steps: tuple[str, ...], give: str = GIVE) -> Message:
    panel = await open_form(duel)
    await make_out(duel, panel, *steps)
    await duel.ada.actor.click(panel, give)
    await duel.room.quiet()
    return panel


PASSES = ("", "If the other one passes", "Pass")
RINGS = ("Or, if …", "If the other one rings the bell", "Play …", "Ballad")
DUEL = ("Then, if …", "If the other one passes", "Play …", "Duel of Wits")


async def test_a_plan_is_made_in_menus_confirmed_and_carried_out(duel: Duel) -> None:
    await act(duel, duel.ada, "pass")
    panel = await open_form(duel)
    assert "Give" not in " ".join(transcript.buttons(panel)), "the plan is still empty"
    await make_out(duel, panel, PASSES, DUEL, RINGS)
    text = transcript.text(panel)
    assert "If the other one passes: pass." in text
    assert "If the other one rings the bell: play Ballad." in text
    assert "Possible now." in text
    assert "Then, if …" not in transcript.buttons(panel), "it has the maximum number of steps"
    await duel.ada.actor.click(panel, GIVE)
    assert "Your plan is active." in transcript.text(panel)
    assert "1. If the other one passes: pass." in transcript.text(panel)
    await act(duel, duel.bo, "pass")
    waiting = await panel_of(duel, duel.ada)
    assert "Your standing order will answer this in a moment." in transcript.text(waiting)
    await duel.room.turn()
    await act(duel, duel.bo, "pass")
    await duel.room.turn()
    question = await duel.ada.question()
    assert question is not None and "books" in question.purpose, (
        "she has played, and the plan was carried out"
    )
    assert "Your plan was carried out." in transcript.text(await panel_of(duel, duel.ada))


async def test_a_plans_end_is_chosen_in_menus(duel: Duel) -> None:
    await act(duel, duel.ada, "pass")
    panel = await open_form(duel)
    await make_out(duel, panel, PASSES)
    await duel.ada.actor.click(panel, "When it ends …")
    await duel.ada.actor.select(panel, "Ends if the other one rings the bell", menu="It also ends if")
    assert "and ends early if the other one rings the bell." in transcript.text(panel)
    check_components(panel.components)
    await duel.ada.actor.click(panel, "Back to the steps")
    await duel.ada.actor.click(panel, GIVE)
    [plan] = (await orders(duel.room).book(duel.match_id, duel.ada.id)).orders
    assert plan.stored.order.stops == ("rang",)


async def test_an_unforeseen_question_ends_a_plan_and_is_asked(duel: Duel) -> None:
    await act(duel, duel.ada, "pass")
    await plan_ahead(duel, PASSES)
    await act(duel, duel.bo, "activate bell")
    message = duel.ada.actor.sees(duel.ada.actor.direct)[-1]
    assert "ended: Something happened that it doesn't cover." in transcript.text(message)
    await duel.room.turn()
    assert await duel.ada.question() is not None


async def test_manual_answers_continue_or_end_a_plan(duel: Duel) -> None:
    """A manual answer that agrees with the plan continues it; a different one ends it."""
    await act(duel, duel.ada, "pass")
    await plan_ahead(duel, PASSES, DUEL)
    await act(duel, duel.bo, "pass")
    await act(duel, duel.ada, "pass")
    book = await orders(duel.room).book(duel.match_id, duel.ada.id)
    assert [plan_parameters(BOOK.read(order.stored.order)).at for order in book.orders] == [(0, 1)]
    await act(duel, duel.bo, "pass")
    await act(duel, duel.ada, "activate bell")
    assert (await orders(duel.room).book(duel.match_id, duel.ada.id)).orders == ()
    assert "ended: You did something else." in transcript.text(await panel_of(duel, duel.ada))


async def test_a_take_back_ends_a_plan(duel: Duel) -> None:
    """Bo takes back his pass before Ada's plan answers, and passes again: Ada is asked herself."""
    await act(duel, duel.ada, "pass")
    await plan_ahead(duel, PASSES)
    await act(duel, duel.bo, "pass")
    assert "will answer this in a moment" in transcript.text(await panel_of(duel, duel.ada))
    await duel.bo.actor.click(await panel_of(duel, duel.bo), "Take back")
    await duel.room.quiet()
    await act(duel, duel.bo, "pass")
    await duel.room.turn()
    assert await duel.ada.question() is not None
    assert "ended: A move was taken back after you gave it." in transcript.text(
        await panel_of(duel, duel.ada)
    )


async def test_a_plan_can_answer_the_open_question(duel: Duel) -> None:
    panel = await open_form(duel)
    await make_out(duel, panel, ("", "If it is your turn", "Pass"))
    assert "It answers your current question: **Pass**" in transcript.text(panel)
    duel.room.table.gateway.duplicates = 1
    await duel.ada.actor.click(panel, NOW)
    duel.room.table.gateway.duplicates = 0
    await duel.room.quiet()
    assert await duel.bo.question() is not None, "answered once"
    book = await orders(duel.room).book(duel.match_id, duel.ada.id)
    assert [
        (order.stored.number, plan_parameters(BOOK.read(order.stored.order)).at) for order in book.orders
    ] in (
        [],
        [(1, (0, 1))],
    )


async def test_drafts_and_active_plans_survive_a_restart(duel: Duel) -> None:
    await act(duel, duel.ada, "pass")
    panel = await open_form(duel)
    await make_out(duel, panel, PASSES)
    await duel.room.restart()
    await duel.ada.actor.click(panel, "Then, if …")
    await make_out(duel, panel, DUEL)
    await duel.ada.actor.click(panel, GIVE)
    await duel.room.quiet()
    await act(duel, duel.bo, "pass")
    await duel.room.restart()
    await duel.room.turn()
    await act(duel, duel.bo, "pass")
    await duel.room.restart()
    await duel.room.turn()
    question = await duel.ada.question()
    assert question is not None and "books" in question.purpose


async def test_outdated_controls_change_nothing_and_a_draft_can_be_discarded(duel: Duel) -> None:
    old, panel = await open_form(duel), await open_form(duel)
    await make_out(duel, old, PASSES)
    await duel.ada.actor.select(panel, "If it is your turn", menu="If …")
    assert "The plan has changed." in transcript.text(panel)
    await duel.ada.actor.select(panel, "If it is your turn", menu="If …")
    await duel.ada.actor.click(old, GIVE)
    assert "The plan has changed." in transcript.text(old)
    assert "If it is your turn: pass." in transcript.text(old), "as it is now"
    assert (await orders(duel.room).book(duel.match_id, duel.ada.id)).orders == ()
    await duel.ada.actor.click(panel, "Then, if …")
    await duel.ada.actor.click(panel, "Undo last step")
    assert NOW in transcript.buttons(panel)
    await duel.ada.actor.click(panel, "Discard plan")
    assert "You discarded the plan." in transcript.text(panel)
    await duel.ada.actor.click(panel, PLAN)
    assert "the other one passes:" not in transcript.text(panel)


async def test_a_typed_plan_replaces_the_previous_one(duel: Duel) -> None:
    await act(duel, duel.ada, "pass")
    await plan_ahead(duel, PASSES)
    actor, where = duel.ada.actor, duel.ada.thread
    [offered] = await actor.choices("match orders give", "order", "plan", channel=where)
    form = (await actor.slash("match orders give", channel=where, order=offered["value"])).reply
    await make_out(duel, form, ("", "If the other one rings the bell", "Pass"))
    assert "It replaces your current plan." in transcript.text(form)
    await actor.click(form, GIVE)
    book = await orders(duel.room).book(duel.match_id, duel.ada.id)
    assert [str(order.words) for order in book.orders] == [
        "If the other one rings the bell: pass. It lasts until the end of the match."
    ]


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
async def test_no_one_else_can_tell_a_plan_from_a_quick_player(tmp_path: Path, closed: bool) -> None:
    """Two matches that differ only in Ada's plan, which is followed and ends, look the same, byte for byte."""
    received_by_side: list[tuple[str, str]] = []
    for by_plan in (True, False):
        async with room(tmp_path / f"{by_plan}.sqlite3") as lobby:
            ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
            if closed:
                ada.close_direct_messages()
            duel = await begin_match(lobby, ada, bo)
            await lobby.turn()
            await act(duel, duel.ada, "pass")
            if by_plan:
                await plan_ahead(duel, PASSES, ("Then, if …", "If the other one passes", "Pass"))
            await decide(duel, "pass")
            if by_plan:
                await lobby.turn()
            else:
                await lobby.clock.move(11.999)  # At the turn itself, either could come first.
                await act(duel, duel.ada, "pass")
            # Bo rings, which the plan does not cover: Ada is asked, and doesn't answer.
            await decide(duel, "activate bell")
            await lobby.turn()
            for actor in (bo, cy):
                for label in ("Log", "Board as text", "turn", "What's new?"):
                    await actor.click(await duel.status(), label)
                await actor.slash("match orders list", channel=duel.bo.thread)
            await lobby.services.play.resign(1 << 60, duel.match_id, duel.ada.id)
            await lobby.quiet()
            received_by_side.append((plainly(bo, lobby), plainly(cy, lobby)))
            assert ada.was_shown("Your plan is active.") is by_plan
            assert ada.was_shown("Something happened that it doesn't cover.") is (by_plan and not closed)
    assert received_by_side[0] == received_by_side[1]


# ------------------------------------------------------------------------------------------------- Voidream's plans


def random_draft(form: PlanForm, chance: Chance) -> OrderDraft:
    """Return a random draft of a plan: of full length, or with its last step missing or incomplete."""
    lines: list[tuple[PlanStep, ...]] = []
    for n in (3, 2, 1):
        steps: list[PlanStep] = []
        for _ in range(n):
            when = chance.pick(list(form.whens))
            act = chance.pick(list(when.acts))
            steps.append(PlanStep(when.key, act.key, tuple(key for key, _ in act.things[: act.most])))
        lines.append(tuple(steps))
    draft = OrderDraft(
        tuple(lines[: 1 + chance.below(3)]), tuple(s.name for s in form.stops), form.untils[-1][0]
    )
    half = chance.pick([draft.last, PlanStep(""), PlanStep(draft.last.when), PlanStep("turn", "play")])
    return draft.with_last(half)


def test_all_plans_fit_into_messages() -> None:
    """In random Voidream matches and both languages, no form is too large and no text is missing."""
    game = voidream()
    decks = [deck.content for deck in game.decks.values()][:2]
    whole = 0
    match, dice = Match.new(game.kernel, decks, "plans 2"), Chance("plans 2")
    row = MatchRow(
        id=1 << 50, game="voidream", status=MatchStatus.PLAYING, rev=1, guild_id=1, channel_id=2, made_at=0, changed_at=0,
        awaited=(), seats=tuple(SeatRow(n, "W" * 32, "") for n in (1, 2)),
    )  # fmt: skip
    table = table_of(row, game)
    for n in range(120):
        seat, question = next(iter(match.questions.items()))
        form = match.plan_form(seat)
        if form is not None and n % 6 == 0:
            draft = random_draft(form, dice)
            order = drafted(game.kernel, form, draft)
            wrong = None
            try:
                match.check_order(seat, order)
            except GameError as refused:
                wrong = refused.message
            whole += wrong is None
            now = match.order_words(order) if wrong is None else None
            planning = PlanDraft(table, form, draft, match.read_plan(seat, order), wrong, now, True)
            for words in (ENGLISH, translator_for(discord.Locale.spain_spanish)):
                components_ = layout(
                    plan_message(planning, words, "x" * 400, ends=n % 4 == 0)
                ).to_components()
                check_components(components_)
                assert not re.search(
                    r"\{\w+\}",
                    str([component["content"] for component in components_ if "content" in component]),
                )
            given_plan = (
                GivenOrder(StandingOrder(1, "plan", order.stored, 0, 0, 0), match.order_words(order))
                if now
                else None
            )
            book = Book(table, (given_plan,) if given_plan else (), {}, True, True)
            check_components(layout(orders_message(book, ENGLISH, "x" * 400)).to_components())
        match.answer(seat, question.id, random_choice(question, dice))
        if match.outcome is not None:
            break
    assert whole > 3
