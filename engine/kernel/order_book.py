"""The order book of a game: all kinds of orders it takes, and how one is offered, checked, kept, held against a question, and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from cards.i18n import Message, msg, series
from engine.kernel.errors import Refused
from engine.kernel.events.event import Facts, Seen
from engine.kernel.machine import Machine
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked

M = TypeVar("M", bound=Machine[Any])


def never(machine: Any, seat: int, order: Order, question: Asked | None) -> Message | None:
    """Return no reason to end: what an order of this kind was written for can't be gone."""
    return None


def nothing(machine: Any, seat: int) -> Facts:
    """Return that nothing is kept of the moment at which an order of this kind is given."""
    return {}


class OrderKind(msgspec.Struct, Generic[M], frozen=True):
    """A kind of order.

    `forms`: (machine, seat), the orders of this kind that the seat can give, without `answers_now`.
    `spans`: (machine, seat), how long one can last now, the usual span first; none if none can be given.
    `wrong`: (machine, seat, order), why what it says can't be ordered, or None. Its span and its stops are looked at
    elsewhere.
    `answer`: (machine, seat, order, question), how it answers while it lasts.
    `ended`: (machine, seat, order, question if there is one), why what it was written for is gone, or None.
    `words`: (order), what is done, as a sentence begins, without how long: "Pass"; if it `goes_on`, whole sentences.
    """

    forms: Callable[[M, int], Sequence[OrderForm]]
    spans: Callable[[M, int], Sequence[str]]
    wrong: Callable[[M, int, Order], Message | None]
    answer: Callable[[M, int, Order, Asked], Ordered]
    words: Callable[[Order], Message]
    ended: Callable[[M, int, Order, Asked | None], Message | None] = never
    stops: tuple[str, ...] = ()
    """The names of the events that can end one."""
    given: Callable[[M, int], Facts] = nothing
    """(machine, seat), what is kept of the moment at which one is given, besides what `spans` keeps."""
    goes_on: Callable[[M, int, Order, Asked, Sequence[Seen]], Ordered] | None = None
    """In place of `answer`, for an order that goes on from step to step: it is handed what has happened, too."""


class Spans(msgspec.Struct, Generic[M], frozen=True):
    """How long orders of a game last.

    `until` are the spans as their owner chooses them, `within` the same in a sentence. `moment` is where in the match it is,
    which is kept with an order, and by which `over` tells later why its span is over, or None; `is_now` tells whether an
    order's span is one that is running.
    """

    until: Mapping[str, Message]
    within: Mapping[str, Message]
    moment: Callable[[M], Facts]
    over: Callable[[M, Order], Message | None]
    is_now: Callable[[M, Order], bool]


class Stops(msgspec.Struct, Generic[M], frozen=True):
    """What ends orders before their time: `label` is an event as it stands after "until".

    `stopped`: (machine, seat, order, question if there is one, what has happened since), the reason if one of an order's
    has come.
    """

    label: Callable[[str], Message]
    stopped: Callable[[M, int, Order, Asked | None, Sequence[Seen]], Message | None]


def asked(machine: Machine[Any], seat: int) -> Asked | None:
    """Return what a seat is being asked."""
    return machine.position.questions.get(seat)


class OrderBook(msgspec.Struct, Generic[M], frozen=True):
    """All kinds of orders of a game, by name, the most useful ones first."""

    kinds: Mapping[str, OrderKind[M]]
    spans: Spans[M]
    stops: Stops[M]

    def forms(self, machine: M, seat: int) -> tuple[OrderForm, ...]:
        """Return the orders that a seat can give now: those that would answer what it is asked come first."""
        out: list[OrderForm] = []
        for kind in self.kinds.values():
            known = kind.spans(machine, seat)
            if not known:
                continue
            kept = {**self.spans.moment(machine), **kind.given(machine, seat)}
            untils = tuple((span, self.spans.until[span]) for span in known)
            for form in kind.forms(machine, seat):
                order = replace(form.order, said={**form.order.said, **kept}, until=known[0])
                answers = self.by_order(machine, seat, order, ()).answers
                out.append(replace(form, order=order, untils=untils, answers_now=answers))
        return tuple(sorted(out, key=lambda form: not form.answers_now))

    def check(self, machine: M, seat: int, order: Order) -> None:
        """Raise Refused for an order that a seat can't give now."""
        kind = self.kinds.get(order.kind)
        if kind is None:
            raise Refused(msg("There is no such order."))
        known = kind.spans(machine, seat)
        if not known:
            raise Refused(msg("That can't be ordered now."))
        unknown = next((stop for stop in order.stops if stop not in kind.stops), None)
        if unknown is not None:
            raise Refused(msg("This order can't end at “{stop}”.", stop=unknown))
        if order.until not in self.spans.until:
            raise Refused(msg("An order can't last until “{span}”.", span=order.until))
        if (
            order.until not in known
            or not self._is_complete(machine, seat, order, kind)
            or not self.spans.is_now(machine, order)
        ):
            raise Refused(msg("That can't be ordered any more: look at your orders again."))
        wrong = kind.wrong(machine, seat, order)
        if wrong is not None:
            raise Refused(wrong)

    def _is_complete(self, machine: M, seat: int, order: Order, kind: OrderKind[M]) -> bool:
        """Whether an order keeps the moment at which it was given, as forms do."""
        kept = {**self.spans.moment(machine), **kind.given(machine, seat)}
        return all(type(order.said.get(key)) is type(value) for key, value in kept.items())

    def given_now(self, machine: M, seat: int, order: Order) -> Order | None:
        """Return an order as it would be kept if it were given now; None if it can't be."""
        kind = self.kinds[order.kind]
        if order.until not in kind.spans(machine, seat) or kind.wrong(machine, seat, order) is not None:
            return None
        kept = {**self.spans.moment(machine), **kind.given(machine, seat)}
        return replace(order, said={**order.said, **kept})

    def by_order(self, machine: M, seat: int, order: Order, happened: Sequence[Seen]) -> Ordered:
        """Hold an order against what a seat is asked; see `Match.by_order`."""
        kind = self.kinds[order.kind]
        question = asked(machine, seat)
        ended = (
            self.spans.over(machine, order)
            or self.stops.stopped(machine, seat, order, question, happened)
            or kind.ended(machine, seat, order, question)
        )
        if ended is not None:
            return Ordered(ended=ended)
        if question is None:
            return Ordered()
        if kind.goes_on is not None:
            return kind.goes_on(machine, seat, order, question, happened)
        return kind.answer(machine, seat, order, question)

    def words(self, order: Order) -> Message:
        """Return an order in a sentence: "Pass in this main phase, until a conflict is initiated or your depth changes."."""
        kind = self.kinds[order.kind]
        what, span = kind.words(order), self.spans.within[order.until]
        named = series(*map(self.stops.label, order.stops), joined="or")
        if kind.goes_on is not None:
            until = self.spans.until[order.until]
            if not order.stops:
                return msg("{what} It stands {until}.", what=what, until=until)
            return msg(
                "{what} It stands {until}, and ends early if {stops}.", what=what, until=until, stops=named
            )
        if not order.stops:
            return msg("{what} {span}.", what=what, span=span)
        return msg("{what} {span}, until {stops}.", what=what, span=span, stops=named)
