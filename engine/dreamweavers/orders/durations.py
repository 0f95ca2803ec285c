"""The durations of Dreamweavers' orders, and the public events that end them early (DW110)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from cards.i18n import msg
from engine.dreamweavers.facts.attacks import Damaged, Placed
from engine.dreamweavers.facts.cards import Forgotten, PutIntoPile, ReturnedToHand
from engine.dreamweavers.facts.plays import Named
from engine.dreamweavers.facts.turns import TrackerMoved, TurnBegan
from engine.dreamweavers.position import DRAFT, INTENT, MULLIGAN, THOUGHTS
from engine.dreamweavers.referee import Referee
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders.kind import (
    MATCH,
    NEXT,
    TURN,
    Happened,
    InTurn,
    Span,
    Stop,
    others_decided,
    turn_spans,
    whole_match,
)
from engine.kernel.question import PendingQuestion

SETUP = "setup"
"""The duration until the first turn."""

RUNNING = (NEXT, TURN, MATCH)
"""The durations for turns. During setup only the last one is available."""

NAMED = "named"
LOST = "lost"
DAMAGE = "damage"
FEELING = "feeling"
ANSWERED = "answered"
MOVED = "moved"
"""The keys of stop events."""


class GivenMoment(InTurn, frozen=True, omit_defaults=True):
    """The moment when an order was given: the turn, and whether it was the owner's."""

    mine: bool = False


def moment(ref: Referee, seat: int) -> GivenMoment:
    """Return the current moment for a seat that gives an order."""
    return GivenMoment(turn=ref.position.turn, mine=ref.position.active == seat)


def is_setting_up(ref: Referee) -> bool:
    """Return whether the match is still being set up."""
    return ref.position.phase in (DRAFT, INTENT, MULLIGAN)


SPANS: tuple[Span[Referee, GivenMoment], ...] = (
    Span(
        SETUP,
        msg("until the first turn"),
        msg("while the match is being set up"),
        msg("The first turn has begun."),
        began=lambda given: int(not given.turn),
        lasts=lambda ref, given: is_setting_up(ref),
    ),
    *turn_spans(
        lambda ref: ref.position.turn,
        lambda ref, given: ref.position.turn < given.turn + (2 if given.mine else 1),
        lambda ref, given: ref.position.turn < given.turn + (3 if given.mine else 2),
    ),
    whole_match(),
)


# --------------------------------------------------------------------------------------------------------------- stops


def _since(seat: int, given: GivenMoment, happened: Sequence[SeenEvent]) -> Iterator[tuple[SeenEvent, bool]]:
    """Yield the events since an order was given, each with whether it was in the owner's turn.

    The end of the previous turn and its consequences don't count for the current one.
    """
    is_own, ended_by = given.mine, -1
    for event in happened:
        if isinstance(event.fact, TurnBegan):
            is_own, ended_by = event.fact.seat == seat, event.decided_by
        elif event.decided_by != ended_by:
            ended_by = -1
        yield (event if ended_by < 0 else replace(event, decided_by=-1)), is_own


def _on_event(
    holds: Callable[[Referee, int, SeenEvent], bool], *, in_own_turn: bool = False
) -> Happened[Referee, GivenMoment]:
    """Return a test that is true once an event matches `holds`, optionally only in the owner's turn.

    Some events, such as payments, happen all the time in the opponents' turns.
    """

    def happened(
        ref: Referee,
        seat: int,
        given: GivenMoment,
        question: PendingQuestion | None,
        seen: Sequence[SeenEvent],
    ) -> bool:
        return any(
            holds(ref, seat, event)
            for event, is_own in _since(seat, given, seen)
            if is_own or not in_own_turn
        )

    return happened


def owner_of(ref: Referee, title: str) -> int | None:
    """Return the owner of a title, which is public (DW5); None for a title outside the match."""
    return next((card.owner for card in ref.cards if card.title == title), None)


def _named(ref: Referee, seat: int, event: SeenEvent) -> bool:
    fact = event.fact
    return (
        isinstance(fact, Named)
        and fact.seat != seat
        and any(owner_of(ref, title) == seat for title in fact.cards)
    )


def _lost(ref: Referee, seat: int, event: SeenEvent) -> bool:
    fact = event.fact
    is_leaving = isinstance(fact, Forgotten | ReturnedToHand | PutIntoPile)
    return is_leaving and fact.seat == seat and fact.source == THOUGHTS


def _damage(ref: Referee, seat: int, event: SeenEvent) -> bool:
    return isinstance(event.fact, Damaged) and event.fact.seat == seat


def _feeling(ref: Referee, seat: int, event: SeenEvent) -> bool:
    return isinstance(event.fact, Placed)


def _answered(ref: Referee, seat: int, event: SeenEvent) -> bool:
    return others_decided(seat, [event])


def _moved(ref: Referee, seat: int, event: SeenEvent) -> bool:
    """Return whether the tracker moved by anything other than the owner's payments and cards."""
    fact = event.fact
    if not isinstance(fact, TrackerMoved):
        return False
    if fact.why in ("gain", "lose"):
        return event.cause not in ref.seats[seat].notions and owner_of(ref, event.cause) != seat
    return fact.seat != seat


STOPS: tuple[Stop[Referee, GivenMoment], ...] = (
    Stop(
        NAMED,
        msg("your opponent names one of your cards"),
        msg("Your opponent named one of your cards."),
        _on_event(_named),
    ),
    Stop(
        LOST,
        msg("one of your Thoughts leaves play"),
        msg("One of your Thoughts left play."),
        _on_event(_lost),
    ),
    Stop(DAMAGE, msg("you take damage"), msg("You took damage."), _on_event(_damage)),
    Stop(
        FEELING,
        msg("a Feeling comes out of an Ego"),
        msg("A Feeling came out of an Ego."),
        _on_event(_feeling),
    ),
    Stop(
        ANSWERED,
        msg("your opponent does more in your turn than discard shields"),
        msg("Your opponent did more than discard shields."),
        _on_event(_answered, in_own_turn=True),
    ),
    Stop(
        MOVED,
        msg("your opponent or their cards move the tracker in your turn"),
        msg("Your opponent or their cards moved the tracker."),
        _on_event(_moved, in_own_turn=True),
    ),
)
