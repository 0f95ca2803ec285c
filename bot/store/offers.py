"""What players offer each other, as the SQLite store keeps it: see `bot.offers`."""

from __future__ import annotations

from bot.offers import NOTHING, Intervention, Offers
from bot.store.columns import Columns
from bot.store.subject import Subject

_OFFERS = Columns(Offers)
_INTERVENTION = Columns(Intervention)


class SqliteOffers(Subject):
    """Offers, gains on the clock, and interventions."""

    async def of(self, match_id: int) -> Offers:
        """Return what is offered in a match."""
        return await self._record(_OFFERS, "FROM offers WHERE match_id = ?", match_id) or NOTHING

    async def put(self, match_id: int, offers: Offers) -> None:
        """Remember what is offered in a match, in the place of what was."""
        await self._put("offers", {"match_id": match_id}, **_OFFERS.values(offers))

    async def gain(self, match_id: int, answer: int, gained: int) -> None:
        """Remember what a clock gained by the answer of that number, counted from 0."""
        await self._put("clock_gains", {"match_id": match_id, "answer": answer}, gained=gained)

    async def gains(self, match_id: int, first: int) -> dict[int, int]:
        """Return what clocks gained by the answers from that number on."""
        rows = await self._all(
            "SELECT answer, gained FROM clock_gains WHERE match_id = ? AND answer >= ?", match_id, first
        )
        return {int(answer): int(gained) for answer, gained in rows}

    async def intervene(self, match_id: int, intervention: Intervention) -> None:
        """Remember why a moderator ended a match, or voided its result."""
        await self._add("interventions", match_id=match_id, **_INTERVENTION.values(intervention))

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return why a moderator ended a match, or voided its result; None if none did."""
        return await self._record(_INTERVENTION, "FROM interventions WHERE match_id = ?", match_id)
