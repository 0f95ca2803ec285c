"""Plans: orders of several steps, such as "if this happens, do that; then, if …". Like conditional moves in chess.

A plan has lines. It follows the first line whose first step applies, and after each answer waits for that line's next
step. It never guesses: the first unforeseen question ends it, unless another order of its owner answers the question,
or the question was open when the plan was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, Series, msg, row
from engine.kernel.events.event import SeenEvent, TakenBack
from engine.kernel.orders.kind import BaseKind, M, OrderKind, P_co, Span
from engine.kernel.orders.order import Order, OrderOutcome, Parameters, StopChoice
from engine.kernel.question import Choice, PendingQuestion


class PlanStep(msgspec.Struct, frozen=True, array_like=True):
    """A step of a plan: its condition, its action and the action's objects, by the keys of a `PlanForm`."""

    when: str
    act: str = ""
    things: tuple[str, ...] = ()


PlanLine = tuple[PlanStep, ...]
PlanLines = tuple[PlanLine, ...]


class PlanParameters(Parameters, frozen=True, omit_defaults=True):
    """The lines of a plan and its progress: `at` has the index of its current line (-1: none yet) and the next step."""

    lines: PlanLines = ()
    at: tuple[int, int] = (-1, 0)


class PlanAct(msgspec.Struct, frozen=True):
    """A possible action of a plan: its key and its name in a menu ("defend with …").

    `things` are its possible objects, by key and name; it takes `least` to `most` of them. Empty for none.
    """

    key: str
    label: Message
    things: tuple[tuple[str, Message], ...] = ()
    least: int = 0
    most: int = 0


class PlanWhen(msgspec.Struct, frozen=True):
    """A possible condition of a plan: its key, its name after "if", and the possible actions."""

    key: str
    label: Message
    acts: tuple[PlanAct, ...]


class ReadyPlan(msgspec.Struct, frozen=True):
    """A ready-made plan. `label` is its button; `name` distinguishes it from the others."""

    name: str
    label: Message
    line: PlanLine


class PlanForm(msgspec.Struct, frozen=True):
    """The parts from which a seat could build a plan now.

    `order` is an empty plan with the usual settings; `with_lines` adds the lines. `stops` and `untils` are as in an
    `OrderForm`. A plan has at most `lines` lines, and `steps` steps in all. `at_once`: if given while it answers its
    owner's question, it is a sheet and continues immediately (`sheet`).
    """

    order: Order
    whens: tuple[PlanWhen, ...]
    stops: tuple[StopChoice, ...] = ()
    untils: tuple[tuple[str, Message], ...] = ()
    lines: int = 1
    steps: int = 1
    at_once: bool = False
    label: Message | None = None
    """Its name, if it isn't a plan of several steps: then a line has one step."""
    topics: tuple[str, ...] = ()
    """The topics of the questions it answers. For the last ones it can be tried out."""


class PlannedStep(msgspec.Struct, frozen=True):
    """A step of a plan for its owner: its sentence and its current status.

    `why_not` is the reason it would fail now, or None if it would work or can't be judged yet (`is_known`).
    """

    words: Message
    why_not: Message | None = None
    is_known: bool = False


def with_lines(order: Order, lines: PlanLines) -> Order:
    """Return a plan with these lines."""
    return replace(order, parameters=replace(plan_parameters(order), lines=lines))


def plan_parameters(order: Order) -> PlanParameters:
    """Return the parameters of an order that is a plan. Any other order is a programming error."""
    assert isinstance(order.parameters, PlanParameters)
    return order.parameters


