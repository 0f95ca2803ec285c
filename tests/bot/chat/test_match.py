"""Whole matches through the real discord.py: by clicking, by typing, without direct messages, as text."""

from __future__ import annotations

from tests.bot.chat.kit import Duel, play_on


async def test_a_match_by_clicking(duel: Duel) -> None:
    assert await play_on(duel) > 3
    await duel.ada.actor.gets("the match is over", channel=duel.ada.thread)
