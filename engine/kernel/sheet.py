"""Sheets: several answers of one seat that are assembled and then given together.

If a game allows it (`PlanKind.at_once`), an answer without an interruption is not given yet. It is put on the sheet,
and its owner is asked the next question in the expected match. Everything on the sheet can be removed again. An
answer that interrupts gives the whole sheet at once: randomness is used, the owner sees something new, or another
seat is asked. `finals` tells in advance which answers interrupt.

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
from engine.kernel.orders.plan import said_by
from engine.kernel.question import Choice, PendingQuestion, QuestionKind, check

_WORLDS = 4
"""The number of times that everything hidden is exchanged to find whether a step shows its owner anything."""
_MOST = 100
"""Answers of one sheet: more than a plan has steps."""

_SEVERAL = 2
_OF_ONE = (QuestionKind.ACTION, QuestionKind.ONE, QuestionKind.YES_NO)
"""Kinds of questions with a single option as the answer."""

CHANCE = msg("This involves chance.")
SEEN = msg("This shows you something new.")
OTHERS = msg("Another player decides next.")


class SheetResult(msgspec.Struct, frozen=True):
    """The result of giving a sheet: events, and how it continues.

    If it ended early, `order` is None and `ended` the reason.

    Without a reason, everything was done.
    """

    events: tuple[Event, ...]
    order: Order | None = None
    ended: Message | None = None


class LaidOut(msgspec.Struct, Generic[M_co, V_co], frozen=True):
    """The expected result of a sheet. `match` is the match it leads to as far as its owner knows; it has no record.

    `decided` are the questions and their answers. `stops` is the interruption caused by the last one, after which
    nothing can be added. `lost` is the number of answers that are not possible at present.
    """

    match: Match[M_co, V_co]
    decided: tuple[tuple[PendingQuestion, Choice], ...] = ()
    stops: Message | None = None
    lost: int = 0

    @property
    def steps(self) -> tuple[tuple[tuple[PendingQuestion, Choice], ...], ...]:
        """The answers, grouped into steps: a step begins whenever the question of the first answer is asked again."""
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
    for given in range(_MOST):
        ordered = _next(match, seat, order, events)
        if ordered.choice is None or ordered.after is None:
            if not given:  # Events of a sitting can be held back, so no events doesn't mean no answers.
                raise ValueError("this plan does not answer what is asked")
            done = ordered.ended is None or _is_done(order)
            return SheetResult(tuple(events), None, None if done else ordered.ended)
        stops = _comes_in(match, seat, ordered.choice)
        events += _answered(match, seat, ordered.choice)
        order = ordered.after
        if match.outcome is not None or _is_done(order):
            return SheetResult(tuple(events))
        if stops is not None:
            return SheetResult(tuple(events), None, stops)
        if seat not in match.pending_questions or len(match.pending_questions) > 1:
            return SheetResult(tuple(events), order)
    raise RuntimeError("a sheet goes on without end")


def imagined(match: Match[M, V], seat: int) -> Match[M, V]:
    """Return a match consistent with a seat's knowledge, so that hidden information can't influence what is tried on
    it.
    """
    machine = match.game.sample(match.known_to(seat), Chance("sheet"))
    return Match.at(match.game, match.setup, match.seed, match.game.pack(machine))[0]


def expected(match: Match[M, V], seat: int) -> Match[M, V] | None:
    """Return the expected match at the seat's next question if no one acts before (`Game.lapse`).

    None if that can't be predicted: without default answers, or once the seat's own turn has ended.
    """
    there, active = imagined(match, seat), match.game.active
    if active is None or match.game.lapse is None:
        return None
    is_own = active(there.machine) == seat
    for _ in range(_MOST):
        if (
            seat in there.pending_questions
            or there.outcome is not None
            or (is_own and active(there.machine) != seat)
        ):
            break
        for other in [*there.pending_questions]:
            there.lapse(other)
    return (
        there if seat in there.pending_questions and (not is_own or active(there.machine) == seat) else None
    )


def lay_out(there: Match[M, V], seat: int, answers: Sequence[Choice]) -> LaidOut[M, V]:
    """Apply answers in sequence to a seat's questions in an expected match, up to the first interruption.

    Where one option is chosen, an answer can list several in order of preference; the first available one counts.
    """
    decided: list[tuple[PendingQuestion, Choice]] = []
    for answer in answers:
        question = there.pending_questions[seat]
        wanted = preferred(question, answer)
        try:
            check(question, wanted)
            stops = _comes_in(there, seat, wanted)
            _answered(there, seat, wanted)
        except GameError:
            break
        decided.append((question, answer))
        if stops is None and (seat not in there.pending_questions or len(there.pending_questions) > 1):
            stops = OTHERS
        if stops is not None:
            return LaidOut(there, tuple(decided), stops, len(answers) - len(decided))
    return LaidOut(there, tuple(decided), None, len(answers) - len(decided))


def preferred(question: PendingQuestion, answer: Choice) -> Choice:
    """Return the first available option of an answer that lists several for a single choice; any other answer
    unchanged.
    """
    if len(answer) < _SEVERAL or question.kind not in _OF_ONE:
        return answer
    keys = {option.key for option in question.options}
    return next(((key,) for key in answer if key in keys), answer[:1])


def finals(match: Match, seat: int) -> Mapping[str, Message]:
    """Return the options of a seat's question that cause an interruption, with the interruption.

    These options give the sheet.

    `match` is an expected one (`LaidOut.match`). Answers with several options are ignored.
    """
    question = match.pending_questions[seat]
    if question.kind not in _OF_ONE:
        return {}
    found: dict[str, Message] = {}
    position = match.game.pack(match.machine)
    for option in question.options:
        choice = (option.key,)
        try:
            stops = _unforeseen(match.game, AnswerAt(match.setup, position, seat, choice), worlds=1)
            if stops is None:
                there, _ = Match.at(match.game, match.setup, match.seed, position)
                _answered(there, seat, choice)
                stops = None if list(there.pending_questions) == [seat] else OTHERS
        except GameError:
            continue
        if stops is not None:
            found[option.key] = stops
    return found


def give(match: Match, seat: int, question: int, answers: Sequence[Choice]) -> SheetResult:
    """Answer a question, then the seat's following questions up to the first interruption; at least one.

    Raises the exceptions of `Match.answer` for the first answer. Stops before a later answer that isn't legal.
    """
    events = list[Event]()
    for number, answer in enumerate(answers, 1):
        is_last, stops = number == len(answers), None
        try:
            if (
                not is_last
                and (asked := match.pending_questions.get(seat)) is not None
                and asked.id == question
            ):
                check(asked, answer)
                stops = _comes_in(match, seat, answer)
            events += _answered(match, seat, answer, question)
        except GameError as refused:
            if number == 1:
                raise
            return SheetResult(tuple(events), None, refused.message)
        if not is_last and (seat not in match.pending_questions or len(match.pending_questions) > 1):
            stops = stops or OTHERS
        if stops is not None:
            return SheetResult(tuple(events), None, stops)
        question = match.pending_questions[seat].id if seat in match.pending_questions else 0
    return SheetResult(tuple(events))


def _next(match: Match, seat: int, order: Order, events: Sequence[Event]) -> OrderOutcome:
    return match.by_order(seat, order, [seen(event, seat) for event in events])


def _is_done(order: Order) -> bool:
    """Return whether a plan has no step left."""
    said = said_by(order)
    followed, at = said.at
    return followed >= 0 and at >= len(said.lines[followed])


def _comes_in(match: Match, seat: int, choice: Choice) -> Message | None:
    """Return the interruption caused by an answer that its seat couldn't predict, or None."""
    position = match.game.pack(match.machine)
    return _unforeseen(match.game, AnswerAt(match.setup, position, seat, choice))


def _unforeseen(game: Game, act: AnswerAt, worlds: int = _WORLDS) -> Message | None:
    tried = TriedAnswer(game, act)
    if tried.drawn() is not None:
        return CHANCE
    return SEEN if tried.shown((act.seat,), (act.seat,), worlds) is not None else None


def _answered(match: Match, seat: int, choice: Choice, question: int | None = None) -> tuple[Event, ...]:
    """Give an answer, and those that public knowledge forces after it; return what happened."""
    events = match.answer(seat, match.pending_questions[seat].id if question is None else question, choice)
    while (forced := match.forced()) is not None:
        at, choice = forced
        events += match.answer(at, match.pending_questions[at].id, choice)
    return events
