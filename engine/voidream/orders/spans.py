"""How long an order lasts: this conflict, this main phase, this round, or the match (§4)."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.kernel.events.event import Facts
from engine.kernel.orders import Order
from engine.voidream.position import MAIN
from engine.voidream.referee import Referee

CONFLICT, PHASE, ROUND, MATCH = "conflict", "phase", "round", "match"

UNTIL = {
    CONFLICT: msg("until the end of this conflict"),
    PHASE: msg("until the end of this main phase"),
    ROUND: msg("until the end of this round"),
    MATCH: msg("until the end of the match"),
}
"""The spans as their owner chooses them."""

WITHIN = {
    CONFLICT: msg("in this conflict"),
    PHASE: msg("in this main phase"),
    ROUND: msg("in this round"),
    MATCH: msg("in this match"),
}
"""The spans in a sentence."""

_OVER = {
    CONFLICT: msg("The conflict is over."),
    PHASE: msg("The main phase is over."),
    ROUND: msg("The round is over."),
}


def moment(ref: Referee) -> Facts:
    """Return where in the match it is: what a span is told by later."""
    position = ref.position
    return {
        ROUND: position.round,
        PHASE: position.phases[0] if position.phases and position.phase == MAIN else 0,
        CONFLICT: position.phases[-1] if position.conflict is not None else 0,
    }


def running(ref: Referee, *spans: str) -> list[str]:
    """Return those of the spans that there are now."""
    now = {**moment(ref), MATCH: 1}
    return [span for span in spans if now[span]]


def is_now(ref: Referee, order: Order) -> bool:
    """Return whether an order's span is one that is running now."""
    return order.until == MATCH or (
        order.until in UNTIL and bool(order.said.get(order.until)) and over(ref, order) is None
    )


def over(ref: Referee, order: Order) -> Message | None:
    """Return the reason if the span of an order is over."""
    position = ref.position
    match order.until:
        case "match":
            return None
        case "round":
            lasts = order.said[ROUND] == position.round
        case span:
            lasts = order.said[span] in position.phases
    return None if lasts else _OVER[order.until]
