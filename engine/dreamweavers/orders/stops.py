"""What ends an order before its time: public happenings that its owner has named (DW110)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from cards.i18n import Message, msg
from engine.dreamweavers.facts import (
    Damaged,
    Forgotten,
    Named,
    Placed,
    PutIntoPile,
    ReturnedToHand,
    TrackerMoved,
    TurnBegan,
)
from engine.dreamweavers.orders.spans import MINE
from engine.dreamweavers.position import THOUGHTS
from engine.dreamweavers.referee import Referee
from engine.kernel.events.event import Seen
from engine.kernel.orders import Order, Stop, others_decided
from engine.kernel.question import Asked

NAMED = "named"
LOST = "lost"
DAMAGE = "damage"
FEELING = "feeling"
ANSWERED = "answered"
MOVED = "moved"

_IN_OWN_TURN = (ANSWERED, MOVED)
"""What counts in the turn of the order's owner only: in their own, opponents play and pay all the time."""

_LABELS = {
    NAMED: (msg("your opponent names a card of yours"), msg("Your opponent named a card of yours.")),
    LOST: (msg("a Thought of yours leaves play"), msg("A Thought of yours left play.")),
    DAMAGE: (msg("you take damage"), msg("You took damage.")),
    FEELING: (msg("a Feeling comes out of an Ego"), msg("A Feeling came out of an Ego.")),
    ANSWERED: (
        msg("your opponent does more in your turn than discard shields"),
        msg("Your opponent did more than discard shields."),
    ),
    MOVED: (
        msg("your opponent or their cards move the tracker in your turn"),
        msg("Your opponent or their cards moved the tracker."),
    ),
}
"""By name: the event after "until", and as the reason of an end."""


def choices(names: Sequence[str], usual: Sequence[str]) -> tuple[Stop, ...]:
    """Return the stops of these names, for choosing; the usual ones are ticked to begin with."""
    return tuple(Stop(name, _LABELS[name][0], name in usual) for name in names)


def label(name: str) -> Message:
    """Return a stop as it stands after "until"."""
    return _LABELS[name][0]


def stopped(
    ref: Referee, seat: int, order: Order, question: Asked | None, happened: Sequence[Seen]
) -> Message | None:
    """Return the reason if something has happened at which an order is to end."""
    counting = list(_counting(seat, order, happened))
    for name in order.stops:
        if any(
            _HAPPENED[name](ref, seat, event)
            for event, is_own in counting
            if is_own or name not in _IN_OWN_TURN
        ):
            return _LABELS[name][1]
    return None


def _counting(seat: int, order: Order, happened: Sequence[Seen]) -> Iterator[tuple[Seen, bool]]:
    """Give what has happened since an order was given, each with whether it was in the owner's turn.

    By which decision the turn before has ended is no matter for this one, nor what follows from it.
    """
    is_own = bool(order.said.get(MINE))
    ended_by = -1
    for event in happened:
        if isinstance(event.fact, TurnBegan):
            is_own, ended_by = event.fact.seat == seat, event.decided_by
        elif event.decided_by != ended_by:
            ended_by = -1
        yield (event if ended_by < 0 else replace(event, decided_by=-1)), is_own


def owner_of(ref: Referee, title: str) -> int | None:
    """Return whose card a title is: everybody knows that (DW5). None for what is no card of the match."""
    return next((held.owner for held in ref.cards if held.title == title), None)


def _named(ref: Referee, seat: int, event: Seen) -> bool:
    fact = event.fact
    return (
        isinstance(fact, Named)
        and fact.seat != seat
        and any(owner_of(ref, title) == seat for title in fact.cards)
    )


def _lost(ref: Referee, seat: int, event: Seen) -> bool:
    fact = event.fact
    left = isinstance(fact, Forgotten | ReturnedToHand | PutIntoPile)
    return left and fact.seat == seat and fact.source == THOUGHTS


def _damage(ref: Referee, seat: int, event: Seen) -> bool:
    return isinstance(event.fact, Damaged) and event.fact.seat == seat


def _feeling(ref: Referee, seat: int, event: Seen) -> bool:
    return isinstance(event.fact, Placed)


def _answered(ref: Referee, seat: int, event: Seen) -> bool:
    return others_decided(seat, [event])


def _moved(ref: Referee, seat: int, event: Seen) -> bool:
    """Whether the tracker was moved otherwise than by the owner's payments and by what their own cards say."""
    fact = event.fact
    if not isinstance(fact, TrackerMoved):
        return False
    if fact.why in ("gain", "lose"):
        return event.cause not in ref.seats[seat].notions and owner_of(ref, event.cause) != seat
    return fact.seat != seat


_HAPPENED: dict[str, Callable[[Referee, int, Seen], bool]] = {
    NAMED: _named,
    LOST: _lost,
    DAMAGE: _damage,
    FEELING: _feeling,
    ANSWERED: _answered,
    MOVED: _moved,
}
