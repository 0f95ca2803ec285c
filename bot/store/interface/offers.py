"""What the bot asks of its store about what players offer and ask each other, and about interventions."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

import msgspec
from msgspec.structs import replace


class RequestKind(StrEnum):
    """What one player can ask of all others."""

    DRAW = "draw"
    UNDO = "undo"
    PAUSE = "pause"
    ABORT = "abort"
    TAKEOVER = "takeover"

    @property
    def consent(self) -> str:
        """The kind of act by which somebody agrees while others have yet to."""
        return f"{self} consent"


class Request(msgspec.Struct, frozen=True):
    """What the seat `by` asks for, and the seats that have agreed. `until` is when it ends by itself, 0 for never.

    Taking back leaves `stay` answers; `late` says that it is too late for it, so that it takes an agreement all the same.
    """

    by: int
    agreed: frozenset[int] = frozenset()
    until: int = 0
    stay: int = 0
    late: bool = False

    def stands(self, seat: int) -> bool:
        """Return whether this seat has said yes, by asking or by agreeing."""
        return seat == self.by or seat in self.agreed

    def and_by(self, seat: int) -> Request:
        """Return this with the consent of one more seat."""
        return replace(self, agreed=self.agreed | {seat})


class Offers(msgspec.Struct, frozen=True):
    """What is asked for in a match.

    Taking back, calling off and a takeover expire with the next answer, a draw with that of somebody who has not agreed. `draw_refused` and
    `undo_refused` say how many answers there were when it was refused: it can't be asked for again before there are more.
    """

    draw: Request | None = None
    undo: Request | None = None
    abort: Request | None = None
    pause: Request | None = None
    takeover: Request | None = None
    draw_refused: int = -1
    undo_refused: int = -1

    def of(self, asked: RequestKind) -> Request | None:
        """Return what is asked for of that kind."""
        return {
            RequestKind.DRAW: self.draw,
            RequestKind.UNDO: self.undo,
            RequestKind.ABORT: self.abort,
            RequestKind.PAUSE: self.pause,
            RequestKind.TAKEOVER: self.takeover,
        }[asked]

    def but(self, asked: RequestKind, request: Request | None) -> Offers:
        """Return these with another request of that kind, or with none."""
        match asked:
            case RequestKind.DRAW:
                return replace(self, draw=request)
            case RequestKind.UNDO:
                return replace(self, undo=request)
            case RequestKind.ABORT:
                return replace(self, abort=request)
            case RequestKind.PAUSE:
                return replace(self, pause=request)
            case RequestKind.TAKEOVER:
                return replace(self, takeover=request)


NOTHING = Offers()


class Intervention(msgspec.Struct, frozen=True):
    """Who ended a match as a moderator, or voided its result, and why."""

    moderator: str
    reason: str


class OffersStore(Protocol):
    """What is remembered of offers, of what clocks gained by answers, and of interventions."""

    async def of(self, match_id: int) -> Offers:
        """Return what is offered in a match."""
        ...

    async def put(self, match_id: int, offers: Offers) -> None:
        """Remember what is offered in a match, in the place of what was."""
        ...

    async def gain(self, match_id: int, answer: int, gained: int) -> None:
        """Remember what a clock gained by the answer of that number, counted from 0."""
        ...

    async def gains(self, match_id: int, first: int) -> dict[int, int]:
        """Return what clocks gained by the answers from that number on."""
        ...

    async def intervene(self, match_id: int, intervention: Intervention) -> None:
        """Remember why a moderator ended a match, or voided its result."""
        ...

    async def intervention(self, match_id: int) -> Intervention | None:
        """Return why a moderator ended a match, or voided its result; None if none did."""
        ...
