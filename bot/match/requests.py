"""Requests: what players ask each other to agree to, and how they have answered."""

from __future__ import annotations

from bot.match.context import MatchContext
from bot.match.offers import at
from bot.match.request_results import RequestAnswer, answer_to
from bot.store.offers import NOTHING, Offers, RequestKind
from bot.views.types import MatchTable


class Requests:
    """The requests of a match, and what became of them."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def offers(self, match_id: int) -> Offers:
        """Return what is offered in a match now."""
        async with self._context.store.read() as store:
            return at(await store.offers.of(match_id), self._context.clock.now())

    async def offers_at(self, table: MatchTable) -> Offers:
        """Return what is offered in a match now, of which its table was just read; what was refused is left out."""
        return (
            await self.offers(table.match_id) if table.offered or table.pause_asked is not None else NOTHING
        )

    async def answer(self, match_id: int, asked: RequestKind, seat: int) -> RequestAnswer:
        """Return how the others answered what a seat asked for last."""
        async with self._context.store.read() as store:
            return answer_to(await store.acts.of(match_id), asked, seat)
