"""Orders about cuts: refuse them all, or make them at one place or at a drawn one (§3, §7, R9)."""

from __future__ import annotations

from collections.abc import Sequence

from cards.i18n import Message, msg
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.orders import spans
from engine.voidream.orders.kind import OrderKind
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

NAME = "cut"

NEVER, AT, DRAWN = "never", "at", "drawn"

_USUAL_PLACE = 10


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    return [spans.MATCH, *spans.running(ref, spans.ROUND)]


def _forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    most = len(ref.seats[1 - seat].deck) - 1
    forms = [
        OrderForm(
            Order(NAME, {"how": NEVER}),
            msg("Never cut"),
            msg("Every cut that may be refused is refused. The one before the match must be made."),
            name=NEVER,
        )
    ]
    if most >= 1:
        drawn = OrderForm(
            Order(NAME, {"how": DRAWN}),
            msg("Always cut at a drawn place"),
            msg("Every cut is made, at a place that is drawn by lot."),
            name=DRAWN,
        )
        place = OrderForm(
            Order(NAME, {"how": AT, "n": min(_USUAL_PLACE, most)}),
            msg("Always cut at the same place"),
            msg("So many cards go from the top to the bottom. The order ends with a deck that is too small."),
            number=(1, most),
            name=AT,
        )
        forms += [drawn, place]
    return forms


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    match order.said:
        case {"how": "never" | "drawn"}:
            return None
        case {"how": "at", "n": int(n)} if 1 <= n < max(2, len(ref.seats[1 - seat].deck)):
            return None
        case _:
            return msg("A deck can't be cut like that.")


def _answer(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    if question.topic != Topic.CUT:
        return Ordered()
    how = order.said["how"]
    if how == NEVER:
        return Ordered(("0",)) if question.minimum == 0 else Ordered()
    low, high = max(1, question.minimum), question.maximum
    if how == DRAWN:
        return Ordered(lots=tuple((str(place),) for place in range(low, high + 1)))
    place: int = order.said["n"]
    if not low <= place <= high:
        return Ordered(ended=msg("The deck is too small to be cut at {n}.", n=place))
    return Ordered((str(place),))


def _words(order: Order) -> Message:
    match order.said["how"]:
        case "never":
            return msg("Never cut")
        case "drawn":
            return msg("Always cut at a drawn place")
        case _:
            return msg("Always cut at {n}", n=order.said["n"])


CUTTING = OrderKind(_forms, _spans, _wrong, _answer, _words)
