"""Standing orders in Discord, and their secrecy."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.orders import asked_in
from bot.discord.components.messages import layout
from bot.features.orders.messages import (
    OrderDraftId,
    always_buttons,
    order_message,
    order_of,
    orders_message,
    unpacked,
    usual,
)
from bot.features.orders.service import MOST, Book, GivenOrder, Orders, form_name
from bot.games.voidream import voidream
from bot.local_discord.records import Message
from bot.store.match_status import MatchStatus
from bot.store.orders import StandingOrder
from bot.store.rows import MatchRow, SeatRow
from bot.views.build_views import player_snapshot, table_of
from cards.i18n import ENGLISH
from engine.kernel.chance import Chance
from engine.kernel.match import Match
from engine.kernel.order_preview import rehearse
from engine.kernel.question import random_choice
from tests.bot.discord.kit import Duel, Player, Room, begin_match, click_answer, room
from tests.bot.discord.limits import check_components
from tests.bot.discord.test_secrets import plainly
from tests.games.registry import undrawn
from tests.table import transcript
from tests.table.actor import Actor

NOW = "Answer now and keep doing this"


def orders(room: Room) -> Orders:
    of = room.services
    return Orders(of.context, of.practice_matches)


async def panel_of(duel: Duel, player: Player) -> Message:
    return (await player.actor.click(await duel.status(), "turn")).reply


async def act(duel: Duel, player: Player, *choice: str) -> None:
    question = await player.question()
    assert question is not None
    await click_answer(player, await panel_of(duel, player), question, choice)
    await duel.room.quiet()


async def decide(duel: Duel, *choice: str) -> None:
    """Give Bo's answer without a visible reply, because the order of the reply and the thread's change is random."""
    question = await duel.bo.question()
    assert question is not None
    press = (1 << 59) + question.id
    await duel.room.services.play.answer(press, duel.match_id, duel.bo.id, question.id, choice)
    await duel.room.quiet()


async def pass_until(duel: Duel, player: Player, *stops: str) -> Message:
    """Give the order to pass from the panel, with these stops or the usual ones, and return the panel."""
    panel = await panel_of(duel, player)
    await player.actor.click(panel, "Pass …")
    if stops:
        await player.actor.select(panel, *stops, menu="Ends when")
    await player.actor.click(panel, NOW)
    await duel.room.quiet()
    return panel


# ----------------------------------------------------------------------------------------------------- by buttons


async def test_an_order_is_given_by_two_presses_and_answers(duel: Duel) -> None:
    """One click on the panel opens the order, and one gives it. It answers now and at later questions."""
    ada, panel = duel.ada, await panel_of(duel, duel.ada)
    assert (await ada.actor.click(panel, "Pass …")).messages == [], "in place"
    assert "Pass at every turn of yours in this match, until the other one plays a card." in transcript.text(
        panel
    )
    check_components(panel.components)
    assert (await ada.actor.click(panel, NOW)).messages == []
    await duel.room.quiet()
    assert "Order given. It answered this." in transcript.text(panel)
    assert "Your order: Pass at every turn of yours in this match, until" in transcript.text(panel)
    assert await duel.bo.question() is not None
    await act(duel, duel.bo, "pass")
    assert await ada.question() is not None
    waiting = await panel_of(duel, ada)
    assert "Your standing order will answer this in a moment." in transcript.text(waiting)
    check_components(waiting.components)
    await duel.room.turn()
    assert await duel.bo.question() is not None
    message = (await ada.actor.slash("match orders list", channel=ada.thread)).reply
    assert "It answered 2 times." in transcript.text(message) or "It answered once." in transcript.text(
        message
    )


async def test_only_the_owner_learns_why_an_order_ended(duel: Duel, cy: Actor) -> None:
    await pass_until(duel, duel.ada)
    before = len(duel.ada.actor.sees(duel.ada.actor.direct))
    await act(duel, duel.bo, "play Late Ballad")
    while (question := await duel.bo.question()) is not None:
        await click_answer(
            duel.bo, await panel_of(duel, duel.bo), question, random_choice(question, Chance("x"))
        )
        await duel.room.quiet()
    message = duel.ada.actor.sees(duel.ada.actor.direct)[-1]
    assert before and "Your move" in transcript.text(message), "at once, because no order answers any longer"
    assert (
        "Your order “Pass at every turn of yours in this match, until the other one plays a card” ended: The other one plays a card."
        in transcript.text(message)
    )
    await act(duel, duel.ada, "pass")
    assert "has ended" not in transcript.text(await panel_of(duel, duel.ada)), "reported once it is certain"
    for actor in (duel.bo.actor, cy):
        for word in ("Pass at every turn", "standing order", "has ended"):
            assert not actor.was_shown(word)


async def test_stops_and_duration_are_chosen_in_menus(duel: Duel) -> None:
    panel = await panel_of(duel, duel.ada)
    await duel.ada.actor.click(panel, "Pass …")
    await duel.ada.actor.select(panel, "the other one rings the bell", menu="Ends when")
    await duel.ada.actor.select(panel, "It lasts for the next two turns.", menu="How long?")
    await duel.ada.actor.click(panel, NOW)
    await duel.room.quiet()
    async with duel.room.services.store.read() as store:
        [order] = await store.orders.of(duel.match_id, duel.ada.id)
    assert (order.order.stops, order.order.until) == (("rang",), "soon")


async def test_an_order_can_be_previewed(duel: Duel) -> None:
    """The preview shows the answers that the order would have given in the last round."""
    await act(duel, duel.ada, "activate bell")
    await act(duel, duel.bo, "pass")
    panel = await panel_of(duel, duel.ada)
    await duel.ada.actor.click(panel, "Pass …")
    text = transcript.text(panel)
    assert "**Last round** it would have answered:" in text
    assert "**Pass** (you: Ring the bell)" in text
    await duel.ada.actor.click(panel, "To the match")
    assert "Your move" in transcript.text(panel), "where it was opened"
    await duel.ada.actor.click(panel, "Pass …")
    await duel.ada.actor.click(panel, "Back to the orders")
    await duel.ada.actor.select(panel, "Never once more", menu="Give an order")
    assert "To the match" not in transcript.buttons(panel)
    assert "It wouldn't have answered anything last round." in transcript.text(panel)
    await duel.ada.actor.click(panel, "Give this order")
    assert "Order given." in transcript.text(panel)
    assert "1. Never once more in this match." in transcript.text(panel)
    await duel.ada.actor.select(panel, "1. Never once more in this match.", menu="Withdraw")
    assert "You withdrew the order: Never once more" in transcript.text(panel)
    await duel.ada.actor.click(panel, "Back to the match")
    assert "Your move" in transcript.text(panel)
    assert len([m for m in duel.ada.actor.sees(duel.ada.thread) if m.ephemeral]) == 2, (
        "all in the same message"
    )


# ----------------------------------------------------------------------------------------------------- by typing


async def test_slash_commands_alone_suffice(duel: Duel) -> None:
    actor, where = duel.bo.actor, duel.bo.thread
    suggestions = await actor.choices("match orders give", "order", "pas", channel=where)
    assert [suggestion["name"] for suggestion in suggestions] == ["Pass"]
    order = suggestions[0]["value"]
    stops = await actor.choices("match orders give", "ends", "the other one ri", channel=where, order=order)
    assert [stop["name"] for stop in stops] == ["the other one rings the bell"]
    spans = await actor.choices("match orders give", "lasts", "two", channel=where, order=order)
    assert [span["name"] for span in spans] == ["for the next two turns"]
    gave = await actor.slash(
        "match orders give", channel=where, order=order, ends=stops[0]["value"], lasts=spans[0]["value"]
    )
    assert "Pass at every turn of yours in the next two turns, until" in gave.text
    await act(duel, duel.ada, "pass")
    await duel.room.turn()
    assert await duel.ada.question() is not None, "Bo's order has passed"
    listed = await actor.slash("match orders list", channel=where)
    assert "1. Pass at every turn of yours in" in listed.text and "It answered once." in listed.text
    [mine] = await actor.choices("match orders withdraw", "order", channel=where)
    outcome = await actor.slash("match orders withdraw", channel=where, order=mine["value"])
    assert "You withdrew the order: Pass at every turn of yours in" in outcome.text
    assert "You have no orders in this match." in outcome.text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"order": "dance"}, "You can't order “dance” now."),
        (
            {"order": "Pass", "lasts": "ever"},
            "“ever” isn't a possible duration. It can last “until the end of the match”",
        ),
        ({"order": "Pass", "ends": "at noon"}, "“at noon” isn't one of the options."),
        ({"order": "Pass", "number": 3}, "This order takes no number."),
    ],
)
async def test_wrong_options_are_explained(duel: Duel, options: dict[str, str], sentence: str) -> None:
    response = await duel.bo.actor.slash(
        "match orders give", channel=duel.bo.thread, wait="answer", **options
    )
    assert sentence in response.text
    assert "no orders" in (await duel.bo.actor.slash("match orders list", channel=duel.bo.thread)).text


async def test_spectators_have_no_orders(duel: Duel, cy: Actor) -> None:
    for command in ("match orders list", "match orders give", "match orders withdraw"):
        options = {} if command.endswith("list") else {"order": "1"}
        response = await cy.slash(command, channel=duel.ada.thread, wait="answer", **options)
        assert "You aren't playing in this match" in response.text
    assert await cy.choices("match orders give", "order", channel=duel.ada.thread) == []
    response = await duel.ada.actor.slash("match orders withdraw", channel=duel.ada.thread, order="7")
    assert "You have no order “7” in this match." in response.text


# ------------------------------------------------------------------------------------ restarts, repeats, old controls


async def test_an_order_survives_a_restart(duel: Duel) -> None:
    panel = await panel_of(duel, duel.ada)
    await duel.ada.actor.click(panel, "Pass …")
    await duel.room.restart()
    await duel.ada.actor.click(panel, NOW)
    await duel.room.quiet()
    await act(duel, duel.bo, "pass")
    await duel.room.restart()
    await duel.room.turn()
    assert await duel.bo.question() is not None, "the order was stored, and its turn as well"


async def test_a_duplicate_press_gives_one_order_and_one_answer(duel: Duel) -> None:
    panel = await panel_of(duel, duel.ada)
    await duel.ada.actor.click(panel, "Pass …")
    duel.room.table.gateway.duplicates = 1
    await duel.ada.actor.click(panel, NOW)
    duel.room.table.gateway.duplicates = 0
    await duel.room.quiet()
    book = await orders(duel.room).book(duel.match_id, duel.ada.id)
    assert len(book.orders) == 1
    assert await duel.bo.question() is not None


async def test_outdated_controls_are_refused(duel: Duel) -> None:
    """Use the form of an order after the end of the match, and a forged button."""
    panel = await panel_of(duel, duel.ada)
    await duel.ada.actor.click(panel, "Pass …")
    confirm = transcript.button(panel, NOW)["custom_id"]
    await duel.room.services.play.resign(1 << 60, duel.match_id, duel.bo.id)
    await duel.room.quiet()
    response = await duel.ada.actor.click(panel, custom_id=confirm)
    assert "This match is over." in response.text


# -- secrecy


@pytest.mark.parametrize("closed", [False, True])
async def test_no_one_else_can_tell_an_order_from_a_quick_player(tmp_path: Path, closed: bool) -> None:
    """In two matches that differ only in Ada's order, Bo and Cy receive the same messages, byte for byte."""
    received_by_side: list[tuple[str, str]] = []
    for by_order in (True, False):
        async with room(tmp_path / f"{by_order}.sqlite3") as lobby:
            ada, bo, cy = (Actor(lobby.table, name) for name in ("Ada", "Bo", "Cy"))
            if closed:
                ada.close_direct_messages()
            duel = await begin_match(lobby, ada, bo)
            await lobby.turn()
            await (pass_until(duel, duel.ada) if by_order else act(duel, duel.ada, "pass"))
            await decide(duel, "pass")
            if by_order:
                await lobby.turn()
            else:
                await lobby.clock.move(11.999)  # At the turn itself, either could come first.
                await act(duel, duel.ada, "pass")
            # Bo plays, which ends the order: Ada is asked, and doesn't answer.
            await decide(duel, "play Late Ballad")
            await decide(duel, "Book 1", "Book 2")
            await lobby.turn()
            for actor in (bo, cy):
                for label in ("Log", "Board as text", "turn"):
                    await actor.click(await duel.status(), label)
                await actor.slash("match log", channel=duel.bo.thread)
                await actor.choices("match decide", "answer", channel=duel.bo.thread)
                await actor.choices("match orders give", "order", channel=duel.bo.thread)
                await actor.slash("match orders list", channel=duel.bo.thread)
            await lobby.services.play.resign(1 << 60, duel.match_id, duel.ada.id)
            await lobby.quiet()
            assert cy.was_shown("The turn changed hands 3 times."), "to Bo, to Ada, and to Bo"
            received_by_side.append((plainly(bo, lobby), plainly(cy, lobby)))
            assert ada.was_shown("Order given") is by_order
            calls = [
                m for m in bo.sees(duel.bo.thread) if "**Ada** was mentioned here." in transcript.text(m)
            ]
            assert bo.was_shown("I can't message you directly") is closed
            assert len(calls) == (2 if closed else 0), "at the first question, and when Bo had played"
    assert received_by_side[0] == received_by_side[1]


