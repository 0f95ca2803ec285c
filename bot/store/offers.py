"""Requests between players: see `bot.match.requests`."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from bot.store.clocks import AbsenceLog
from bot.store.connection import Connection
from bot.store.subject import Columns, Subject


class RequestKind(StrEnum):
    """A kind of request by one player to all others."""

    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    ABORT = "abort"
    TAKEOVER = "takeover"

    @property
    def consent(self) -> str:
        """The kind of act by which a player agrees before everyone has."""
        return f"{self} consent"


class Request(msgspec.Struct, frozen=True):
    """A request of the seat `by`, and the seats that have agreed. `until` is its expiry, 0 for never.

    A take-back keeps `stay` answers. `late`: it is too late for a free one, so others must agree.
    """

    by: int
    agreed: frozenset[int] = frozenset()
    until: int = 0
    stay: int = 0
    late: bool = False

    def stands(self, seat: int) -> bool:
        """Return whether this seat is in favour: it asked, or has agreed."""
        return seat == self.by or seat in self.agreed

    def and_by(self, seat: int) -> Request:
        """Return the request with one more agreement."""
        return replace(self, agreed=self.agreed | {seat})


class Offers(msgspec.Struct, frozen=True):
    """The open requests of a match.

    A take-back, a cancellation and a takeover expire with the next answer, a draw with that of a player who
    has not agreed. `draw_refused` and `undo_refused` are the number of answers when it was last refused: it
    can't be requested again before there are more.
    """

    draw: Request | None = None
    undo: Request | None = None
    abort: Request | None = None
    pause: Request | None = None
    takeover: Request | None = None
    draw_refused: int = -1
    undo_refused: int = -1

    def of(self, kind: RequestKind) -> Request | None:
        """Return the open request of that kind."""
        return getattr(self, kind)

    def but(self, kind: RequestKind, request: Request | None) -> Offers:
        """Return the offers with the request of that kind replaced, or removed (None)."""
        return replace(self, **{kind: request})


NOTHING = Offers()


class Intervention(msgspec.Struct, frozen=True):
    """The moderator who ended a match or voided its result, and their reason."""

    moderator: str
    reason: str


_ASKING = {
    RequestKind.DRAW: "draw offered",
    RequestKind.UNDO: "undo asked",
    RequestKind.ABORT: "abort asked",
    RequestKind.PAUSE: "pause",
    RequestKind.TAKEOVER: "takeover asked",
}
"""The kinds of acts that make a request."""


class _RequestRow(NamedTuple):
    """A stored request. `since`: the start of its time limit. `absences`: the last one included."""

    kind: RequestKind
    since: int
    absences: int
    guild_id: int | None
    request: Request


_INTERVENTION = Columns(Intervention)
_REQUEST = Columns(Request, "q", by="q.seat", agreed=None)
_REQUEST_COLUMNS = Columns(_RequestRow, "q", guild_id="m.guild_id", request=_REQUEST)
_LAPSING = (RequestKind.DRAW, RequestKind.UNDO, RequestKind.ABORT, RequestKind.TAKEOVER)
"""The requests that are stored together; a pause is stored with the match."""


class OfferStatements(Subject):
    """Offers, time that clocks gained by answers, and interventions."""

    def __init__(self, connection: Connection, absences: AbsenceLog) -> None:
        super().__init__(connection)
        self._absences = absences

    async def of(self, match_id: int) -> Offers:
        """Return the open requests in a match. Agreement is read from the acts since the request."""
        rows = await self._records(
            _REQUEST_COLUMNS,
            "FROM requests q JOIN matches m ON m.id = q.match_id WHERE q.match_id = ? ORDER BY q.kind",
            match_id,
        )
        refused = dict(await self._all("SELECT kind, answers FROM refusals WHERE match_id = ?", match_id))
        offers = Offers(
            draw_refused=refused.get(RequestKind.DRAW, -1), undo_refused=refused.get(RequestKind.UNDO, -1)
        )
        for kind, since, absences, guild_id, request in rows:
            if request.until:
                until = self._absences.deadline(request.until, since, absences, guild_id)
                request = replace(request, until=until)
            for seat in await self._agreed(match_id, kind):
                request = request.and_by(seat)
            offers = offers.but(kind, request)
        return offers

    async def _agreed(self, match_id: int, request_kind: RequestKind) -> list[int]:
        return await self._numbers(
            "SELECT seat FROM acts WHERE match_id = ? AND kind = ? "
            "AND rev > (SELECT MAX(rev) FROM acts WHERE match_id = ? AND kind = ?)",
            match_id,
            request_kind.consent,
            match_id,
            _ASKING[request_kind],
        )

    async def store(self, match_id: int, offers: Offers) -> None:
        """Store the open requests of a match, except a pause. Agreements are stored as acts."""
        counts = {"since": self._absences.now, "absences": self._absences.last}
        for kind in _LAPSING:
            key = {"match_id": match_id, "kind": kind}
            if (request := offers.of(kind)) is None:
                await self._execute("DELETE FROM requests WHERE match_id = ? AND kind = ?", match_id, kind)
            else:
                await self._put("requests", key, **_REQUEST.values(request), **counts)
        for kind, answers in (
            (RequestKind.DRAW, offers.draw_refused),
            (RequestKind.UNDO, offers.undo_refused),
        ):
            if answers >= 0:
                await self._put("refusals", {"match_id": match_id, "kind": kind}, answers=answers)

    async def gain(self, match_id: int, answer: int, gained: int) -> None:
        """Store the clock time gained by the answer of that number, counted from 0."""
        await self._put("clock_gains", {"match_id": match_id, "answer": answer}, gained=gained)

    async def gains(self, match_id: int, first: int) -> dict[int, int]:
        """Return the clock time gained by answers, from that number on."""
        rows = await self._all(
            "SELECT answer, gained FROM clock_gains WHERE match_id = ? AND answer >= ?", match_id, first
        )
        return {int(answer): int(gained) for answer, gained in rows}

    async def intervene(self, match_id: int, intervention: Intervention) -> None:
        """Store a moderator's intervention."""
        await self._add("interventions", match_id=match_id, **_INTERVENTION.values(intervention))

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return a moderator's intervention in a match, None if there was none."""
        return await self._record(_INTERVENTION, "FROM interventions WHERE match_id = ?", match_id)
