"""What ends an order before its time: public happenings that its owner has named (DW110)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards.i18n import Message, msg
from engine.dreamweavers.facts import (
    Activated,
    Damaged,
    Forgotten,
    Named,
    Placed,
    Played,
    ReturnedToHand,
    SteppedIn,
)
from engine.dreamweavers.position import THOUGHTS
from engine.dreamweavers.referee import Referee
from engine.kernel.event import Fact, Seen
from engine.kernel.orders import Order, Stop
from engine.kernel.question import Asked

NAMED = "named"
LOST = "lost"
DAMAGE = "damage"
FEELING = "feeling"
ANSWERED = "answered"

_LABELS = {
    NAMED: (msg("your opponent names a card of yours"), msg("Your opponent named a card of yours.")),
    LOST: (msg("a Thought of yours leaves play"), msg("A Thought of yours left play.")),
    DAMAGE: (msg("you take damage"), msg("You took damage.")),
    FEELING: (msg("a Feeling comes out of an Ego"), msg("A Feeling came out of an Ego.")),
    ANSWERED: (
        msg("your opponent does more than discard shields"),
        msg("Your opponent did more than discard shields."),
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
    for name in order.stops:
        if any(_HAPPENED[name](ref, seat, event.fact) for event in happened):
            return _LABELS[name][1]
    return None


def owner_of(ref: Referee, title: str) -> int | None:
    """Return whose card a title is: everybody knows that (DW5). None for what is no card of the match."""
    return next((held.owner for held in ref.cards if held.title == title), None)


def _named(ref: Referee, seat: int, fact: Fact) -> bool:
    return (
        isinstance(fact, Named)
        and fact.seat != seat
        and any(owner_of(ref, title) == seat for title in fact.cards)
    )


def _lost(ref: Referee, seat: int, fact: Fact) -> bool:
    return isinstance(fact, Forgotten | ReturnedToHand) and fact.seat == seat and fact.source == THOUGHTS


def _damage(ref: Referee, seat: int, fact: Fact) -> bool:
    return isinstance(fact, Damaged) and fact.seat == seat


def _feeling(ref: Referee, seat: int, fact: Fact) -> bool:
    return isinstance(fact, Placed)


def _answered(ref: Referee, seat: int, fact: Fact) -> bool:
    return isinstance(fact, Played | Activated | SteppedIn) and fact.seat != seat


_HAPPENED: dict[str, Callable[[Referee, int, Fact], bool]] = {
    NAMED: _named,
    LOST: _lost,
    DAMAGE: _damage,
    FEELING: _feeling,
    ANSWERED: _answered,
}
