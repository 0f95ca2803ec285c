"""Drafts of answers, applied to the match as it would be (`engine.kernel.sheet`).

A player who isn't asked anything can prepare the rest of their turn, or their next one. That becomes a plan.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import takewhile
from threading import Lock

from msgspec.structs import replace

from bot.store.orders import AHEAD, OrderDraft
from bot.store.rows import MatchHead, MatchRow
from bot.views.types import DraftSnapshot, PlayerSnapshot
from cards.i18n import Message, msg
from engine.kernel.match import Match
from engine.kernel.order_preview import choice_in_words
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanForm, plan_parameters
from engine.kernel.question import Choice, PendingQuestion, QuestionKind
from engine.kernel.sheet import AppliedAnswers, apply_answers, expected, finals, preferred, sampled_match

MOST = 40
"""Maximum answers of a draft."""
KEPT = 64
"""Applied drafts kept in memory, for the players who are pressing now."""


def takes_answers(row: MatchRow, match: Match, seat: int, draft: OrderDraft) -> bool:
    """Return whether a player's answers go to a draft: to a question that starts one, or ahead if they began one.

    In a lesson each answer takes effect immediately.
    """
    book = match.game.orders
    if book is None or row.lesson or match.outcome is not None or match.is_out(seat):
        return False
    question = match.pending_questions.get(seat)
    return draft.is_ahead if question is None else book.begins_sheet(question)


def apply_draft(match: Match, seat: int, draft: OrderDraft) -> AppliedAnswers | None:
    """Return a draft applied to the match, or None if there is none or it was begun for a question that is gone.

    If the match has changed so that an answer would now submit the draft, that answer and all later ones are
    dropped.
    """
    is_asked = seat in match.pending_questions
    imagined_match = sampled_match(match, seat) if is_asked else expected(match, seat)
    if imagined_match is None:
        return None
    is_begun = draft.is_ahead or draft.begins == imagined_match.pending_questions[seat].id
    answers = draft.answers if is_begun else ()
    if draft.is_choosing_else and not is_asked:
        answers = answers[:-1]
    if not (is_begun or is_asked):
        return None
    out = apply_answers(imagined_match, seat, answers)
    if is_asked and out.stops is not None:
        kept_count = len(out.decided) - 1
        out = apply_answers(sampled_match(match, seat), seat, answers[:kept_count])
        return replace(out, lost=len(answers) - kept_count)
    if is_asked and not out.decided and draft.is_ahead:
        # The question differs from the expected one, so every answer planned ahead is void.
        return replace(out, lost=0)
    return out


class AppliedDrafts:
    """The drafts applied last: the next press adds an answer to one, and a panel shows it.

    A cached draft is shared, so it must not be changed. Safe to use from several threads.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, AppliedAnswers | None] = OrderedDict()
        self._lock = Lock()

    def apply(self, head: MatchHead, match: Match, seat: int, draft: OrderDraft) -> AppliedAnswers | None:
        """Return an applied draft, like `apply_draft`. `head` names the match and its revision."""
        key = _key(head, seat, draft)
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        out = apply_draft(match, seat, draft)
        self._keep(key, out)
        return out

    def _keep(self, key: _Key, out: AppliedAnswers | None) -> None:
        with self._lock:
            self._kept[key] = out
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def shown(self, snapshot: PlayerSnapshot, match: Match, draft: OrderDraft) -> PlayerSnapshot:
        """Return a snapshot with the draft applied. A draft that an event stops has no next question."""
        seat, is_ahead = snapshot.seat, snapshot.question is None
        out = self.apply(snapshot.table, match, seat, draft)
        if out is None:
            return snapshot
        steps = tuple(tuple(_in_words(*answer) for answer in step) for step in out.steps)
        sheet = DraftSnapshot(
            steps,
            lost=out.lost > 0,
            digest=draft.digest if draft.begins else "",
            is_ahead=is_ahead,
        )
        form = match.plan_form(seat) if is_ahead else None
        if form is not None:
            sheet = replace(
                sheet,
                stops=tuple((stop, stop.name in draft.stops) for stop in form.stops),
                can_have_else=_can_have_else(match, form, out),
                is_choosing_else=draft.is_choosing_else,
            )
        if out.stops is not None:
            active = match.game.active
            ends_turn = active is not None and active(out.match.machine) != seat
            return replace(snapshot, sheet=replace(sheet, ends_turn=ends_turn), ready=())
        sheet = sheet if is_ahead else replace(sheet, finals=finals(out.match, seat))
        question = out.match.questions_in(snapshot.translator, snapshot.table.names_in(snapshot.translator))[
            seat
        ]
        return replace(
            snapshot, view=out.match.view(seat, snapshot.translator), question=question, sheet=sheet, ready=()
        )

    def with_answers(
        self,
        head: MatchHead,
        match: Match,
        seat: int,
        draft: OrderDraft,
        question_id: int,
        given: Sequence[Choice],
    ) -> tuple[tuple[Choice, ...], int, bool] | None:
        """Return a draft with further answers, the id of its first question, and whether it must be submitted now.

        None for an answer to a different question than the draft's next one. An illegal first answer is
        returned too, so that the caller reports it.
        """
        out = self.apply(head, match, seat, draft)
        if out is None or out.stops is not None or out.match.pending_questions[seat].id != question_id:
            return None
        is_asked = seat in match.pending_questions
        known = tuple(preferred(*answer) if is_asked else answer[1] for answer in out.decided)
        if draft.is_choosing_else and not is_asked:
            alternatives = draft.answers[-1]
            return (
                (*known, (*alternatives, *(key for key in given[0] if key not in alternatives))),
                AHEAD,
                False,
            )
        begins = out.decided[0][0].id if out.decided else question_id
        begins = begins if is_asked else AHEAD
        extended = apply_answers(out.match.copied(), seat, given)
        if extended.stops is None and extended.decided:
            given = [choice for _, choice in extended.decided]
        answers = (*known, *given)
        continues = extended.stops is None and extended.match.outcome is None and bool(extended.decided)
        if continues:
            earlier = zip((question for question, _ in out.decided), known, strict=True)
            complete = replace(extended, decided=(*earlier, *extended.decided), lost=0)
            self._keep(_key(head, seat, OrderDraft(begins=begins, answers=answers)), complete)
        return answers, begins, is_asked and (not continues or len(known) >= MOST)


