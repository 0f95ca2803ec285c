"""Shared helpers for tests of reviews: Lanterns with a search, and a judge in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from msgspec.structs import replace

from bot.features.review.judge import Judge, ReviewWorker
from bot.features.review.narration import ReviewWriter
from bot.features.review.service import Reviews
from bot.games.playable import PlayableGame
from bot.match.replay.records import Records
from engine.kernel.ai.analysis import judge
from engine.kernel.ai.decisions import Decision, DecisionReport
from engine.kernel.ai.game_search import PlayOuts, Thinking
from tests.bot.kit import Bot
from tests.games import registry
from tests.games.lantern_search import LANTERN_THINKING


def thoughtful(play_outs: PlayOuts | None = None, *, even_through: int = 0) -> PlayableGame:
    """Return Lanterns with a search; `play_outs` gives the tested reliability of its judge, good by default."""
    thinking = replace(LANTERN_THINKING, even_through=even_through)
    if play_outs is not None:
        thinking = replace(thinking, play_outs=play_outs)
    game = registry.lanterns()
    return replace(game, thinking=thinking)


async def here(match_id: int, thinking: Thinking, decision: Decision) -> DecisionReport | None:
    """Judge a decision in this process."""
    return judge(thinking, decision)


def looking_back(bot: Bot, work: Callable[[], None] = lambda: None) -> Reviews:
    return Reviews(bot.store, bot.games, bot.clock, wake=bot.bell.set, work=work)


def judging(bot: Bot, judge: Judge = here) -> ReviewWorker:
    return ReviewWorker(
        bot.store, bot.games, bot.clock, judge, asyncio.Event(), bot.bell.set, owner=bot.membership.id
    )


def retelling(bot: Bot) -> ReviewWriter:
    return ReviewWriter(looking_back(bot), Records(bot.store, bot.games))
