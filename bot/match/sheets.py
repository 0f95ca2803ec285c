"""Sheets: what a player puts together before it is given, and the match as it would be (`engine.kernel.sheet`).

Who is not asked anything can put the rest of their turn, or their next one, together ahead: that becomes a plan.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import takewhile
from threading import Lock

from msgspec.structs import replace

from bot.store.orders import AHEAD, OrderDraft
from bot.store.rows import MatchHead, MatchRow
from bot.views.types import PrivateLook, SheetLook
from cards.i18n import Message, msg
from engine.kernel.match import Match
from engine.kernel.order_preview import choice_in_words
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanForm, said_by
from engine.kernel.question import Choice, PendingQuestion, QuestionKind
from engine.kernel.sheet import LaidOut, expected, finals, imagined, lay_out, preferred

MOST = 40
"""Answers on a sheet."""
KEPT = 64
"""Sheets that stay laid out: those of the players who are pressing now."""


def is_of(row: MatchRow, match: Match, seat: int, draft: OrderDraft | None) -> bool:
    """Return whether a player puts answers together: to what they are asked, or ahead, if they have begun to.

    In a lesson each answer is given at once.
    """
    book = match.game.orders
    if book is None or row.lesson or match.outcome is not None or match.is_out(seat):
        return False
    question = match.pending_questions.get(seat)
    return (draft is not None and draft.is_ahead) if question is None else book.begins_sheet(question)


def laid(match: Match, seat: int, draft: OrderDraft | None) -> LaidOut | None:
    """Return a sheet; None if there is none, as it was begun where the match no longer exists.

    What would give it by now, as the match has gone on, is left out with all that stands behind it.
    """
    is_asked = seat in match.pending_questions
    there = imagined(match, seat) if is_asked else expected(match, seat)
    if there is None:
        return None
    is_begun = draft is not None and (draft.is_ahead or draft.begins == there.pending_questions[seat].id)
    answers = draft.answers if is_begun and draft is not None else ()
    if draft is not None and draft.is_choosing_else and not is_asked:
        answers = answers[:-1]
    if not (is_begun or is_asked):
        return None
    out = lay_out(there, seat, answers)
    if is_asked and out.stops is not None:
        kept = len(out.decided) - 1
        out = lay_out(imagined(match, seat), seat, answers[:kept])
        return replace(out, lost=len(answers) - kept)
    if is_asked and not out.decided and draft is not None and draft.is_ahead:
        return replace(out, lost=0)  # Something else is asked than what was foreseen.
    return out


class LaidSheets:
    """Sheets as they were laid out last: the next press adds an answer to one, and a panel shows it.

    A sheet that is kept is shared, so it must not be changed. Threads may use this at the same time.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, LaidOut | None] = OrderedDict()
        self._keeping = Lock()

    def laid(self, head: MatchHead, match: Match, seat: int, draft: OrderDraft | None) -> LaidOut | None:
        """Return a sheet, as the function `laid` does. `head` names the match and its revision."""
        key = _key(head, seat, draft)
        with self._keeping:
            if key in self._kept:
                return self._kept[key]
        out = laid(match, seat, draft)
        self._keep(key, out)
        return out

    def _keep(self, key: _Key, out: LaidOut | None) -> None:
        with self._keeping:
            self._kept[key] = out
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def seen_laid(self, look: PrivateLook, match: Match, draft: OrderDraft | None) -> PrivateLook:
        """Return a look with a sheet and the match as it would be. A sheet that ends with what comes in leads nowhere."""
        seat, is_ahead = look.seat, look.question is None
        out = self.laid(look.table, match, seat, draft)
        if out is None:
            return look
        steps = tuple(tuple(_in_words(*one) for one in step) for step in out.steps)
        sheet = SheetLook(
            steps,
            lost=out.lost > 0,
            mark=draft.mark if draft is not None and draft.begins else "",
            is_ahead=is_ahead,
        )
        form = match.plan_form(seat) if is_ahead else None
        if form is not None and draft is not None:
            sheet = replace(
                sheet,
                stops=tuple((stop, stop.name in draft.stops) for stop in form.stops),
                can_have_else=_can_have_else(match, form, out),
                is_choosing_else=draft.is_choosing_else,
            )
        if out.stops is not None:
            return replace(look, sheet=sheet, ready=())
        sheet = sheet if is_ahead else replace(sheet, finals=finals(out.match, seat))
        question = out.match.questions_in(look.translator, look.table.names_in(look.translator))[seat]
        return replace(
            look, view=out.match.view(seat, look.translator), question=question, sheet=sheet, ready=()
        )

    def with_answers(
        self,
        head: MatchHead,
        match: Match,
        seat: int,
        draft: OrderDraft | None,
        question_id: int,
        given: Sequence[Choice],
    ) -> tuple[tuple[Choice, ...], int, bool] | None:
        """Return a sheet with further answers, the question it begins with, and whether it is given now.

        None for an answer to a different question than the sheet's next one. A first answer that isn't legal is given, so
        that the caller reports it.
        """
        out = self.laid(head, match, seat, draft)
        if out is None or out.stops is not None or out.match.pending_questions[seat].id != question_id:
            return None
        is_asked = seat in match.pending_questions
        known = tuple(preferred(*one) if is_asked else one[1] for one in out.decided)
        if draft is not None and draft.is_choosing_else and not is_asked:
            last = draft.answers[-1]
            return (*known, (*last, *(key for key in given[0] if key not in last))), AHEAD, False
        begins = out.decided[0][0].id if out.decided else question_id
        begins = begins if is_asked else AHEAD
        more = lay_out(out.match.copied(), seat, given)
        if more.stops is None and more.decided:
            given = [choice for _, choice in more.decided]
        answers = (*known, *given)
        goes_on = more.stops is None and more.match.outcome is None and bool(more.decided)
        if goes_on:
            before = zip((question for question, _ in out.decided), known, strict=True)
            all_of_it = replace(more, decided=(*before, *more.decided), lost=0)
            self._keep(_key(head, seat, OrderDraft(begins=begins, answers=answers)), all_of_it)
        return answers, begins, is_asked and (not goes_on or len(known) >= MOST)


