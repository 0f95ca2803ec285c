"""What a kind of standing order must say of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import msgspec

from cards.i18n import Message
from engine.kernel.event import Facts, Seen
from engine.kernel.orders import Order, Ordered, OrderForm
from engine.kernel.question import Asked
from engine.voidream.referee import Referee


def never(ref: Referee, seat: int, order: Order, question: Asked | None) -> Message | None:
    """Return no reason to end: what an order of this kind was written for can't be gone."""
    return None


def nothing(ref: Referee, seat: int) -> Facts:
    """Return that nothing is kept of the moment at which an order of this kind is given."""
    return {}


class OrderKind(msgspec.Struct, frozen=True):
    """A kind of order.

    `forms`: (referee, seat), the orders of this kind that the seat can give, without `answers_now`.
    `spans`: (referee, seat), how long one can last now, the usual span first; none if none can be given.
    `wrong`: (referee, seat, order), why what it says can't be ordered, or None. Its span and its stops are looked at
    elsewhere.
    `answer`: (referee, seat, order, question), how it answers while it lasts.
    `ended`: (referee, seat, order, question if there is one), why what it was written for is gone, or None.
    `words`: (order), what is done, as a sentence begins, without how long: "Pass"; if it `goes_on`, whole sentences.
    """

    forms: Callable[[Referee, int], Sequence[OrderForm]]
    spans: Callable[[Referee, int], Sequence[str]]
    wrong: Callable[[Referee, int, Order], Message | None]
    answer: Callable[[Referee, int, Order, Asked], Ordered]
    words: Callable[[Order], Message]
    ended: Callable[[Referee, int, Order, Asked | None], Message | None] = never
    stops: tuple[str, ...] = ()
    """The names of the events that can end one."""
    given: Callable[[Referee, int], Facts] = nothing
    """(referee, seat), what is kept of the moment at which one is given, besides what `spans` keeps."""
    goes_on: Callable[[Referee, int, Order, Asked, Sequence[Seen]], Ordered] | None = None
    """In place of `answer`, for an order that goes on from step to step: it is handed what has happened, too."""


def asked(ref: Referee, seat: int) -> Asked | None:
    """Return what a seat is being asked."""
    return ref.position.questions.get(seat)


def titles_in(order: Order, most: int) -> list[str] | None:
    """Return the titles that an order lists under "order"; None if that is no list of different titles, or too long."""
    said = order.said.get("order")
    if not isinstance(said, list):
        return None
    titles = [str(each) for each in cast("list[object]", said)]
    return titles if len(set(titles)) == len(titles) <= most else None
