"""The ends of orders: spans, after which they end in any case, and stops, events that end them early."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from cards.i18n import Message, msg
from engine.kernel.events.event import Fact, Seen
from engine.kernel.machine import AnyMachine
from engine.kernel.orders.order import OrderMoment
from engine.kernel.question import PendingQuestion

M_co = TypeVar("M_co", bound=AnyMachine, covariant=True, default=AnyMachine)
G_co = TypeVar("G_co", bound=OrderMoment, covariant=True, default=OrderMoment)
"""A game's machine, and what it keeps of a moment. Covariant although functions take them: as in `Game`, they only ever come
from the game itself."""
M = TypeVar("M", bound=AnyMachine, default=AnyMachine)
G = TypeVar("G", bound=OrderMoment, default=OrderMoment)


class Span(msgspec.Struct, Generic[M_co, G_co], frozen=True):
    """The duration of an order.

    `until` is the span as its owner chooses it ("until the end of this round"), `within` the same in a sentence ("in this
    round"), and `ended` the reason when it is over. `began` returns, of a moment, the number of the span that was running then,
    such as the round's; 0 for none. `lasts`: (machine, moment at which the order was given), whether that one still runs.
    """

    name: str
    until: Message
    within: Message
    ended: Message
    began: Callable[[G_co], int]
    lasts: Callable[[M_co, G_co], bool]


def whole_match() -> Span[M, G]:
    """Return the span of orders that last as long as the match."""
    until, within, ended = msg("until the end of the match"), msg("in this match"), msg("This match is over.")
    return Span(MATCH, until, within, ended, lambda given: 1, lambda machine, given: True)


TURN, NEXT, OWN, MATCH = "turn", "next", "own", "match"
"""Spans: this turn, until the owner's next one begins, until that ends; the whole match."""


class InTurn(OrderMoment, frozen=True, omit_defaults=True):
    """A moment in a game of turns: the number of the turn, 0 before the first."""

    turn: int = 0


T = TypeVar("T", bound=InTurn, default=InTurn)


def turn_spans(
    turn: Callable[[M], int], until_own: Callable[[M, T], bool], until_own_ends: Callable[[M, T], bool]
) -> tuple[Span[M, T], ...]:
    """Return these spans. `turn` is the number of the turn now; the others say whether `NEXT` and `OWN` still run."""
    end, own = msg("until the end of your next turn"), msg("Your turn is over.")
    return (
        Span(
            TURN,
            msg("until the end of this turn"),
            msg("in this turn"),
            msg("The turn is over."),
            began=lambda given: given.turn,
            lasts=lambda machine, given: turn(machine) == given.turn,
        ),
        Span(
            NEXT,
            msg("until your next turn begins"),
            msg("until your next turn"),
            msg("Your turn has begun."),
            began=lambda given: given.turn,
            lasts=until_own,
        ),
        Span(OWN, end, end, own, began=lambda given: given.turn, lasts=until_own_ends),
    )


Happened = Callable[[M_co, int, G_co, PendingQuestion | None, Sequence[Seen]], bool]
"""(machine, seat of the order's owner, the moment at which it was given, the question if there is one, what has happened
since as the owner saw it), whether something has happened."""


class Stop(msgspec.Struct, Generic[M_co, G_co], frozen=True):
    """An event that can end an order early.

    `until` is the event as it stands after "until" and "if" ("your depth changes"), `ended` the reason when it has happened.
    """

    name: str
    until: Message
    ended: Message
    happened: Happened[M_co, G_co]


def event_seen(holds: Callable[[Seen, int], bool]) -> Happened[AnyMachine, OrderMoment]:
    """Return what has happened once one event is seen for which `holds`: (event, seat of the order's owner)."""

    def happened(
        machine: AnyMachine,
        seat: int,
        given: OrderMoment,
        question: PendingQuestion | None,
        seen: Sequence[Seen],
    ) -> bool:
        return any(holds(event, seat) for event in seen)

    return happened


def fact_seen(holds: Callable[[Fact, int], bool]) -> Happened[AnyMachine, OrderMoment]:
    """Return what has happened once one fact is seen for which `holds`: (fact, seat of the order's owner)."""
    return event_seen(lambda event, seat: holds(event.fact, seat))


def others_decided(seat: int, happened: Sequence[Seen]) -> bool:
    """Return whether other players have decided anything that a seat could not foresee."""
    return any(event.decided_by not in (-1, seat) for event in happened)
