"""How long an order lasts: the set-up, this turn, until its owner's next turn begins or has ended, or the match."""

from __future__ import annotations

from cards.i18n import Message, msg
from engine.dreamweavers.position import DRAFT, INTENT, MULLIGAN
from engine.dreamweavers.referee import Referee
from engine.kernel.events.event import Facts
from engine.kernel.orders import Order

SETUP, TURN, NEXT, OWN, MATCH = "setup", "turn", "next", "own", "match"

MINE = "mine"
"""Whether an order was given in its owner's own turn; kept with every order (`given`)."""

UNTIL = {
    SETUP: msg("until the first turn"),
    TURN: msg("until the end of this turn"),
    NEXT: msg("until your next turn begins"),
    OWN: msg("until the end of your next turn"),
    MATCH: msg("until the end of the match"),
}
"""The spans as their owner chooses them."""

WITHIN = {
    SETUP: msg("while the match is being set up"),
    TURN: msg("in this turn"),
    NEXT: msg("until your next turn"),
    OWN: msg("until the end of your next turn"),
    MATCH: msg("in this match"),
}
"""The spans in a sentence."""

_OVER = {
    SETUP: msg("The first turn has begun."),
    TURN: msg("The turn is over."),
    NEXT: msg("Your turn has begun."),
    OWN: msg("The turn is over."),
}

_SETTING_UP = (DRAFT, INTENT, MULLIGAN)


def is_setting_up(ref: Referee) -> bool:
    """Return whether the match is still being set up."""
    return ref.position.phase in _SETTING_UP


def moment(ref: Referee) -> Facts:
    """Return where in the match it is: what a span is told by later."""
    return {TURN: ref.position.turn}


def given(ref: Referee, seat: int) -> Facts:
    """Return what is kept of the moment at which a seat gives an order."""
    return {MINE: ref.position.active == seat}


def running(ref: Referee) -> tuple[str, ...]:
    """Return the spans of an order for turns that there are now."""
    return (MATCH,) if is_setting_up(ref) else (NEXT, TURN, MATCH)


def is_now(ref: Referee, order: Order) -> bool:
    """Return whether an order's span is one that is running now."""
    if order.said.get(TURN) != ref.position.turn and order.until != MATCH:
        return False
    return over(ref, order) is None


def over(ref: Referee, order: Order) -> Message | None:
    """Return the reason if the span of an order is over."""
    turn = ref.position.turn
    match order.until:
        case "setup":
            lasts = is_setting_up(ref)
        case "turn":
            lasts = order.said[TURN] == turn
        case "next":
            lasts = turn < order.said[TURN] + (2 if order.said[MINE] else 1)
        case "own":
            lasts = turn < order.said[TURN] + (3 if order.said[MINE] else 2)
        case _:
            lasts = True
    return None if lasts else _OVER[order.until]