class PlanKind(BaseKind[M, PlanParameters], frozen=True, kw_only=True):
    """The plans of a game, with at most `most_lines` lines and `most_steps` steps in all.

    `usual` are the default stops.
    `whens`: (machine, seat), the conditions and actions available now.
    `concerns`: (question), whether the plan is about it; the plan waits during other questions.
    `holds`: (machine, seat, when, question, events since the step before), whether the condition is true.
    `answer`: (machine, seat, step, question), the answer of a step, or why it has none.
    `sentence_of`: (step, index of its line, its place in it), a sentence for a step, which may be incomplete.
    `read_step`: (machine, seat, step, place, sentence), the status of a step as far as its owner knows.
    `waits_at`: (machine, seat, line, place, events since the answer before), the steps at which a line may be waiting,
    in order, each with the number of events before it; the length of the line if it may be done.
    `lasting` are actions that a plan repeats until the following step applies.
    `at_once` are the topics of the questions with which a sheet begins (`engine.kernel.sheet`).
    `line_of`: (questions and their answers), a sheet as a line of a plan; None if a plan can't express it.
    `ready`: (machine, seat), ready-made plans that answer the current question or a future one.
    `more_wrong`: (machine, seat, lines), why lines can't be planned although each of their steps is possible.
    """

    most_lines: int
    most_steps: int
    usual: tuple[str, ...]
    whens: Callable[[M, int], Sequence[PlanWhen]]
    answer: Callable[[M, int, PlanStep, PendingQuestion], Choice | Message]
    sentence_of: Callable[[PlanStep, int, int], Message]
    read_step: Callable[[M, int, PlanStep, int, Message], PlannedStep]
    concerns: Callable[[PendingQuestion], bool] = lambda question: True
    holds: Callable[[M, int, str, PendingQuestion, Sequence[SeenEvent]], bool] = (
        lambda machine, seat, when, question, new: True
    )
    waits_at: Callable[[M, int, PlanLine, int, Sequence[SeenEvent]], Iterable[tuple[int, int]]] = (
        lambda machine, seat, line, place, new: ((place, 0),)
    )
    lasting: tuple[str, ...] = ()
    at_once: tuple[str, ...] = ()
    line_of: Callable[[Sequence[tuple[PendingQuestion, Choice]]], PlanLine | None] = lambda decided: None
    ready: Callable[[M, int], Sequence[ReadyPlan]] = lambda machine, seat: ()
    more_wrong: Callable[[M, int, PlanLines], Message | None] = lambda machine, seat, lines: None

    def read(self, machine: M, seat: int, order: Order) -> Sequence[Sequence[PlannedStep]]:
        """Return the steps of a plan in words, line by line, with their status as far as its owner knows."""
        return tuple(
            tuple(
                self.read_step(machine, seat, step, place, self.sentence_of(step, n, place))
                for place, step in enumerate(line)
            )
            for n, line in enumerate(plan_parameters(order).lines)
        )

    def why_wrong(self, machine: M, seat: int, order: Order) -> Message | None:
        """Return why a plan can't be given now, or None if it can."""
        lines = self.parameters_of(order).lines
        if order.past != 0 or self.parameters_of(order).at != (-1, 0):
            return msg("This isn't a plan.")
        if not lines or not all(lines):
            return msg("A plan has at least one step.")
        if len(lines) > self.most_lines:
            return msg("A plan has at most {n} lines.", n=self.most_lines)
        if sum(map(len, lines)) > self.most_steps:
            return msg("A plan has at most {n} steps.", n=self.most_steps)
        whens = {when.key: when for when in self.whens(machine, seat)}
        wrong = (_wrong_step(whens.get(step.when), step) for line in lines for step in line)
        return next((why for why in wrong if why is not None), None) or self.more_wrong(machine, seat, lines)

    def judge(
        self, machine: M, seat: int, order: Order, question: PendingQuestion, happened: Sequence[SeenEvent]
    ) -> OrderOutcome:
        """Return a plan's answer to a question, with the remaining plan or the plan's end."""
        if any(isinstance(event.fact, TakenBack) for event in happened):
            return OrderOutcome(ended=msg("A move was taken back after you gave it."))
        parameters = self.parameters_of(order)
        line_number, next_place = parameters.at
        if line_number >= 0 and next_place >= len(parameters.lines[line_number]):
            return OrderOutcome(ended=_CARRIED_OUT)
        if not self.concerns(question):
            return OrderOutcome()
        was_asked = question.id == order.given.asked
        for n, place in (
            [(line_number, next_place)]
            if line_number >= 0
            else [(n, 0) for n in range(len(parameters.lines))]
        ):
            reached = self._fulfilled_step(
                machine, seat, parameters.lines[n], place, question, happened[order.past or 0 :]
            )
            if reached is None:
                continue
            if reached == len(parameters.lines[n]):
                return OrderOutcome(ended=_CARRIED_OUT)
            step = parameters.lines[n][reached]
            choice = self.answer(machine, seat, step, question)
            if isinstance(choice, Message) and was_asked:
                continue
            if isinstance(choice, Message):
                return OrderOutcome(ended=msg("I couldn't carry it out: {why}", why=choice))
            following = reached if step.act in self.lasting else reached + 1
            after = replace(order, parameters=replace(parameters, at=(n, following)), past=len(happened))
            return OrderOutcome(choice, after=after)
        if was_asked:
            return OrderOutcome(after=replace(order, past=len(happened)))
        return OrderOutcome(ended=msg("Something happened that it doesn't cover."), unless_answered=True)

    def _fulfilled_step(
        self,
        machine: M,
        seat: int,
        line: PlanLine,
        place: int,
        question: PendingQuestion,
        new: Sequence[SeenEvent],
    ) -> int | None:
        """Return the place of the step of a line whose condition holds, or the line's length if it is done, or None."""
        for waiting, since in self.waits_at(machine, seat, line, place, new):
            is_done = waiting == len(line)
            if is_done or self.holds(machine, seat, line[waiting].when, question, new[since:]):
                return waiting
        return None

    def sentence(self, order: Order, stops: Series | None, span: Span[M]) -> Message:
        """Return the rest of a plan in sentences, with its duration."""
        sentences = list(self._remaining_steps(self.parameters_of(order)))
        if not sentences:
            return PLAN_DONE
        steps = row(*sentences)
        if stops is None:
            return msg("{what} It lasts {until}.", what=steps, until=span.until)
        return msg(
            "{what} It lasts {until}, and ends early if {stops}.", what=steps, until=span.until, stops=stops
        )

    def _remaining_steps(self, parameters: PlanParameters) -> Iterator[Message]:
        line_number, next_place = parameters.at
        lines = (parameters.lines[line_number][next_place:],) if line_number >= 0 else parameters.lines
        return (
            self.sentence_of(step, n, place)
            for n, line in enumerate(lines)
            for place, step in enumerate(line)
        )