_Key = tuple[int, int, str, int, int, tuple[Choice, ...], bool]


def _key(head: MatchHead, seat: int, draft: OrderDraft | None) -> _Key:
    draft = draft or OrderDraft()
    return (head.id, head.rev, head.mark, seat, draft.begins, draft.answers, draft.is_choosing_else)


def goes_ahead(match: Match, seat: int, active: int) -> bool:
    """Return whether a seat that has just answered something in the turn of another, `active`, has the next turn and
    can plan it now.
    """
    if (
        match.outcome is not None
        or seat in match.pending_questions
        or active in (-1, seat)
        or match.is_out(seat)
    ):
        return False
    return match.turn_order[:2] == (active, seat) and expected(match, seat) is not None


def ahead(match: Match, seat: int, draft: OrderDraft | None) -> OrderDraft:
    """Return an empty sheet that is begun before its owner is asked, with the stops of a plan as usual."""
    form = match.plan_form(seat)
    stops = () if form is None else form.order.stops
    return replace(draft or OrderDraft(), begins=AHEAD, answers=(), stops=stops, is_choosing_else=False)


def active_in(match: Match) -> int:
    """Return whose turn it publicly is; -1 for no one's, or without turns."""
    return -1 if match.game.active is None else match.game.active(match.machine.shown_to(None))


def _in_words(question: PendingQuestion, choice: Choice) -> Message:
    """Return an answer in its labels; of several by preference, the available ones."""
    if question.kind is not QuestionKind.ACTION:
        return choice_in_words(question, choice)
    there = [option.key for option in question.options]
    first, *others = [choice_in_words(question, (key,)) for key in choice if key in there]
    for other in others:
        first = msg("{first}, else: {other}", first=first, other=other)
    return first


def _can_have_else(match: Match, form: PlanForm, out: LaidOut) -> bool:
    """Return whether the last step of a plan can name more than one thing, of which the first that can be is done."""
    order = None if match.game.orders is None else match.game.orders.planned(form.order, out.decided)
    if order is None:
        return False
    last = said_by(order).lines[0][-1]
    acts = [act for when in form.whens if when.key == last.when for act in when.acts if act.key == last.act]
    return any(0 < act.least <= len(last.things) < act.most for act in acts)


def put_back(match: Match, back: Match, seat: int, stay: int) -> OrderDraft | None:
    """Return the sheet that a seat has taken back, but for the answer that gave it; None if it was none.

    `back` is the match after its first `stay` answers.
    """
    book, question = match.game.orders, back.pending_questions.get(seat)
    if book is None or question is None or not book.begins_sheet(question):
        return None
    given = takewhile(lambda one: one.seat == seat and one.left is None, match.record.answers[stay:])
    answers = tuple(one.choice for one in given)
    return OrderDraft(begins=question.id, answers=answers[:-1])


def planned(match: Match, seat: int, draft: OrderDraft | None) -> Order | None:
    """Return the plan that was put together ahead; None if there is none, or a plan can't say that."""
    form = match.plan_form(seat)
    out = None if seat in match.pending_questions else laid(match, seat, draft)
    if form is None or out is None or match.game.orders is None:
        return None
    named = tuple(stop.name for stop in form.stops if draft is not None and stop.name in draft.stops)
    return match.game.orders.planned(replace(form.order, stops=named), out.decided)
