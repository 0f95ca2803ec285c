"""Plans: if this happens, do that; then, if … (`engine.kernel.orders.plan`).

A plan doesn't answer cuts or the order of triggers, nor the question that was open when it was given, unless it
matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.i18n import Message, msg
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders.plan import PlanKind, PlanLine, PlanParameters, PlanStep, PlanWhen
from engine.kernel.question import PendingQuestion
from engine.voidream.facts.actions import Passed
from engine.voidream.orders import conditions, durations
from engine.voidream.orders.conditions import asks, did, holds
from engine.voidream.orders.plan_acts import PASSING, THROUGHOUT, acts, answer, tried
from engine.voidream.orders.plan_acts import words as act_in_words
from engine.voidream.referee import Referee

NAME = "plan"

STOPS = (
    durations.MINE, durations.DREAM_DAMAGE, durations.DEPTH, durations.OTHERS, durations.ARCANUM, durations.ABILITY, durations.ENTERED,
)  # fmt: skip


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [durations.ROUND, durations.MATCH] if ref.position.round else []


def _whens(ref: Referee, seat: int) -> Sequence[PlanWhen]:
    whens = [
        PlanWhen(when, conditions.label(when), acts(ref, seat, when)) for when in conditions.whens(ref, seat)
    ]
    return [when for when in whens if when.acts]


def _concerns(question: PendingQuestion) -> bool:
    return asks(question) != conditions.BESIDE


def _holds(ref: Referee, seat: int, when: str, question: PendingQuestion, new: Sequence[SeenEvent]) -> bool:
    theirs = did(1 - seat, new)
    return holds(ref, when, asks(question), theirs[-1] if theirs else None)


def _waits_at(
    ref: Referee, seat: int, line: PlanLine, place: int, new: Sequence[SeenEvent]
) -> Iterator[tuple[int, int]]:
    """Yield the steps at which a line may wait, each with the number of new events before it.

    Forced passes, about which no one was asked, are counted as done. A step that lasts for a conflict may still be in
    progress: a line that ends with it isn't finished before the conflict.
    """
    first_event = 0
    while place < len(line):
        step = line[place]
        forced = _forced_pass(seat, step, new[first_event:]) if step.act == PASSING else 0
        if not forced:
            yield place, first_event
            if step.act != THROUGHOUT:
                return
        first_event += forced
        place += 1
    if line[-1].act != THROUGHOUT or ref.position.conflict is None:
        yield place, first_event


def _forced_pass(seat: int, step: PlanStep, new: Sequence[SeenEvent]) -> int:
    """Return the number of events up to a pass of the seat that matches this step; 0 if there was none."""
    passed = [n for n, event in enumerate(new) if isinstance(event.fact, Passed) and event.fact.seat == seat]
    if not passed:
        return 0
    theirs = did(1 - seat, new[: passed[0]])
    kind, _, card = step.when.partition(" ")
    if kind in (conditions.PASSED, conditions.ARCANUM, conditions.ABILITY):
        if not theirs or theirs[-1][0] != kind or card not in ("", theirs[-1][1]):
            return 0
    return passed[0] + 1


def _sentence(step: PlanStep, line: int, place: int) -> Message:
    """Return a step as a sentence; an unfinished one as far as it has been defined."""
    if not step.when:
        return msg("Then, if …") if place else msg("Or, if …") if line else msg("If …")
    when = conditions.label(step.when)
    if not step.act and place:
        return msg("Then, if {when}: …", when=when)
    if not step.act:
        return msg("Or, if {when}: …", when=when) if line else msg("If {when}: …", when=when)
    action_text = act_in_words(step)
    if place:
        return msg("Then, if {when}: {then}.", when=when, then=action_text)
    if line:
        return msg("Or, if {when}: {then}.", when=when, then=action_text)
    return msg("If {when}: {then}.", when=when, then=action_text)


PLANNING = PlanKind(
    name=NAME,
    parameters=PlanParameters,
    spans=(durations.ROUND, durations.MATCH),
    spans_now=_spans,
    stops=STOPS,
    usual=(durations.MINE, durations.DREAM_DAMAGE),
    most_lines=3,
    most_steps=6,
    whens=_whens,
    concerns=_concerns,
    holds=_holds,
    answer=answer,
    sentence_of=_sentence,
    read_step=tried,
    waits_at=_waits_at,
    lasting=(THROUGHOUT,),
)
