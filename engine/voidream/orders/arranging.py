"""Orders about one's triggers: in which order they resolve (§6 Triggered Ability, R30)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg, series, title
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked, QuestionKind
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind, asked, procedure, titles_in
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
    if question is None or not _is_about_triggers(ref, question):
        return [as_listed]
    titles = list(dict.fromkeys(_title(option.key) for option in question.options))
    if not 1 < len(titles) <= _MOST:
        return [as_listed]
    like_this = OrderForm(
        Order(NAME, {"order": titles}),
        msg("Resolve these triggers in an order of mine"),
        msg("Whenever you are asked about these abilities, or some of them, and no others."),
        things=tuple((each, title(each)) for each in titles),
    )
    return [as_listed, like_this]


def _is_about_triggers(ref: Referee, question: Asked) -> bool:
    return question.kind is QuestionKind.ORDER and procedure(ref) == "triggers"


def _title(key: str) -> str:
    """The card that an option of the question means: "2 Lamplighter"."""
    return key.partition(" ")[2]


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    titles = titles_in(order, _MOST)
    if titles is None:
        return msg("This is no order of triggers.")
    unknown = next((each for each in titles if each not in ref.pool.cards), None)
    return None if unknown is None else msg("No card in this match is called {card}.", card=unknown)


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if not _is_about_triggers(ref, question):
        return Ordered()
    keys = [option.key for option in question.options]
    wanted: list[str] = order.said["order"]
    if not wanted:
        return Ordered(tuple(keys))
    if any(_title(key) not in wanted for key in keys):
        return Ordered()
    return Ordered(tuple(sorted(keys, key=lambda key: wanted.index(_title(key)))))


def _words(order: Order) -> Message:
    wanted: list[str] = order.said["order"]
    if not wanted:
        return msg("Resolve triggers as they are listed")
    return msg("Resolve triggers in this order: {cards}", cards=series(*map(title, wanted), joined="then"))


ARRANGING = OrderKind(_forms, _spans, _wrong, _answer, _words)
