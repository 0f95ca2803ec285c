"""Kinds of orders: what every kind says of itself, and the ones that answer alike each time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from cards.i18n import Message, Series, msg
from engine.kernel.events.event import Seen
from engine.kernel.machine import AnyMachine
from engine.kernel.orders.durations import M, Span
from engine.kernel.orders.order import Order, Ordered, Parameters
from engine.kernel.question import PendingQuestion

P_co = TypeVar("P_co", bound=Parameters, covariant=True, default=Parameters)
"""The parameters of an order of a kind."""


def asked(machine: AnyMachine, seat: int) -> PendingQuestion | None:
    """Return what a seat is being asked."""
    return machine.position.questions.get(seat)


class OrderSpans(msgspec.Struct, Generic[M], frozen=True, kw_only=True):
    """The spans of orders of a kind.

    `spans_now`: (machine, seat), the spans that can be chosen now, the usual one first, if those aren't all of the kind's that
    are running; none if no order can be given.
    """

    spans_now: Callable[[M, int], Sequence[str]] | None = None
    is_alone: bool = False
    """Whether an order takes the place of any other of its kind that its owner has given."""


class BaseKind(OrderSpans[M], Generic[M, P_co], frozen=True):
    """The common interface of all kinds of orders.

    `name` is its key, and `parameters` the class of what an order of it says. `spans` are the names of the spans that one can
    last, the usual one first, `stops` those of the events that can end one early.
    """

    name: str
    parameters: type[P_co]
    spans: tuple[str, ...]
    stops: tuple[str, ...]

    @abstractmethod
    def why_wrong(self, machine: M, seat: int, order: Order) -> Message | None:
        """Return why what an order says can't be ordered now, None if it can."""

    @abstractmethod
    def judge(
        self, machine: M, seat: int, order: Order, question: PendingQuestion, happened: Sequence[Seen]
    ) -> Ordered:
        """Return how an order that lasts answers a question; see `OrderBook.by_order`."""

    @abstractmethod
    def sentence(self, order: Order, stops: Series | None, span: Span[M]) -> Message:
        """Return an order in words, with its stops joined by "or" and its span."""

    def why_ended(
        self, machine: M, seat: int, order: Order, question: PendingQuestion | None
    ) -> Message | None:
        """Return why what an order was written for is gone, None if it isn't."""
        return None

    def said(self, order: Order) -> P_co:
        """Return what an order of this kind says."""
        assert isinstance(order.parameters, self.parameters)
        return order.parameters


class Offer(msgspec.Struct, Generic[P_co], frozen=True):
    """An order as a kind offers it: the part of an `OrderForm` that the order book doesn't know.

    `usual` are the stops that are ticked to begin with, `stops` those that can be chosen, None for all of the kind's.
    """

    parameters: P_co
    label: Message
    detail: Message
    usual: tuple[str, ...] = ()
    stops: tuple[str, ...] | None = None
    number: tuple[int, int] | None = None
    things: tuple[tuple[str, Message], ...] = ()
    name: str = ""
    quick: Message | None = None
    always: Message | None = None
    beside: Message | None = None


class OrderKind(BaseKind[M, P_co], frozen=True):
    """A kind of order that answers alike each time.

    `offers`: (machine, seat), the orders of this kind that the seat can give.
    `words`: (what it says), what is done, as a sentence begins, without how long: "Pass".
    `topics` are those of the questions that it answers. `answer`: (machine, seat, what it says, question), how it does.
    `wrong`: (machine, seat, what it says), why that can't be ordered now, or None.
    `ended`: (machine, seat, what it says, question if there is one), why what it was written for is gone, or None.
    """

    topics: tuple[str, ...]
    offers: Callable[[M, int], Sequence[Offer[P_co]]]
    words: Callable[[P_co], Message]
    answer: Callable[[M, int, P_co, PendingQuestion], Ordered]
    wrong: Callable[[M, int, P_co], Message | None] = lambda machine, seat, said: None
    ended: Callable[[M, int, P_co, PendingQuestion | None], Message | None] = (
        lambda machine, seat, said, question: None
    )

    def why_wrong(self, machine: M, seat: int, order: Order) -> Message | None:
        """Return why what an order says can't be ordered now, None if it can."""
        return self.wrong(machine, seat, self.said(order))

    def why_ended(
        self, machine: M, seat: int, order: Order, question: PendingQuestion | None
    ) -> Message | None:
        """Return why what an order was written for is gone, None if it isn't."""
        return self.ended(machine, seat, self.said(order), question)

    def judge(
        self, machine: M, seat: int, order: Order, question: PendingQuestion, happened: Sequence[Seen]
    ) -> Ordered:
        """Return how an order answers a question, nothing for one of another topic."""
        if question.topic not in self.topics:
            return Ordered()
        return self.answer(machine, seat, self.said(order), question)

    def sentence(self, order: Order, stops: Series | None, span: Span[M]) -> Message:
        """Return "Pass in this main phase, until a conflict is initiated or your depth changes."."""
        what = self.words(self.said(order))
        if stops is None:
            return msg("{what} {span}.", what=what, span=span.within)
        return msg("{what} {span}, until {stops}.", what=what, span=span.within, stops=stops)