# ----------------------------------------------------------------------------------------------------- Voidream's orders


def test_all_orders_fit_into_messages() -> None:
    """Check all orders of random Voidream matches, in every variant, with a long preview."""
    game = voidream()
    decks = [deck.content for deck in game.decks.values()][:2]
    made_out: set[str] = set()
    for seed in range(3):
        match, dice = Match.new(game.kernel, decks, f"orders {seed}"), Chance(f"{seed}")
        row = MatchRow(
            id=1 << 50, game="voidream", status=MatchStatus.PLAYING, rev=1, guild_id=1, channel_id=2, made_at=0, changed_at=0,
            awaited=(), seats=tuple(SeatRow(n, "W" * 32, "") for n in (1, 2)),
        )  # fmt: skip
        for _ in range(120):
            if match.outcome is not None:
                break
            seat, question = next(iter(match.questions.items()))
            forms = {form_name(form): form for form in match.order_forms(seat)}
            assert len(forms) == len(match.order_forms(seat)), "each has a unique name"
            orders_ = [
                StandingOrder(n, "", form.order.stored, 0, 0, 0, n)
                for n, form in enumerate(forms.values(), 1)
            ]
            given_orders = tuple(
                GivenOrder(order, match.order_words(match.stored_order(order.order)))
                for order in orders_[:MOST]
            )
            book = Book(table_of(row, game), given_orders, forms, True)
            check_components(layout(orders_message(book, ENGLISH, "x" * 400)).to_components())
            for form in forms.values():
                if str(form.label) in made_out:
                    continue
                made_out.add(str(form.label))
                past = rehearse(match, seat, order_of(form, usual(form)))
                for draft in (
                    usual(form),
                    OrderDraftId(form_name(form), 2**20 - 1, 9, 99, tuple(range(len(form.things)))),
                ):
                    match.check_order(seat, order_of(form, draft))
                    assert unpacked(draft.packed("x")) == draft
                    check_components(layout(order_message(book, draft, past * 3, ENGLISH)).to_components())
            match.answer(seat, question.id, random_choice(question, dice))
    assert len(made_out) > 20


