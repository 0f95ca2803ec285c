"""Orders about one's triggers: in which order they resolve (§6 Triggered Ability, R30)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.kernel.order_book import asked
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind, titles_in
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "triggers"

_MOST = 25
"""How many titles an order can list."""


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [spans.MATCH, *spans.running(ref, spans.ROUND)]


def _forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    as_listed = OrderForm(
        Order(NAME, {"order": []}),
        msg("Resolve triggers as they are listed"),
        msg(
            "Whenever you are asked in which order abilities resolve, it is the order in which they are listed."
        ),
    )
    question = asked(ref, seat)
    if question is None or question.topic != Topic.TRIGGERS:
        return [as_listed]
    titles = list(dict.fromkeys(option.subject for option in question.options))
    if not 1 < len(titles) <= _MOST:
        return [as_listed]
    like_this = OrderForm(
        Order(NAME, {"order": titles}),
        msg("Resolve these triggers in an order of mine"),
        msg("Whenever you are asked about these abilities, or some of them, and no others."),
        things=tuple((each, title(each)) for each in titles),
        name="of mine",
    )
    return [as_listed, like_this]


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    titles = titles_in(order, _MOST)
    if titles is None:
        return msg("This is no order of triggers.")
    unknown = next((each for each in titles if each not in ref.pool.cards), None)
    return None if unknown is None else msg("No card in this match is called {card}.", card=unknown)


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.TRIGGERS:
        return Ordered()
    options, wanted = question.options, order.said["order"]
    if wanted and any(option.subject not in wanted for option in options):
        return Ordered()
    if wanted:
        options = sorted(options, key=lambda option: wanted.index(option.subject))
    return Ordered(tuple(option.key for option in options))


def _words(order: Order) -> Message:
    wanted: list[str] = order.said["order"]
    if not wanted:
        return msg("Resolve triggers as they are listed")
    return msg("Resolve triggers in this order: {cards}", cards=series(*map(title, wanted), joined="then"))


ARRANGING = OrderKind(_forms, _spans, _wrong, _answer, _words)
