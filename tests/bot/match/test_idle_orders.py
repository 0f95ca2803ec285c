"""Trigger orders without any effect are given automatically: no one is asked, and they are no one's decision."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.match.apply import THOUGHT
from bot.store.person import Person
from engine.kernel.chance import Chance
from engine.kernel.game import Game, Indifference
from engine.kernel.machine import AnyMachine
from engine.kernel.match import replay
from engine.kernel.question import Choice, random_choice
from tests.bot.kit import ADA, BO, Bot, open_bot
from tests.games.lanterns import LANTERNS

RULES = replace(LANTERNS, indifference=Indifference(frozenset({"order"}), frozenset()), orders=None)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", rules=RULES) as bot:
        yield bot


def as_listed(game: Game, machine: AnyMachine, player: object) -> tuple[int, Choice] | None:
    """Treat every order as having no effect."""
    ((seat, question),) = machine.position.questions.items()
    return seat, tuple(option.key for option in question.options)


def in_trouble(game: Game, machine: AnyMachine, player: object) -> tuple[int, Choice] | None:
    raise RuntimeError("no position can be drawn")


async def play_match(club: Bot) -> tuple[int, set[str]]:
    """Play a match to its end; return it, and all questions that players were asked."""
    match_id, dice, topics = await club.begin(), Chance("idle"), set[str]()
    while True:
        for person in (ADA, BO):
            question = await club.matches.question(match_id, person.id)
            topics |= {question.topic} if question else set()
        if not await club.answer_anything(match_id, dice):
            return match_id, topics


async def test_an_order_without_effect_is_answered_and_recorded(
    club: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.kernel.match.idle_answer", as_listed)
    match_id, topics = await play_match(club)
    assert "order" not in topics and topics
    record = await club.matches.record(match_id)
    assert sum(answer.idle for answer in record.answers) == 3, "one per round"
    again = replay(RULES, record.setup, record.seed, record.answers)
    assert again.record.answers == record.answers
    assert again.view(None) == (await club.matches.public_snapshot(match_id)).view


async def test_an_order_that_cannot_be_tried_is_asked(club: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.match.idle_answer", in_trouble)
    match_id, topics = await play_match(club)
    assert "order" in topics
    assert not any(answer.idle for answer in (await club.matches.record(match_id)).answers)


@pytest.mark.parametrize("matters", [False, True])
async def test_an_absent_player_is_mentioned_only_if_it_matters(
    club: Bot, monkeypatch: pytest.MonkeyPatch, *, matters: bool
) -> None:
    """It is tried again at the question's turn; if the player is asked, they are notified then."""
    monkeypatch.setattr("engine.kernel.match.idle_answer", in_trouble)
    match_id, player = await asked_of_another(club)
    await club.deliver()
    before = club.paper.kinds().count("ask")
    monkeypatch.setattr("engine.kernel.match.idle_answer", in_trouble if matters else as_listed)
    await club.turn()
    await club.practising.rested(match_id)
    question = await club.matches.question(match_id, player.id)
    assert (question is not None and question.topic == "order") is matters
    if matters:
        await club.deliver()
        assert club.paper.kinds().count("ask") == before
        await club.clock.move(THOUGHT / 1000)
        await club.ring()
        await club.deliver()
        assert club.paper.kinds().count("ask") == before + 1


async def asked_of_another(club: Bot) -> tuple[int, Person]:
    """Play until a player other than the last one to press is asked for an order; return the match, and them."""
    while True:
        match_id, dice = await club.begin(), Chance("idle")
        while True:
            look = await club.matches.public_snapshot(match_id)
            if look.outcome is not None:
                break
            person = dice.pick(list(look.awaited)).person
            question = await club.matches.question(match_id, person.id)
            assert question is not None
            choice = random_choice(question, dice)
            await club.play.answer(club.press(), match_id, person.id, question.id, choice)
            opponent = BO if person.id == ADA.id else ADA
            next_question = await club.matches.question(match_id, opponent.id)
            if next_question is not None and next_question.topic == "order":
                return match_id, opponent
