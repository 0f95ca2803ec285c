"""Signals between the outbox and a match: there is something to show, it is shown, or it can't be shown."""

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
"""Milliseconds to wait for something to be shown."""
LOOK = 100
"""Milliseconds between two looks whether it is there: another process may show it."""


class ShownSignals:
    """The signals of this process, by match."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._to_be_shown: dict[int, asyncio.Event] = {}

    async def announced(self, match_id: int, is_there: Callable[[], Awaitable[bool]]) -> None:
        """Tell the outbox that a match has new notes, and wait until they are shown.

        Returns, too, when it can't be brought there, and when that takes too long.
        """
        said = self._to_be_shown.setdefault(match_id, asyncio.Event())
        self._context.wake()
        until = self._context.clock.now() + PATIENCE
        try:
            if await is_there():
                return
            async with waiting():
                while self._context.clock.now() < until:
                    await self._context.clock.wait(said, min(until, self._context.clock.now() + LOOK))
                    if said.is_set() or await is_there():
                        return
        finally:
            self._to_be_shown.pop(match_id, None)

    def shown(self, match_id: int) -> None:
        """Wake those who wait for something of a match to be shown: it is there, or can't be sent."""
        if (said := self._to_be_shown.get(match_id)) is not None:
            said.set()

    async def unreached(self, tx: Writing, match_id: int, person: int, now: int) -> None:
        """Mention a player in the thread who could not be reached by direct message."""
        await prompts.unreached(tx, match_id, person, now)

    async def take_back_unseen(self, tx: Writing, match_id: int, now: int) -> None:
        """Take back a challenge that can't be shown: nobody could accept it."""
        row = await tx.matches.match(match_id)
        if row is not None and row.standing is MatchStatus.CHALLENGED and row.challenge_message_id is None:
            await withdraw(tx, row, now)
