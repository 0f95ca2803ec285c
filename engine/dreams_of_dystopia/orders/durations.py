"""The ends of orders of Dreams of Dystopia: their spans, and the public events that end them early (DD95–DD97)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cards.i18n import msg
from engine.dreams_of_dystopia.facts.combats import AttackBlocked, CombatStopped, NoHit
from engine.dreams_of_dystopia.facts.terms import DAMAGE, LP
from engine.dreams_of_dystopia.facts.turns import ScoreChanged, TurnBegan
from engine.dreams_of_dystopia.referee import Referee
from engine.kernel.events.event import SeenEvent, WentOut
from engine.kernel.orders.kind import Happened, InTurn, Span, Stop, fact_seen, turn_spans, whole_match
from engine.kernel.orders.order import OrderMoment
from engine.kernel.question import PendingQuestion

LOST, HIT, NO_HIT, OUT, BLOCKED = "lost", "hit", "no hit", "out", "blocked"
"""The keys of stop events."""


class GivenMoment(InTurn, frozen=True, omit_defaults=True):
    """The stored moment of an order: the turn, and the owner's seat."""

    seat: int = -1


def moment(m: Referee, seat: int) -> GivenMoment:
    """Return the moment of an order that a seat gives now."""
    return GivenMoment(turn=m.position.turn, seat=seat)


def is_playing(m: Referee, seat: int) -> bool:
    """Return whether turns have begun and a seat is still in."""
    return m.position.turn > 0 and not m.position.is_out(seat)


def _until_own_turn(m: Referee, given: GivenMoment) -> bool:
    position = m.position
    if position.turn == given.turn:
        return True
    return position.active != given.seat and position.turn < given.turn + m.seat_count


def _until_own_turn_ends(m: Referee, given: GivenMoment) -> bool:
    position = m.position
    if position.turn == given.turn or position.active == given.seat:
        return position.turn < given.turn + m.seat_count + 1
    return _until_own_turn(m, given)


SPANS: tuple[Span[Referee, GivenMoment], ...] = (
    *turn_spans(lambda m: m.position.turn, _until_own_turn, _until_own_turn_ends),
    whole_match(),
)


def _damaged(event: SeenEvent) -> int:
    """Return the seat that an event made lose LP in the Damage step, or -1."""
    fact = event.fact
    if isinstance(fact, ScoreChanged) and fact.score == LP and event.cause == DAMAGE:
        return fact.seat
    return -1


def _with_turns(machine: Referee, seat: int, seen: Sequence[SeenEvent]) -> Iterator[tuple[SeenEvent, bool]]:
    """Yield events, each with whether it happened in the seat's own turn."""
    is_own = machine.position.active == seat and not any(isinstance(event.fact, TurnBegan) for event in seen)
    for event in seen:
        if isinstance(event.fact, TurnBegan):
            is_own = event.fact.seat == seat
        yield event, is_own


def _loses(
    machine: Referee,
    seat: int,
    given: OrderMoment,
    question: PendingQuestion | None,
    seen: Sequence[SeenEvent],
) -> bool:
    """Return whether a seat lost LP, except as a cost of acts in its own turn."""
    is_blocked = False
    for event, is_own in _with_turns(machine, seat, seen):
        fact = event.fact
        if isinstance(fact, TurnBegan):
            is_blocked = False
        elif isinstance(fact, AttackBlocked):
            is_blocked = True
        elif isinstance(fact, ScoreChanged) and fact.seat == seat and fact.score == LP and fact.amount < 0:
            if not is_own or is_blocked or event.cause == DAMAGE:
                return True
    return False


def _of_own_attacks(holds: Callable[[SeenEvent, int], bool]) -> Happened[Referee, OrderMoment]:
    """Return a test for events of the owner's attacks: those of the owner's turns, in which no one else attacks."""
    return lambda machine, seat, given, question, seen: any(
        is_own and holds(event, seat) for event, is_own in _with_turns(machine, seat, seen)
    )


_hits = _of_own_attacks(lambda event, seat: _damaged(event) not in (-1, seat))
_misses = _of_own_attacks(
    lambda event, seat: isinstance(event.fact, NoHit | CombatStopped) or _damaged(event) == seat
)
_is_blocked = _of_own_attacks(lambda event, seat: isinstance(event.fact, AttackBlocked))
_goes_out = fact_seen(lambda fact, seat: isinstance(fact, WentOut))

STOPS: tuple[Stop[Referee, GivenMoment], ...] = (
    Stop(LOST, msg("you lose LP"), msg("You lost LP."), _loses),
    Stop(HIT, msg("you make a hit"), msg("You made a hit."), _hits),
    Stop(NO_HIT, msg("your attack makes no hit"), msg("Your attack made no hit."), _misses),
    Stop(OUT, msg("a player is out"), msg("A player is out."), _goes_out),
    Stop(BLOCKED, msg("a blocker is sent"), msg("A blocker was sent."), _is_blocked),
)
