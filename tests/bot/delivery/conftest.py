"""Delivered notes, and captured log records."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

import pytest
import structlog

from tests.bot.kit import (
    Bot,
    Paper,
    PrivateMessage,
    PublicMessage,
)


async def bid(bot: Bot, match_id: int, person: int, amount: str) -> None:
    question = await bot.matches.question(match_id, person)
    assert question is not None
    await bot.play.answer(bot.press(), match_id, person, question.id, (amount,))


def told(bot: Bot, person: int) -> list[PrivateMessage]:
    return [m for m in bot.paper.said if isinstance(m, PrivateMessage) and m.note.person == person]


def public_of(paper: Paper) -> list[PublicMessage]:
    return [m for m in paper.said if isinstance(m, PublicMessage)]


def public(bot: Bot) -> list[PublicMessage]:
    return public_of(bot.paper)


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[MutableMapping[str, object]]]:
    with structlog.testing.capture_logs() as entries:
        yield entries
