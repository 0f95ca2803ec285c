"""What players ask of each other, as the SQLite store keeps it: see `bot.match.offers`."""

from __future__ import annotations

import aiosqlite

from bot.match.offers import Intervention, Offers, Request, RequestKind

_ASKING = {
    RequestKind.DRAW: "draw offered",
    RequestKind.UNDO: "undo asked",
    RequestKind.ABORT: "abort asked",
    RequestKind.PAUSE: "pause",
}
"""The kinds of acts by which something is asked for."""


class SqliteOffers:
    """Statements about requests, gains on the clock, and interventions."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def of(self, match_id: int) -> Offers:
        """Return what is asked for in a match. Who has agreed is read from what was done since it was asked for."""
        rows = await self._connection.execute_fetchall(
            "SELECT m.pause_asked, o.draw_by, o.draw_until, o.draw_refused, o.undo_by, o.undo_stay, o.undo_refused, "
            "o.abort_by, o.undo_late FROM matches m LEFT JOIN offers o ON o.match_id = m.id WHERE m.id = ?",
            (match_id,),
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
        rows = await self._connection.execute_fetchall(
            "SELECT seat FROM acts WHERE match_id = ? AND kind = ? "
            "AND rev > (SELECT MAX(rev) FROM acts WHERE match_id = ? AND kind = ?)",
            (match_id, asked.consent, match_id, _ASKING[asked]),
        )
        return [int(seat) for (seat,) in rows]

    async def put(self, match_id: int, offers: Offers) -> None:
        """Remember what is asked for in a match but for a pause, in the place of what was; who has agreed is in what they did."""
        draw, undo, abort = offers.draw, offers.undo, offers.abort
        await self._connection.execute(
            "INSERT INTO offers (match_id, draw_by, draw_until, draw_refused, undo_by, undo_stay, undo_refused, abort_by, "
            "undo_late) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id) DO UPDATE SET "
            "draw_by = excluded.draw_by, draw_until = excluded.draw_until, draw_refused = excluded.draw_refused, "
            "undo_by = excluded.undo_by, undo_stay = excluded.undo_stay, undo_refused = excluded.undo_refused, "
            "abort_by = excluded.abort_by, undo_late = excluded.undo_late",
            (
                match_id,
                draw and draw.by,
                draw.until if draw else 0,
                offers.draw_refused,
                undo and undo.by,
                undo.stay if undo else 0,
                offers.undo_refused,
                abort and abort.by,
                int(undo is not None and undo.late),
            ),
        )

    async def gain(self, match_id: int, answer: int, gained: int) -> None:
        """Remember what a clock gained by the answer of that number, counted from 0."""
        await self._connection.execute(
            "INSERT INTO clock_gains (match_id, answer, gained) VALUES (?, ?, ?) "
            "ON CONFLICT (match_id, answer) DO UPDATE SET gained = excluded.gained",
            (match_id, answer, gained),
        )

    async def gains(self, match_id: int, first: int) -> dict[int, int]:
        """Return what clocks gained by the answers from that number on."""
        rows = await self._connection.execute_fetchall(
            "SELECT answer, gained FROM clock_gains WHERE match_id = ? AND answer >= ?", (match_id, first)
        )
        return {int(answer): int(gained) for answer, gained in rows}

    async def intervene(self, match_id: int, intervention: Intervention) -> None:
        """Remember why a moderator ended a match."""
        await self._connection.execute(
            "INSERT INTO interventions (match_id, moderator, reason) VALUES (?, ?, ?)",
            (match_id, intervention.moderator, intervention.reason),
        )

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return why a moderator ended a match, None if none did."""
        rows = await self._connection.execute_fetchall(
            "SELECT moderator, reason FROM interventions WHERE match_id = ?", (match_id,)
        )
        return next((Intervention(*row) for row in rows), None)