class LinesKind(OrderKind[M, P_co], frozen=True, kw_only=True):
    """A kind of order that always answers alike, and whose owners can also write their own lines: if …, then ….

    `title` is the name of such an order. `whens`: (machine, seat), the conditions and actions of a line.
    `of_lines`: (lines of one step each, the last possibly incomplete), the parameters of the order with these lines.
    `line_words`: (step), a line in words.
    """

    most_lines: int
    title: Message
    whens: Callable[[M, int], Sequence[PlanWhen]]
    of_lines: Callable[[PlanLines], P_co]
    line_words: Callable[[PlanStep], Message]


PLAN_DONE = msg("A plan that was carried out.")
"""A plan without remaining steps. It answers nothing."""
_CARRIED_OUT = msg("It was carried out.")


def _wrong_step(when: PlanWhen | None, step: PlanStep) -> Message | None:
    """Return why a step isn't possible under its condition, or None if it is."""
    if when is None:
        return msg("A step of the plan waits for something that can no longer happen. Build the plan again.")
    act = next((possible_act for possible_act in when.acts if possible_act.key == step.act), None)
    if act is None:
        return msg("If {when}: the action is missing.", when=when.label)
    if not {key for key, _ in act.things}.issuperset(step.things) or len(set(step.things)) != len(
        step.things
    ):
        return msg("A step of the plan uses a card that's no longer available. Build the plan again.")
    if not act.least <= len(step.things) <= act.most:
        return msg("If {when}: the card is missing.", when=when.label)
    return None
