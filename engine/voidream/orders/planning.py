"""Plans: if this comes, do that; then, if … (`PlanForm`). The nearest thing to a line of conditional moves in chess.

A plan follows the first of its lines whose first step comes true, and waits at that line's next step after each answer.
It never guesses: the first question that it does not foresee ends it, unless another order of its owner's answers it.
Cuts and the order of triggers are no business of a plan; nor is what was asked when it was given, unless it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cards.i18n import Message, msg, row
from engine.kernel.events.event import Facts, Seen, TakenBack
from engine.kernel.order_book import asked
from engine.kernel.orders import (
    Order,
    Ordered,
    OrderForm,
    PlanForm,
    PlanLines,
    PlannedStep,
    PlanStep,
    PlanWhen,
    lines_in,
)
from engine.kernel.question import Asked
from engine.voidream.facts import Passed
from engine.voidream.orders import awaiting, spans, stops
from engine.voidream.orders.awaiting import asks, did, holds
from engine.voidream.orders.carrying_out import PASSING, THROUGHOUT, acts, answer, tried
from engine.voidream.orders.carrying_out import words as act_in_words
from engine.voidream.orders.kind import OrderKind
from engine.voidream.referee import Referee

NAME = "plan"

MOST_LINES, MOST_STEPS = 3, 6

STOPS = (
    stops.MINE, stops.DREAM_DAMAGE, stops.DEPTH, stops.OTHERS, stops.ARCANUM, stops.ABILITY, stops.ENTERED,
)  # fmt: skip
_USUAL = (stops.MINE, stops.DREAM_DAMAGE)

AT = "at"
"""The line that is followed (-1: none yet), and the step that is waited for."""
_ASKED = "asked"
"""The number of the question that was open when the plan was given; 0 if none was."""


def form(ref: Referee, seat: int) -> PlanForm | None:
    """Return what a seat could make a plan of now; None before the first round."""
    known = _spans(ref, seat)
    if not known:
        return None
    whens = [
        PlanWhen(when, awaiting.label(when), acts(ref, seat, when)) for when in awaiting.whens(ref, seat)
    ]
    said = {AT: [-1, 0], "lines": [], **spans.moment(ref), **_given(ref, seat)}
    return PlanForm(
        Order(NAME, said, _USUAL, known[0], past=0),
        tuple(when for when in whens if when.acts),
        stops.choices(STOPS, _USUAL),
        tuple((span, spans.UNTIL[span]) for span in known),
        MOST_LINES,
        MOST_STEPS,
    )


def read(ref: Referee, seat: int, order: Order) -> tuple[tuple[PlannedStep, ...], ...]:
    """Return the steps of a plan in words, and how they stand by what its owner knows."""
    lines = _lines(order)
    return tuple(
        tuple(tried(ref, seat, step, _sentence(step, n, place)) for place, step in enumerate(line))
        for n, line in enumerate(lines)
    )


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [spans.ROUND, spans.MATCH] if ref.position.round else []


def _given(ref: Referee, seat: int) -> Facts:
    question = asked(ref, seat)
    return {**stops.before(ref, seat), _ASKED: 0 if question is None else question.id}


def _no_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    return []


def _lines(order: Order) -> PlanLines:
    return lines_in(order) or ()


def _at(order: Order) -> tuple[PlanLines, int, int]:
    """The lines of a plan, which of them is followed (-1: none yet), and the step that is waited for."""
    followed, at = order.said[AT]
    return _lines(order), int(followed), int(at)


# ------------------------------------------------------------------------------------------------ what can be planned


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    lines = lines_in(order)
    if lines is None or order.past != 0 or order.said.get(AT) != [-1, 0]:
        return msg("This is no plan.")
    if not lines or not all(lines):
        return msg("A plan has at least one step.")
    if len(lines) > MOST_LINES:
        return msg("A plan has at most {n} lines.", n=MOST_LINES)
    if sum(map(len, lines)) > MOST_STEPS:
        return msg("A plan has at most {n} steps.", n=MOST_STEPS)
    return next((why for line in lines for step in line if (why := _wrong_step(ref, seat, step))), None)


def _wrong_step(ref: Referee, seat: int, step: PlanStep) -> Message | None:
    if step.when not in awaiting.whens(ref, seat):
        return msg("A step of the plan waits for something that can't be waited for any more. Make it anew.")
    act = next((one for one in acts(ref, seat, step.when) if one.key == step.act), None)
    if act is None:
        return msg("If {when}: what is to be done then is missing.", when=awaiting.label(step.when))
    known = {key for key, _ in act.things}
    if not known.issuperset(step.things) or len(set(step.things)) != len(step.things):
        return msg("A step of the plan names a card that can't be named any more. Make it anew.")
    if not act.least <= len(step.things) <= act.most:
        return msg("If {when}: which card is missing.", when=awaiting.label(step.when))
    return None


# ------------------------------------------------------------------------------------------------------- carrying out


def _nothing(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered()


def _go_on(ref: Referee, seat: int, order: Order, question: Asked, happened: Sequence[Seen]) -> Ordered:
    if any(isinstance(event.fact, TakenBack) for event in happened):
        return Ordered(ended=msg("Something was taken back since it was given."))
    lines, followed, at = _at(order)
    past = order.past or 0
    asked_for = asks(question)
    was_asked = question.id == order.said[_ASKED]
    if asked_for == awaiting.BESIDE:
        return Ordered()
    fronts = [(followed, at)] if followed >= 0 else [(n, 0) for n in range(len(lines))]
    for n, place in fronts:
        for reached, begun in _reached(seat, lines[n], place, happened[past:]):
            if reached == len(lines[n]):
                lasts = lines[n][-1].act == THROUGHOUT
                if lasts and ref.position.conflict is not None:
                    break  # What lasts as long as the conflict is not over.
                return Ordered(ended=msg("It has been carried out."))
            step = lines[n][reached]
            mine = did(1 - seat, happened[past + begun :])
            if not holds(ref, step.when, asked_for, mine[-1] if mine else None):
                continue
            said = answer(ref, seat, step, question)
            if isinstance(said, Message) and was_asked:
                break
            if isinstance(said, Message):
                return Ordered(ended=msg("It could not be carried out: {why}", why=said))
            following = reached if step.act == THROUGHOUT else reached + 1
            after = replace(order, said={**order.said, AT: [n, following]}, past=len(happened))
            return Ordered(said, after=after)
    if was_asked:
        return Ordered(after=replace(order, past=len(happened)))
    return Ordered(ended=_UNFORESEEN, unless_answered=True)


_UNFORESEEN = msg("Something happened that it does not foresee.")


def _reached(
    seat: int, line: tuple[PlanStep, ...], place: int, new: Sequence[Seen]
) -> Iterator[tuple[int, int]]:
    """Yield the steps that a line may be waiting at, and how many of the new events came before.

    Passes that were forced, so that nobody was asked, are behind it. What lasts as long as a conflict may be.
    """
    begun = 0
    while place < len(line):
        step = line[place]
        forced = _forced_pass(seat, step, new[begun:]) if step.act == PASSING else 0
        if not forced:
            yield place, begun
            if step.act != THROUGHOUT:
                return
        begun += forced
        place += 1
    yield place, begun


def _forced_pass(seat: int, step: PlanStep, new: Sequence[Seen]) -> int:
    """Return how many events there were up to a pass of the seat's own that was this step; 0 if there was none."""
    passed = [n for n, event in enumerate(new) if isinstance(event.fact, Passed) and event.fact.seat == seat]
    if not passed:
        return 0
    theirs = did(1 - seat, new[: passed[0]])
    kind, _, card = step.when.partition(" ")
    if kind in (awaiting.PASSED, awaiting.ARCANUM, awaiting.ABILITY):
        if not theirs or theirs[-1][0] != kind or card not in ("", theirs[-1][1]):
            return 0
    return passed[0] + 1


