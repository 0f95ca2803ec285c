"""What players ask of each other, as the SQLite store keeps it: see `bot.match.offers`."""

from __future__ import annotations

from bot.match.offers import Intervention, Offers, Request, RequestKind
from bot.store.columns import Columns
from bot.store.subject import Subject

_ASKING = {
    RequestKind.DRAW: "draw offered",
    RequestKind.UNDO: "undo asked",
    RequestKind.ABORT: "abort asked",
    RequestKind.PAUSE: "pause",
}
"""The kinds of acts by which something is asked for."""
_INTERVENTION = Columns(Intervention)


class SqliteOffers(Subject):
    """Requests, gains on the clock, and interventions."""

    async def of(self, match_id: int) -> Offers:
        """Return what is asked for in a match. Who has agreed is read from what was done since it was asked for."""
        rows = await self._all(
            "SELECT m.pause_asked, o.draw_by, o.draw_until, o.draw_refused, o.undo_by, o.undo_stay, o.undo_refused, "
            "o.abort_by, o.undo_late FROM matches m LEFT JOIN offers o ON o.match_id = m.id WHERE m.id = ?",
            match_id,
        )
        found = Offers()
        for pause, draw, until, draw_refused, undo, stay, undo_refused, abort, late in rows:
            found = Offers(
                draw=None if draw is None else Request(draw, until=until),
                undo=None if undo is None else Request(undo, stay=stay, late=bool(late)),
                abort=None if abort is None else Request(abort),
                pause=None if pause is None else Request(pause),
                draw_refused=-1 if draw_refused is None else draw_refused,
                undo_refused=-1 if undo_refused is None else undo_refused,
            )
        for asked in RequestKind:
            if (request := found.of(asked)) is not None:
                for seat in await self._agreed(match_id, asked):
                    request = request.and_by(seat)
                found = found.but(asked, request)
        return found

    async def _agreed(self, match_id: int, asked: RequestKind) -> list[int]:
        return await self._numbers(
            "SELECT seat FROM acts WHERE match_id = ? AND kind = ? "
            "AND rev > (SELECT MAX(rev) FROM acts WHERE match_id = ? AND kind = ?)",
            match_id,
            asked.consent,
            match_id,
            _ASKING[asked],
        )

    async def put(self, match_id: int, offers: Offers) -> None:
        """Remember what is asked for in a match but for a pause, in the place of what was; who has agreed is in what they did."""
        draw, undo, abort = offers.draw, offers.undo, offers.abort
        await self._put(
            "offers",
            {"match_id": match_id},
            draw_by=draw and draw.by,
            draw_until=draw.until if draw else 0,
            draw_refused=offers.draw_refused,
            undo_by=undo and undo.by,
            undo_stay=undo.stay if undo else 0,
            undo_refused=offers.undo_refused,
            abort_by=abort and abort.by,
            undo_late=undo is not None and undo.late,
        )

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