_Key = tuple[int, int, str, int, int, tuple[Choice, ...], bool]


def _key(head: MatchHead, seat: int, draft: OrderDraft) -> _Key:
    return (head.id, head.rev, head.revision_token, seat, draft.begins, draft.answers, draft.is_choosing_else)


def can_plan_next_turn(match: Match, seat: int, active: int) -> bool:
    """Return whether a seat has just answered in the turn of `active`, and can plan its own, the next one, now."""
    if (
        match.outcome is not None
        or seat in match.pending_questions
        or active in (-1, seat)
        or match.is_out(seat)
    ):
        return False
    return match.turn_order[:2] == (active, seat) and expected(match, seat) is not None


def begun_ahead(match: Match, seat: int, draft: OrderDraft) -> OrderDraft:
    """Return an empty draft begun before its owner is asked, with a plan's default stops."""
    form = match.plan_form(seat)
    stops = () if form is None else form.order.stops
    return replace(draft, begins=AHEAD, answers=(), stops=stops, is_choosing_else=False)


def active_seat(match: Match) -> int:
    """Return the seat whose turn it publicly is; -1 for none, or without turns."""
    return -1 if match.game.active is None else match.game.active(match.machine.shown_to(None))


def _in_words(question: PendingQuestion, choice: Choice) -> Message:
    """Return an answer in the option labels; of several by preference, the available ones."""
    if question.kind is not QuestionKind.ACTION:
        return choice_in_words(question, choice)
    available = [option.key for option in question.options]
    text, *alternatives = [choice_in_words(question, (key,)) for key in choice if key in available]
    for alternative in alternatives:
        text = msg("{first}, else: {other}", first=text, other=alternative)
    return text


def _can_have_else(match: Match, form: PlanForm, out: AppliedAnswers) -> bool:
    """Return whether the last step of a plan can list several things by preference."""
    order = None if match.game.orders is None else match.game.orders.planned(form.order, out.decided)
    if order is None:
        return False
    last_step = plan_parameters(order).lines[0][-1]
    acts = [
        act
        for when in form.whens
        if when.key == last_step.when
        for act in when.acts
        if act.key == last_step.act
    ]
    return any(0 < act.least <= len(last_step.things) < act.most for act in acts)


def restored_draft(match: Match, back: Match, seat: int, stay: int) -> OrderDraft | None:
    """Return the draft that a take-back restores, without the answer that submitted it; None if there was none.

    `back` is the match after its first `stay` answers.
    """
    book, question = match.game.orders, back.pending_questions.get(seat)
    if book is None or question is None or not book.begins_sheet(question):
        return None
    taken_back = takewhile(
        lambda answer: answer.seat == seat and answer.left is None, match.record.answers[stay:]
    )
    answers = tuple(answer.choice for answer in taken_back)
    return OrderDraft(begins=question.id, answers=answers[:-1])


def planned_order(match: Match, seat: int, draft: OrderDraft) -> Order | None:
    """Return the plan that a draft ahead describes; None if there is none, or a plan can't express it."""
    form = match.plan_form(seat)
    out = None if seat in match.pending_questions else apply_draft(match, seat, draft)
    if form is None or out is None or match.game.orders is None:
        return None
    stops = tuple(stop.name for stop in form.stops if stop.name in draft.stops)
    return match.game.orders.planned(replace(form.order, stops=stops), out.decided)