# -------------------------------------------------------------------------------------------------------- in sentences


def _sentence(step: PlanStep, line: int, place: int) -> Message:
    """A step in a sentence; one that is being made out, as far as it has got."""
    if not step.when:
        return msg("Then, if …") if place else msg("Or, if …") if line else msg("If …")
    when = awaiting.label(step.when)
    if not step.act and place:
        return msg("Then, if {when}: …", when=when)
    if not step.act:
        return msg("Or, if {when}: …", when=when) if line else msg("If {when}: …", when=when)
    then = act_in_words(step)
    if place:
        return msg("Then, if {when}: {then}.", when=when, then=then)
    if line:
        return msg("Or, if {when}: {then}.", when=when, then=then)
    return msg("If {when}: {then}.", when=when, then=then)


def _words(order: Order) -> Message:
    """Return what is left of a plan in sentences."""
    lines, followed, at = _at(order)
    left = (lines[followed][at:],) if followed >= 0 else lines
    sentences = [_sentence(step, n, place) for n, line in enumerate(left) for place, step in enumerate(line)]
    return row(*sentences) if sentences else msg("A plan that has been carried out.")


PLANNING = OrderKind(_no_forms, _spans, _wrong, _nothing, _words, stops=STOPS, given=_given, goes_on=_go_on)
