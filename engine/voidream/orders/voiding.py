"""The order which arcanum goes to the Void when Nightmare is entered (§4 Entering Nightmare, R20)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind, titles_in
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "void"

MOST = 25
"""How many arcana an order can list."""


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [*spans.running(ref, spans.ROUND), spans.MATCH]


def _arcana(ref: Referee, seat: int) -> list[str]:
    """The arcana that could go, in the order in which a hand holds them: the discarded ones will be back by then."""
    state = ref.seats[seat]
    cards = [*state.hand, *state.arcana_discard]
    cards.sort(key=lambda card: (ref.printed[card].value, ref.title(card)))
    return list(dict.fromkeys(ref.title(card) for card in cards))[:MOST]


def _forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    titles = _arcana(ref, seat)
    if not titles:
        return []
    return [
        OrderForm(
            Order(NAME, {"order": titles}),
            msg("When I enter Nightmare, void the first of these"),
            msg("The first of them that is in your hand then goes to the Void."),
            things=tuple((each, title(each)) for each in titles),
        )
    ]


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    titles = titles_in(order, MOST)
    if not titles:
        return msg("This is no list of arcana.")
    held = _arcana(ref, seat)
    unknown = next((each for each in titles if each not in held), None)
    return None if unknown is None else msg("You hold no arcanum called {card}.", card=unknown)


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.VOIDED:
        return Ordered()
    keys = {option.subject: option.key for option in reversed(question.options)}
    wanted = next((keys[each] for each in order.said["order"] if each in keys), None)
    return Ordered((wanted,)) if wanted else Ordered(ended=msg("None of the arcana listed is in your hand."))


def _words(order: Order) -> Message:
    return msg(
        "When I enter Nightmare, void the first of {cards}",
        cards=series(*map(title, order.said["order"]), joined="or"),
    )


VOIDING = OrderKind(_forms, _spans, _wrong, _answer, _words)
