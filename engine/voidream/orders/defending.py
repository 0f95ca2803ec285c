"""The order to defend with nobody (§4 Conflict phase)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "defend"


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [*spans.running(ref, spans.ROUND), spans.MATCH]


def _forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    return [
        OrderForm(
            Order(NAME),
            msg("Defend with nobody"),
            msg("Whenever your opponent attacks, you declare no defenders."),
        )
    ]


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    return None


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered(()) if question.topic == Topic.DEFENDERS else Ordered()


def _words(order: Order) -> Message:
    return msg("Defend with nobody")


DEFENDING = OrderKind(_forms, _spans, _wrong, _answer, _words)
