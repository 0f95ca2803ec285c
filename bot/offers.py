"""What one player offers the other: a draw, or to take something back. It is public, and it expires."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from bot.clocks.control import DAY

LASTS = 3 * DAY
"""Milliseconds for which a draw is offered, unless the other player decides something before."""
DRAW = "draw"
"""The alarm for the end of a draw offer."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What is offered in a match, by seat.

    A draw is offered until a time; taking back leaves `undo_stay` answers, and expires with the next one, as does calling
    the match off. `undo_late` says that it is too late for it, so that it takes an agreement all the same. `draw_refused` and `undo_refused` say how many answers there were when it was refused: it can't be offered again before
    there are more.
    """

    draw_by: int | None = None
    draw_until: int = 0
    draw_refused: int = -1
    undo_by: int | None = None
    undo_stay: int = 0
    undo_refused: int = -1
    abort_by: int | None = None
    undo_late: bool = False


NOTHING = Offers()


@dataclass(frozen=True, slots=True)
class Intervention:
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


def after_deciding(offers: Offers, seat: int) -> Offers:
    """Return what is still offered after a seat has decided something."""
    kept = offers if offers.draw_by in (None, seat) else replace(offers, draw_by=None, draw_until=0)
    return replace(kept, undo_by=None, undo_late=False, abort_by=None)


def at(offers: Offers, now: int) -> Offers:
    """Return what is still offered at a moment."""
    if offers.draw_by is None or now < offers.draw_until:
        return offers
    return replace(offers, draw_by=None, draw_until=0)
