"""The order book: all kinds of orders, and how one is offered, checked, kept, held against a question, and told."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cards.i18n import Message, msg, series
from engine.kernel.errors import Refused
from engine.kernel.event import Seen
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.voidream.orders import (
    agreeing,
    arranging,
    cutting,
    defending,
    nightmare,
    passing,
    planning,
    spans,
    stops,
    voiding,
)
from engine.voidream.orders.kind import OrderKind, asked
from engine.voidream.referee import Referee

KINDS: dict[str, OrderKind] = {
    passing.NAME: passing.PASSING,
    nightmare.NAME: nightmare.AVOIDING,
    voiding.NAME: voiding.VOIDING,
    defending.NAME: defending.DEFENDING,
    arranging.NAME: arranging.ARRANGING,
    cutting.NAME: cutting.CUTTING,
    agreeing.MAY: agreeing.SAYING,
    agreeing.ROLL: agreeing.ROLLING,
    planning.NAME: planning.PLANNING,
}
"""By name, the most useful ones first."""


def forms(ref: Referee, seat: int) -> tuple[OrderForm, ...]:
    """Return the orders that a seat can give now: those that would answer what it is asked come first."""
    out: list[OrderForm] = []
    for kind in KINDS.values():
        known = kind.spans(ref, seat)
        if not known:
            continue
        kept = {**spans.moment(ref), **kind.given(ref, seat)}
        untils = tuple((span, spans.UNTIL[span]) for span in known)
        for form in kind.forms(ref, seat):
            order = replace(form.order, said={**form.order.said, **kept}, until=known[0])
            answers = by_order(ref, seat, order, ()).answers
            out.append(replace(form, order=order, untils=untils, answers_now=answers))
    return tuple(sorted(out, key=lambda form: not form.answers_now))


def check(ref: Referee, seat: int, order: Order) -> None:
    """Raise Refused for an order that a seat can't give now."""
    kind = KINDS.get(order.kind)
    if kind is None:
        raise Refused(msg("There is no such order."))
    known = kind.spans(ref, seat)
    if not known:
        raise Refused(msg("That can't be ordered now."))
    unknown = next((stop for stop in order.stops if stop not in kind.stops), None)
    if unknown is not None:
        raise Refused(msg("This order can't end at “{stop}”.", stop=unknown))
    if order.until not in spans.UNTIL:
        raise Refused(msg("An order can't last until “{span}”.", span=order.until))
    if order.until not in known or not _is_complete(ref, seat, order, kind) or not spans.is_now(ref, order):
        raise Refused(msg("That can't be ordered any more: look at your orders again."))
    wrong = kind.wrong(ref, seat, order)
    if wrong is not None:
        raise Refused(wrong)


def _is_complete(ref: Referee, seat: int, order: Order, kind: OrderKind) -> bool:
    """Whether an order keeps the moment at which it was given, as forms do."""
    kept = {**spans.moment(ref), **kind.given(ref, seat)}
    return all(type(order.said.get(key)) is type(value) for key, value in kept.items())


def given_now(ref: Referee, seat: int, order: Order) -> Order | None:
    """Return an order as it would be kept if it were given now; None if it can't be."""
    kind = KINDS[order.kind]
    if order.until not in kind.spans(ref, seat) or kind.wrong(ref, seat, order) is not None:
        return None
    return replace(order, said={**order.said, **spans.moment(ref), **kind.given(ref, seat)})


def by_order(ref: Referee, seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
    """Hold an order against what a seat is asked; see `Match.by_order`."""
    kind = KINDS[order.kind]
    question = asked(ref, seat)
    ended = (
        spans.over(ref, order)
        or stops.stopped(ref, seat, order, question, happened)
        or kind.ended(ref, seat, order, question)
    )
    if ended is not None:
        return Ordered(ended=ended)
    if question is None:
        return Ordered()
    if kind.goes_on is not None:
        return kind.goes_on(ref, seat, order, question, happened)
    return kind.answer(ref, seat, order, question)


def words(order: Order) -> Message:
    """Return an order in a sentence: "Pass in this main phase, until a conflict is initiated or your depth changes."."""
    kind = KINDS[order.kind]
    what, span = kind.words(order), spans.WITHIN[order.until]
    named = series(*map(stops.label, order.stops), joined="or")
    if kind.goes_on is not None:
        until = spans.UNTIL[order.until]
        if not order.stops:
            return msg("{what} It stands {until}.", what=what, until=until)
        return msg(
            "{what} It stands {until}, and ends early if {stops}.", what=what, until=until, stops=named
        )
    if not order.stops:
        return msg("{what} {span}.", what=what, span=span)
    return msg("{what} {span}, until {stops}.", what=what, span=span, stops=named)
