"""When orders end: spans, after which they end in any case, and stops, events that end them early."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from cards.i18n import Message, msg
from engine.kernel.events.event import Fact, Seen
from engine.kernel.machine import Machine
from engine.kernel.orders.order import Moment
from engine.kernel.question import Asked

M = TypeVar("M", bound=Machine[Any])
G = TypeVar("G", bound=Moment)


class Span(msgspec.Struct, Generic[M, G], frozen=True):
    """How long an order can last.

    `until` is the span as its owner chooses it ("until the end of this round"), `within` the same in a sentence ("in this
    round"), and `ended` the reason when it is over. `began` returns, of a moment, the number of the span that was running then,
    such as the round's; 0 for none. `lasts`: (machine, moment at which the order was given), whether that one still runs.
    """

    name: str
    until: Message
    within: Message
    ended: Message
    began: Callable[[G], int]
    lasts: Callable[[M, G], bool]


def whole_match() -> Span[Any, Any]:
    """Return the span of orders that last as long as the match."""
    until, within, ended = msg("until the end of the match"), msg("in this match"), msg("This match is over.")
    return Span("match", until, within, ended, lambda given: 1, lambda machine, given: True)


Happened = Callable[[M, int, G, Asked | None, Sequence[Seen]], bool]
"""(machine, seat of the order's owner, the moment at which it was given, the question if there is one, what has happened
since as the owner saw it), whether something has happened."""


class Stop(msgspec.Struct, Generic[M, G], frozen=True):
    """An event that can end an order early.

    `until` is the event as it stands after "until" and "if" ("your depth changes"), `ended` the reason when it has happened.
    """

    name: str
    until: Message
    ended: Message
    happened: Happened[M, G]


def fact_seen(holds: Callable[[Fact, int], bool]) -> Happened[Any, Any]:
    """Return what has happened once one fact is seen for which `holds`: (fact, seat of the order's owner)."""

    def happened(
        machine: Machine[Any], seat: int, given: Moment, question: Asked | None, seen: Sequence[Seen]
    ) -> bool:
        return any(holds(event.fact, seat) for event in seen)

    return happened


def others_decided(seat: int, happened: Sequence[Seen]) -> bool:
    """Return whether other players have decided anything that a seat could not foresee."""
    return any(event.decided_by not in (-1, seat) for event in happened)