def test_one_press_orders_triggers_permanently() -> None:
    """The usual order puts the opponent's triggers last, and names their owner."""
    game = voidream()
    row = MatchRow(
        id=1 << 50, game="voidream", status=MatchStatus.PLAYING, rev=1, guild_id=1, channel_id=2, made_at=0, changed_at=0,
        awaited=(), seats=tuple(SeatRow(n, name, "") for n, name in ((1, "Ada"), (2, "Bo"))),
    )  # fmt: skip
    variants = set[bool]()
    for match, seat in (question_of for number in range(20) for question_of in asked_in(game, number)):
        if len(variants) > 1:
            break
        snapshot = player_snapshot(table_of(row, game), match, seat, (), None)
        assert snapshot.question is not None
        whose = [
            option.label.startswith(f"{snapshot.table.names[1 - seat]}'s ")
            for option in snapshot.question.options
        ]
        assert whose == sorted(whose)
        variants |= set(whose)
        [always] = always_buttons(snapshot, ENGLISH)
        assert always.label == "Always like this"
        [form] = [form for form in snapshot.forms if form.always is not None]
        listed = tuple(option.key for option in snapshot.question.options)
        assert match.by_order(seat, form.order).choice == listed
    assert variants == {False, True}


async def test_voidream_s_panel_offers_to_pass_until_something_happens(tmp_path: Path) -> None:
    async with room(tmp_path / "bot.sqlite3", undrawn(voidream())) as lobby:
        duel = await begin_match(lobby, Actor(lobby.table, "Ada"), Actor(lobby.table, "Bo"))
        for n in range(60):
            player, question = await duel.asked()
            if question.kind == "action":
                break
            await lobby.services.play.answer(
                (1 << 60) + n, duel.match_id, player.id, question.id, random_choice(question, Chance(f"{n}"))
            )
        else:
            raise AssertionError("no player reached a main phase")
        await lobby.quiet()
        player, question = await duel.asked()
        panel = await panel_of(duel, player)
        check_components(panel.components)
        await player.actor.click(panel, "Autopass")
        assert "Pass in this main phase, until a conflict is initiated" in transcript.text(panel)
        assert "last round" not in transcript.text(panel).lower(), "there was none"
        check_components(panel.components)
        await player.actor.click(panel, NOW)
        await lobby.quiet()
        assert "Order given. It answered this." in transcript.text(panel)
        assert "Your order: Pass in this main phase" in transcript.text(panel)
