"""Endings: what players ask each other to agree to, how a match ends before its game does, and who has said what to it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.match.agreements import Agreements
from bot.match.interventions import Interventions
from bot.match.offers import at
from bot.match.requests import RequestAnswer, answer_to
from bot.match.takeovers import Takeovers
from bot.match.undo import Undo
from bot.store.offers import Offers, RequestKind


class Endings(Undo, Agreements, Takeovers, Interventions):
    """Undo, draws, calling off, takeovers, moderators; and what is asked for now."""

    async def offers(self, match_id: int) -> Offers:
        """Return what is offered in a match now."""
        async with self._store.read() as store:
            return at(await store.offers.of(match_id), self._clock.now())

    async def posts(self, match_id: int) -> Mapping[str, tuple[int, int]]:
        """Return the messages that will be edited later, by what they are about: channel and message."""
        async with self._store.read() as store:
            return await store.messages.posts(match_id)

    async def answer(self, match_id: int, asked: RequestKind, seat: int) -> RequestAnswer:
        """Return how the others answered what a seat asked for last."""
        async with self._store.read() as store:
            return answer_to(await store.acts.of(match_id), asked, seat)

    async def acted_last(self, match_id: int, seat: int) -> bool:
        """Return whether what happened last in a match was an answer of this seat."""
        async with self._store.read() as store:
            for row in await store.events.of(match_id, last=1):
                if row.seat == seat:
                    return any(act.kind == "answer" for act in await store.acts.of(match_id, rev=row.rev))
        return False
