"""Sheets: plans that begin now. Several answers of one seat are put together and given as one.

A sheet is given like any plan of a game whose plans are `at_once`. It answers what its owner is asked, and whatever they are
asked after that, up to where something comes in: chance speaks, the owner sees what they did not know, or another seat is
asked. Where another seat is asked it stands as a plan from then on; else what is left of it ends, as its owner did not know
what they know now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

import msgspec

from cards.i18n import Message, msg
from engine.kernel.chance import Chance
from engine.kernel.disclosure import AnswerAt, drawn, shown
from engine.kernel.errors import NotAnOption
from engine.kernel.events.event import Event, seen
from engine.kernel.game import M, V, V_co
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, Ordered
from engine.kernel.orders.plan import said_by
from engine.kernel.question import Asked, Choice, check

_WORLDS = 4
"""How often everything hidden is exchanged to find whether a step shows its owner anything."""
_MOST = 100
"""Answers of one sheet: more than a plan has steps."""

CHANCE = msg("Chance comes in here.")
SEEN = msg("You see something new here.")
OTHERS = msg("Another player decides here.")


class CarriedOut(msgspec.Struct, frozen=True):
    """What giving a sheet did: what happened, and how it goes on. If it has ended, `order` is None and `ended` the reason.

    Without a reason all of it was done.
    """

    events: tuple[Event, ...]
    order: Order | None = None
    ended: Message | None = None


class PreviewedStep(msgspec.Struct, Generic[V_co], frozen=True):
    """A step of a sheet as it would be: its owner's view after it, None where that isn't known before.

    `stops` says what comes in at it, or why it could not be done; nothing can be said of the steps after it.
    """

    view: V_co | None = None
    stops: Message | None = None


def carry_out(match: Match, seat: int, order: Order) -> CarriedOut:
    """Give the answers of a sheet, from what its seat is asked now, up to where something comes in; at least one.

    Raises ValueError if it does not answer that; Refused, with nothing answered, where its first answer can't be given.
    """
    events: list[Event] = []
    for given in range(_MOST):
        ordered = _next(match, seat, order, events)
        if ordered.choice is None or ordered.after is None:
            if not given:  # what happens in a sitting may be held back: no events don't mean no answers
                raise ValueError("this plan does not answer what is asked")
            done = ordered.ended is None or _is_done(order)
            return CarriedOut(tuple(events), None, None if done else ordered.ended)
        stops = _comes_in(match, seat, ordered)
        events += _answered(match, seat, ordered)
        order = ordered.after
        if match.outcome is not None or _is_done(order):
            return CarriedOut(tuple(events))
        if stops is not None:
            return CarriedOut(tuple(events), None, stops)
        if seat not in match.asked or len(match.asked) > 1:
            return CarriedOut(tuple(events), order)
    raise RuntimeError("a sheet goes on without end")


def answer_in_row(match: Match, seat: int, question: int, choices: Sequence[Choice]) -> tuple[Event, ...]:
    """Answer a question, and what its seat is asked after it, up to where something comes in or a choice can't be made.

    At least the first answer is given. Raises what `Match.answer` raises.
    """
    events: tuple[Event, ...] = ()
    for place, choice in enumerate(choices, 1):
        asked = match.asked.get(seat)
        if place > 1:
            if asked is None or not _is_offered(asked, choice):
                break
            question = asked.id
        goes_on = False
        if place < len(choices) and asked is not None and asked.id == question:
            check(asked, choice)
            goes_on = _comes_in(match, seat, Ordered(choice)) is None
        events += match.answer(seat, question, choice)
        if not goes_on:
            break
    return events


def _is_offered(asked: Asked, choice: Choice) -> bool:
    try:
        check(asked, choice)
    except NotAnOption:
        return False
    return True


def preview(match: Match[M, V], seat: int, order: Order) -> tuple[PreviewedStep[V], ...]:
    """Return what each step of a sheet would lead to, as far as its owner can know.

    It is done in a position that is drawn from what the owner knows, so that nothing hidden plays a part.
    """
    machine = match.game.sample(match.known_to(seat), Chance("sheet"))
    there, _ = Match.at(match.game, match.setup, match.seed, match.game.pack(machine))
    events: list[Event] = []
    steps: list[PreviewedStep[V]] = []
    while there.outcome is None and seat in there.asked and not _is_done(order):
        ordered = _next(there, seat, order, events)
        if ordered.choice is None or ordered.after is None:
            return (*steps, PreviewedStep(None, ordered.ended)) if ordered.ended else tuple(steps)
        stops = _comes_in(there, seat, ordered)
        events += _answered(there, seat, ordered)
        order = ordered.after
        if stops is not None:
            return (*steps, PreviewedStep(None, stops))
        others = seat not in there.asked or len(there.asked) > 1
        steps.append(PreviewedStep(there.view(seat), OTHERS if others and there.outcome is None else None))
    return tuple(steps)


def _next(match: Match, seat: int, order: Order, events: Sequence[Event]) -> Ordered:
    return match.by_order(seat, order, [seen(event, seat) for event in events])


def _is_done(order: Order) -> bool:
    """Return whether a plan has no step left."""
    said = said_by(order)
    followed, at = said.at
    return followed >= 0 and at >= len(said.lines[followed])


def _comes_in(match: Match, seat: int, ordered: Ordered) -> Message | None:
    """Return what comes in with an answer that its seat could not know, None if nothing does."""
    assert ordered.choice is not None
    act = AnswerAt(match.setup, match.game.pack(match.machine), seat, ordered.choice)
    if drawn(match.game, act) is not None:
        return CHANCE
    return SEEN if shown(match.game, act, (seat,), (seat,), _WORLDS) is not None else None


def _answered(match: Match, seat: int, ordered: Ordered) -> tuple[Event, ...]:
    """Give an answer, and those that public knowledge forces after it; return what happened."""
    assert ordered.choice is not None
    events = match.answer(seat, match.asked[seat].id, ordered.choice)
    while (forced := match.forced()) is not None:
        at, choice = forced
        events += match.answer(at, match.asked[at].id, choice)
    return events
