"""Typed answers name their question, and an act that counted is never reported as a failure."""

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
    """discord.py sends again at once what Discord did not take."""

    async def no_wait(seconds: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(async_, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": no_wait}))


def fail_to_answer(room: Room) -> None:
    """Let Discord take no answer, however often it is sent."""
    room.table.faults.add("PATCH", "/webhooks/*", status=500, times=5)


async def question_of(player: Player) -> int:
    question = await player.question()
    assert question is not None
    return question.id


async def first_offer(player: Player, typed: str = "") -> str:
    return str(
        (await player.actor.choices("match decide", "answer", typed, channel=player.thread))[0]["value"]
    )


async def test_an_answer_that_counted_is_not_asked_for_again(duel: Duel, impatient: None) -> None:
    fail_to_answer(duel.room)
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    assert await duel.ada.question() is None
    assert COUNTED in done.text and UNTOLD not in done.text
    assert "Your match" in done.text, "with the panel"
    await duel.room.quiet()


async def test_a_challenge_that_was_made_is_not_asked_for_again(
    lobby: Room, ada: Actor, bo: Actor, impatient: None
) -> None:
    fail_to_answer(lobby)
    done = await ada.slash("voidream challenge", user=bo, deck="Morning")
    assert COUNTED in done.text and UNTOLD not in done.text
    await lobby.quiet()
    assert await bo.gets("challenges you to")


async def test_a_look_that_fails_is_to_be_tried_again(duel: Duel, impatient: None) -> None:
    fail_to_answer(duel.room)
    done = await duel.bo.actor.slash("match board", channel=duel.bo.thread)
    assert UNTOLD in done.text and COUNTED not in done.text


async def test_a_panel_that_cannot_be_made_does_not_take_the_answer_back(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*given: object, **named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(PanelMessages, "panel", fail)
    done = await duel.ada.actor.slash("parlour pass", channel=duel.ada.thread)
    assert await duel.ada.question() is None
    assert COUNTED in done.text


async def test_what_autocompletion_offers_decides_its_question_once(duel: Duel) -> None:
    player, question = await duel.asked()
    offered = await first_offer(player)
    once = await player.actor.slash("match decide", channel=player.thread, answer=offered)
    assert (now := await player.question()) is None or now.id != question.id, once.text
    await duel.room.quiet()
    # It comes to be their decision again, and the same is sent once more.
    while (asked := (await duel.asked())[0]) is not player:
        await asked.actor.slash("parlour pass", channel=asked.thread)
        await duel.room.quiet()
    before = await question_of(asked)
    twice = await asked.actor.slash("match decide", channel=asked.thread, answer=offered)
    assert "question is closed" in twice.text
    assert await question_of(asked) == before


@pytest.mark.parametrize("typed", ["1", "pass", "[7.1] pass"])
async def test_what_names_no_question_decides_nothing_and_shows_it(duel: Duel, typed: str) -> None:
    player, question = await duel.asked()
    for _ in range(2):
        done = await player.actor.slash("match decide", channel=player.thread, answer=typed)
        assert "which question" in done.text
        assert labels(question)[0] in str(done.reply.components)
    assert await question_of(player) == question.id


async def test_what_was_typed_is_offered_as_an_answer_to_this_question(duel: Duel) -> None:
    player, question = await duel.asked()
    offers = await player.actor.choices("match decide", "answer", "1", channel=player.thread)
    assert offers[0]["name"] == labels(question)[0]
    await player.actor.slash("match decide", channel=player.thread, answer=offers[0]["value"])
    now = await player.question()
    assert now is None or now.id != question.id


async def test_a_command_that_came_before_the_answer_to_the_one_before_decides_nothing(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was sent in view of the question before."""
    panel, met, gate = PanelMessages.panel, asyncio.Event(), asyncio.Event()

    async def held(self: PanelMessages, *given: Any, **named: Any) -> Any:
        if not met.is_set():
            met.set()
            await gate.wait()
        return await panel(self, *given, **named)

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
