"""Typed answers name their question, and an act that was stored is never reported as a failure."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from discord.webhook import async_

from bot.panel.panel import PanelMessages
from bot.panel.question_text import labels
from tests.bot.discord.kit import Duel, Player, Room
from tests.table.actor import Actor

COUNTED = "This counted"
UNTOLD = "Something went wrong"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py retries immediately when Discord refuses a request."""

    async def no_wait(seconds: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(async_, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": no_wait}))


def fail_to_answer(room: Room) -> None:
    """Make Discord refuse every response, including retries."""
    room.table.faults.add("PATCH", "/webhooks/*", status=500, times=5)


async def question_of(player: Player) -> int:
    question = await player.question()
    assert question is not None
    return question.id


async def first_offer(player: Player, typed: str = "") -> str:
    return str(
        (await player.actor.choices("match decide", "answer", typed, channel=player.thread))[0]["value"]
    )


async def test_a_stored_answer_is_not_requested_again(duel: Duel, impatient: None) -> None:
    fail_to_answer(duel.room)
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    assert await duel.ada.question() is None
    assert COUNTED in outcome.text and UNTOLD not in outcome.text
    assert "Your match" in outcome.text, "with the panel"
    await duel.room.quiet()


async def test_a_stored_challenge_is_not_requested_again(
    lobby: Room, ada: Actor, bo: Actor, impatient: None
) -> None:
    fail_to_answer(lobby)
    outcome = await ada.slash("voidream challenge", user=bo, deck="Morning")
    assert COUNTED in outcome.text and UNTOLD not in outcome.text
    await lobby.quiet()
    assert await bo.gets("challenges you to")


async def test_a_failed_view_asks_for_a_retry(duel: Duel, impatient: None) -> None:
    fail_to_answer(duel.room)
    outcome = await duel.bo.actor.slash("match board", channel=duel.bo.thread)
    assert UNTOLD in outcome.text and COUNTED not in outcome.text


async def test_a_failed_panel_does_not_undo_the_answer(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*args: object, **named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(PanelMessages, "panel", fail)
    outcome = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    assert await duel.ada.question() is None
    assert COUNTED in outcome.text


async def test_a_suggested_answer_decides_its_question_once(duel: Duel) -> None:
    player, question = await duel.asked()
    offered = await first_offer(player)
    once = await player.actor.slash("match decide", channel=player.thread, answer=offered)
    assert (now := await player.question()) is None or now.id != question.id, once.text
    await duel.room.quiet()
    # It is their decision again, and the same input is sent again.
    while (awaited := (await duel.asked())[0]) is not player:
        await awaited.actor.slash("parlour pass", channel=awaited.thread)
        await duel.room.quiet()
    before = await question_of(awaited)
    twice = await awaited.actor.slash("match decide", channel=awaited.thread, answer=offered)
    assert "question is closed" in twice.text
    assert await question_of(awaited) == before


@pytest.mark.parametrize("typed", ["1", "pass", "[7.1] pass"])
async def test_an_answer_without_a_question_decides_nothing_and_shows_it(duel: Duel, typed: str) -> None:
    player, question = await duel.asked()
    for _ in range(2):
        outcome = await player.actor.slash("match decide", channel=player.thread, answer=typed)
        assert "which question" in outcome.text
        assert labels(question)[0] in str(outcome.reply.components)
    assert await question_of(player) == question.id


async def test_typed_input_is_suggested_as_an_answer_to_this_question(duel: Duel) -> None:
    player, question = await duel.asked()
    offers = await player.actor.choices("match decide", "answer", "1", channel=player.thread)
    assert offers[0]["name"] == labels(question)[0]
    await player.actor.slash("match decide", channel=player.thread, answer=offers[0]["value"])
    now = await player.question()
    assert now is None or now.id != question.id


async def test_a_command_sent_before_its_question_decides_nothing(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was sent before the next question was asked."""
    panel, met, gate = PanelMessages.panel, asyncio.Event(), asyncio.Event()

    async def held(self: PanelMessages, *args: Any, **named: Any) -> Any:
        if not met.is_set():
            met.set()
            await gate.wait()
        return await panel(self, *args, **named)

    monkeypatch.setattr(PanelMessages, "panel", held)
    ada = duel.ada
    first = await ada.actor.slash("parlour play", card="Anagram", channel=ada.thread, wait="no")
    await met.wait()
    question = await question_of(ada)
    second = await ada.actor.slash("parlour pass", channel=ada.thread)
    assert "question is closed" in second.text
    assert await question_of(ada) == question
    gate.set()
    assert "question is closed" not in (await first.settled()).text
