"""Sheets: several answers of one seat that are assembled and then given together.

If a game allows it (`PlanKind.at_once`), an answer without an interruption isn't given yet. It is put on the sheet, and
its owner is asked the next question in the expected match. Everything on the sheet can be removed again. An answer
that interrupts gives the whole sheet at once: randomness is used, the owner sees something new, or another seat is
asked. `finals` tells in advance which answers interrupt.

A plan can also be given as a sheet (`carry_out`). It answers its owner's current question and the following ones up
to an interruption. If another seat is asked, the rest stays as a plan. Otherwise the rest ends, because its owner has
learned something since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic

import msgspec

from cards.i18n import Message, msg
from engine.kernel.chance import Chance
from engine.kernel.errors import GameError
from engine.kernel.events.event import Event, seen
from engine.kernel.game import Game, M, M_co, V, V_co
from engine.kernel.information_gain import AnswerAt, TriedAnswer
from engine.kernel.match import Match
from engine.kernel.orders.order import Order, OrderOutcome
from engine.kernel.orders.plan import plan_parameters
from engine.kernel.question import Choice, PendingQuestion, QuestionKind, check

_WORLDS = 4
"""The number of twins used to find whether a step shows its owner anything."""
_MOST = 100
"""The maximum number of answers on a sheet: more than a plan has steps."""

_SEVERAL = 2
_OF_ONE = (QuestionKind.ACTION, QuestionKind.ONE, QuestionKind.YES_NO)
"""Kinds of questions with a single option as the answer."""

CHANCE = msg("This involves chance.")
SEEN = msg("This shows you something new.")
OTHERS = msg("Another player decides next.")


class SheetResult(msgspec.Struct, frozen=True):
    """The result of giving a sheet: its events, and how it continues.

    `order` is the rest, as a plan. If the sheet ended early, `order` is None and `ended` is the reason. If both are
    None, everything was done.
    """

    events: tuple[Event, ...]
    order: Order | None = None
    ended: Message | None = None


class AppliedAnswers(msgspec.Struct, Generic[M_co, V_co], frozen=True):
    """The expected result of a sheet. `match` is the match it leads to as far as its owner knows; it has no record.

    `decided` are the questions and their answers. `stops` is the interruption by the last one, after which nothing can
    be added. `lost` is the number of answers that aren't possible at present.
    """

    match: Match[M_co, V_co]
    decided: tuple[tuple[PendingQuestion, Choice], ...] = ()
    stops: Message | None = None
    lost: int = 0

    @property
    def steps(self) -> tuple[tuple[tuple[PendingQuestion, Choice], ...], ...]:
        """The answers grouped into steps. A step begins when a question with the topic of the first is asked again."""
        steps: list[list[tuple[PendingQuestion, Choice]]] = []
        for question, choice in self.decided:
            if not steps or question.topic == self.decided[0][0].topic:
                steps.append([])
            steps[-1].append((question, choice))
        return tuple(map(tuple, steps))


def carry_out(match: Match, seat: int, order: Order) -> SheetResult:
    """Give the answers of a sheet, from the seat's current question up to the first interruption; at least one.

    Raises ValueError if the sheet doesn't answer that question; GameError, without giving any answer, if its first
    answer isn't legal.
    """
    events: list[Event] = []
    for count in range(_MOST):
        outcome = _next(match, seat, order, events)
        if outcome.choice is None or outcome.after is None:
            if not count:  # Events of a sitting can be withheld, so no events doesn't mean no answers.
                raise ValueError("this plan doesn't answer the question")
            done = outcome.ended is None or _is_done(order)
            return SheetResult(tuple(events), None, None if done else outcome.ended)
        interruption = _interruption(match, seat, outcome.choice)
        events += _answered(match, seat, outcome.choice)
        order = outcome.after
        if match.outcome is not None or _is_done(order):
            return SheetResult(tuple(events))
        if interruption is not None:
            return SheetResult(tuple(events), None, interruption)
        if seat not in match.pending_questions or len(match.pending_questions) > 1:
            return SheetResult(tuple(events), order)
    raise RuntimeError("a sheet doesn't end")


def sampled_match(match: Match[M, V], seat: int) -> Match[M, V]:
    """Return a match consistent with a seat's knowledge, so that trials on it can't use hidden information."""
    sampled = match.game.sample(match.known_to(seat), Chance("sheet"))
    return Match.at(match.game, match.setup, match.seed, match.game.pack(sampled))[0]


def expected(match: Match[M, V], seat: int) -> Match[M, V] | None:
    """Return the expected match at the seat's next question, if all others do nothing before it (`Game.lapse`).

    None if that can't be predicted: without default answers, or if the seat's own turn ends first.
    """
    likely, active = sampled_match(match, seat), match.game.active
    if active is None or match.game.lapse is None:
        return None
    is_own = active(likely.machine) == seat
    for _ in range(_MOST):
        if (
            seat in likely.pending_questions
            or likely.outcome is not None
            or (is_own and active(likely.machine) != seat)
        ):
            break
        for pending_seat in [*likely.pending_questions]:
            likely.lapse(pending_seat)
    return (
        likely
        if seat in likely.pending_questions and (not is_own or active(likely.machine) == seat)
        else None
    )


def apply_answers(likely: Match[M, V], seat: int, answers: Sequence[Choice]) -> AppliedAnswers[M, V]:
    """Apply answers in sequence to a seat's questions in an expected match, up to the first interruption.

    Where one option is chosen, an answer can list several in order of preference; the first available one counts.
    """
    decided: list[tuple[PendingQuestion, Choice]] = []
    for answer in answers:
        question = likely.pending_questions[seat]
        choice = preferred(question, answer)
        try:
            check(question, choice)
            interruption = _interruption(likely, seat, choice)
            _answered(likely, seat, choice)
        except GameError:
            break
        decided.append((question, answer))
        if interruption is None and (
            seat not in likely.pending_questions or len(likely.pending_questions) > 1
        ):
            interruption = OTHERS
        if interruption is not None:
            return AppliedAnswers(likely, tuple(decided), interruption, len(answers) - len(decided))
    return AppliedAnswers(likely, tuple(decided), None, len(answers) - len(decided))


def preferred(question: PendingQuestion, answer: Choice) -> Choice:
    """Return the first available option if the answer lists several for a single choice, otherwise the answer."""
    if len(answer) < _SEVERAL or question.kind not in _OF_ONE:
        return answer
    keys = {option.key for option in question.options}
    return next(((key,) for key in answer if key in keys), answer[:1])


def finals(match: Match, seat: int) -> Mapping[str, Message]:
    """Return the options of a seat's question that cause an interruption, with the interruption.

    These options give the sheet.

    `match` is an expected one (`AppliedAnswers.match`). Answers with several options are ignored.
    """
    question = match.pending_questions[seat]
    if question.kind not in _OF_ONE:
        return {}
    interruptions: dict[str, Message] = {}
    position = match.game.pack(match.machine)
    for option in question.options:
        choice = (option.key,)
        try:
            interruption = _unforeseen(match.game, AnswerAt(match.setup, position, seat, choice), worlds=1)
            if interruption is None:
                copy, _ = Match.at(match.game, match.setup, match.seed, position)
                _answered(copy, seat, choice)
                interruption = None if list(copy.pending_questions) == [seat] else OTHERS
        except GameError:
            continue
        if interruption is not None:
            interruptions[option.key] = interruption
    return interruptions


def give(match: Match, seat: int, question: int, answers: Sequence[Choice]) -> SheetResult:
    """Answer a question, then the seat's following questions up to the first interruption; at least one.

    Raises the exceptions of `Match.answer` for the first answer. Stops before a later answer that isn't legal.
    """
    events = list[Event]()
    for number, answer in enumerate(answers, 1):
        is_last, interruption = number == len(answers), None
        try:
            if (
                not is_last
                and (pending := match.pending_questions.get(seat)) is not None
                and pending.id == question
            ):
                check(pending, answer)
                interruption = _interruption(match, seat, answer)
            events += _answered(match, seat, answer, question)
        except GameError as error:
            if number == 1:
                raise
            return SheetResult(tuple(events), None, error.message)
        if not is_last and (seat not in match.pending_questions or len(match.pending_questions) > 1):
            interruption = interruption or OTHERS
        if interruption is not None:
            return SheetResult(tuple(events), None, interruption)
        question = match.pending_questions[seat].id if seat in match.pending_questions else 0
    return SheetResult(tuple(events))


def _next(match: Match, seat: int, order: Order, events: Sequence[Event]) -> OrderOutcome:
    return match.by_order(seat, order, [seen(event, seat) for event in events])


def _is_done(order: Order) -> bool:
    """Return whether a plan has no steps left."""
    parameters = plan_parameters(order)
    line, step = parameters.at
    return line >= 0 and step >= len(parameters.lines[line])


def _interruption(match: Match, seat: int, choice: Choice) -> Message | None:
    """Return the interruption that an answer causes, which its seat couldn't predict; None if there is none."""
    position = match.game.pack(match.machine)
    return _unforeseen(match.game, AnswerAt(match.setup, position, seat, choice))


def _unforeseen(game: Game, act: AnswerAt, worlds: int = _WORLDS) -> Message | None:
    trial = TriedAnswer(game, act)
    if trial.drawn() is not None:
        return CHANCE
    return SEEN if trial.shown((act.seat,), (act.seat,), worlds) is not None else None


def _answered(match: Match, seat: int, choice: Choice, question: int | None = None) -> tuple[Event, ...]:
    """Give an answer and those that public knowledge forces after it. Return the events."""
    events = match.answer(seat, match.pending_questions[seat].id if question is None else question, choice)
    while (forced := match.forced()) is not None:
        forced_seat, choice = forced
        events += match.answer(forced_seat, match.pending_questions[forced_seat].id, choice)
    return events
