"""Endings: what players ask each other to agree to, how a match ends before its game does, and who has said what to it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.agreements import Agreements
from bot.match.interventions import Interventions
from bot.match.offers import at
from bot.match.request_results import RequestAnswer, answer_to
from bot.match.takeovers import Takeovers
from bot.match.undo import Undo
from bot.store.offers import NOTHING, Offers, RequestKind
from bot.views.types import MatchTable


class Endings(Undo, Agreements, Takeovers, Interventions):
    """Undo, draws, calling off, takeovers, moderators; and what is asked for now."""

    async def offers(self, match_id: int) -> Offers:
        """Return what is offered in a match now."""
        async with self._store.read() as store:
            return at(await store.offers.of(match_id), self._clock.now())

    async def offers_at(self, table: MatchTable) -> Offers:
        """Return what is offered in a match now, of which its table was just read; what was refused is left out."""
        return (
            await self.offers(table.match_id) if table.offered or table.pause_asked is not None else NOTHING
        )

    async def posts(self, match_id: int) -> Mapping[str, tuple[int, int]]:
        """Return the messages that will be edited later, by what they are about: channel and message."""
        async with self._store.read() as store:
            return await store.messages.posts(match_id)

    async def answer(self, match_id: int, asked: RequestKind, seat: int) -> RequestAnswer:
        """Return how the others answered what a seat asked for last."""
        async with self._store.read() as store:
            return answer_to(await store.acts.of(match_id), asked, seat)
