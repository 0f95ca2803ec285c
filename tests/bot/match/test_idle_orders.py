"""Orders that come to the same are given for those who would be asked: nobody hears of them, and they are nobody's decision."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.kernel.chance import Chance
from engine.kernel.game import Game, Indifference
from engine.kernel.machine import AnyMachine
from engine.kernel.match import replay
from engine.kernel.question import Choice
from tests.bot.kit import ADA, BO, Bot, open_bot
from tests.games.lanterns import LANTERNS

RULES = replace(LANTERNS, indifference=Indifference(frozenset({"order"}), frozenset()))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncGenerator[Bot]:
    async with open_bot(tmp_path / "bot.sqlite3", rules=RULES) as bot:
        yield bot


def as_listed(game: Game, machine: AnyMachine) -> tuple[int, Choice] | None:
    """Find every order idle."""
    ((seat, question),) = machine.position.questions.items()
    return seat, tuple(option.key for option in question.options)


def in_trouble(game: Game, machine: AnyMachine) -> tuple[int, Choice] | None:
    raise RuntimeError("no position can be drawn")


async def played(club: Bot) -> tuple[int, set[str]]:
    """Play a match to its end; return it, and all that anybody was asked about."""
    match_id, dice, topics = await club.begin(), Chance("idle"), set[str]()
    while True:
        for person in (ADA, BO):
            question = await club.matches.question(match_id, person.id)
            topics |= {question.topic} if question else set()
        if not await club.answer_anything(match_id, dice):
            return match_id, topics


async def test_what_comes_to_the_same_is_answered_and_recorded(
    club: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.kernel.match.idle_answer", as_listed)
    match_id, topics = await played(club)
    assert "order" not in topics and topics
    record = await club.matches.record(match_id)
    assert sum(answer.idle for answer in record.answers) == 3, "one a round"
    again = replay(RULES, record.setup, record.seed, record.answers)
    assert again.record.answers == record.answers
    assert again.view(None) == (await club.matches.look_public(match_id)).view


async def test_what_can_not_be_tried_is_asked(club: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.match.idle_answer", in_trouble)
    match_id, topics = await played(club)
    assert "order" in topics
    assert not any(answer.idle for answer in (await club.matches.record(match_id)).answers)
