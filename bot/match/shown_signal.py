"""Signals between the outbox and a match: a message is due, was sent, or can't be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.match import prompts
from bot.match.close_challenge import withdraw
from bot.match.context import MatchContext
from bot.platform.places import waiting
from bot.store import Writing
from bot.store.match_status import MatchStatus

PATIENCE = 5000
"""Milliseconds to wait for a message to be sent."""
LOOK = 100
"""Milliseconds between two checks of the database: another process may send the message."""


class ShownSignals:
    """The signals of this process, by match."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._to_be_shown: dict[int, asyncio.Event] = {}

    async def announced(self, match_id: int, is_shown: Callable[[], Awaitable[bool]]) -> None:
        """Wake the outbox for a match's new notes, and wait until they are sent.

        Returns as well if they can't be sent, or after `PATIENCE`.
        """
        event = self._to_be_shown.setdefault(match_id, asyncio.Event())
        self._context.wake()
        until = self._context.clock.now() + PATIENCE
        try:
            if await is_shown():
                return
            async with waiting():
                while self._context.clock.now() < until:
                    await self._context.clock.wait(event, min(until, self._context.clock.now() + LOOK))
                    if event.is_set() or await is_shown():
                        return
        finally:
            self._to_be_shown.pop(match_id, None)

    def shown(self, match_id: int) -> None:
        """Wake those waiting for a match's message: it was sent, or can't be sent."""
        if (event := self._to_be_shown.get(match_id)) is not None:
            event.set()

    async def mention_in_thread(self, tx: Writing, match_id: int, person: int, now: int) -> None:
        """Mention a player in the thread who could not be reached by direct message."""
        await prompts.mention_in_thread(tx, match_id, person, now)

    async def take_back_unseen(self, tx: Writing, match_id: int, now: int) -> None:
        """Withdraw a challenge that can't be shown, because no one could accept it."""
        row = await tx.matches.match(match_id)
        if row is not None and row.status is MatchStatus.CHALLENGED and row.challenge_message_id is None:
            await withdraw(tx, row, now)
