"""Orders about Nightmare: avoid it by discarding this arcanum, or never avoid it (§4 Nightmare phase, R20)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, title
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "Nightmare"

"""The option to enter it."""


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [*spans.running(ref, spans.ROUND), spans.MATCH]


def _forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    avoid = [
        OrderForm(
            Order(NAME, {"discard": ref.title(card)}),
            msg("Avoid Nightmare by discarding {card}", card=title(ref.title(card))),
            msg(
                "If you face Nightmare, you discard it. The order ends if it is no longer in your hand then."
            ),
            name=ref.title(card),
        )
        for card in ref.hand(seat)
    ]
    enter = OrderForm(
        Order(NAME, {"discard": ""}),
        msg("Never avoid Nightmare"),
        msg("If you face Nightmare, you enter it."),
    )
    return [*avoid, enter]


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    match order.said:
        case {"discard": ""}:
            return None
        case {"discard": str(card)} if any(ref.title(held) == card for held in ref.seats[seat].hand):
            return None
        case {"discard": str(card)} if card in ref.pool.cards:
            return msg("{card} is not in your hand.", card=title(card))
        case _:
            return msg("There is no such arcanum in your hand.")


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.NIGHTMARE:
        return Ordered()
    wanted: str = order.said["discard"]
    for option in question.options:
        if option.subject == wanted:
            return Ordered((option.key,))
    return Ordered(ended=msg("{card} is no longer in your hand.", card=title(wanted)))


def _ended(ref: Referee, seat: int, order: Order, question: Asked | None) -> Message | None:
    card: str = order.said["discard"]
    if card and any(ref.title(gone) == card for gone in ref.seats[seat].void):
        return msg("{card} is in the Void.", card=title(card))
    return None


def _words(order: Order) -> Message:
    card: str = order.said["discard"]
    if not card:
        return msg("Never avoid Nightmare")
    return msg("Avoid Nightmare by discarding {card}", card=title(card))


AVOIDING = OrderKind(_forms, _spans, _wrong, _answer, _words, _ended)
