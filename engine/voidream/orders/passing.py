"""Orders to pass: in this conflict, for the rest of this main phase or of this round (§4)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans, stops
from engine.voidream.orders.kind import OrderKind
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.turns.actions import PASS

NAME = "pass"

_LABELS = {
    spans.CONFLICT: msg("Pass for the rest of this conflict"),
    spans.PHASE: msg("Pass for the rest of this main phase"),
}

_DETAIL = msg("You pass whenever it is your turn, until something happens that you name.")


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    now = spans.running(ref, spans.CONFLICT, spans.PHASE)
    return [now[0], spans.ROUND] if now else []


def _forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    named = [stop for stop in stops.ALL if stop != stops.CONFLICT or ref.position.conflict is None]
    choices = stops.choices(named)
    order = Order(NAME, {}, tuple(stop.name for stop in choices if stop.usual))
    span = _spans(ref, seat)[0]
    return [OrderForm(order, _LABELS[span], _DETAIL, choices, name=span)]


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    return None


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered((PASS,)) if question.topic == Topic.ACTION else Ordered()


def _words(order: Order) -> Message:
    return msg("Pass")


PASSING = OrderKind(_forms, _spans, _wrong, _answer, _words, stops=stops.ALL, given=stops.before)
