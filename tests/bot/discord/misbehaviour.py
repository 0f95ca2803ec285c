"""Helpers for the tests in which Discord or people misbehave."""

from __future__ import annotations

import asyncio

from tests.bot.discord.kit import Duel, Player, click_answer
from tests.table import transcript


async def pass_once(duel: Duel) -> tuple[Player, str]:
    """Make the player whose move it is pass, in their direct messages; return them and the response."""
    player, question = await duel.asked()
    panel = player.actor.sees(player.actor.direct)[-1]
    await click_answer(player, panel, question, ("pass",))
    await duel.room.quiet()
    return player, transcript.text(panel)


async def caught_up(duel: Duel) -> None:
    """Wait until the bot has processed the changes and shown the match in its thread."""
    changed = asyncio.Event()
    stop = duel.room.table.world.listen(
        lambda change: changed.set() if change.kind in ("message", "message_update") else None
    )
    try:
        await changed.wait()
    finally:
        stop()
    await duel.room.quiet()
    assert await duel.room.services.delivery_failures.of(duel.match_id) is None
