"""What a kind of standing order must say of itself."""

from __future__ import annotations

from typing import cast

from engine.kernel import order_book
from engine.kernel.orders import Order
from engine.voidream.referee import Referee

OrderKind = order_book.OrderKind[Referee]
"""What a kind of standing order of Voidream must say of itself."""


def titles_in(order: Order, most: int) -> list[str] | None:
    """Return the titles that an order lists under "order"; None if that is no list of different titles, or too long."""
    said = order.said.get("order")
    if not isinstance(said, list):
        return None
    titles = [str(each) for each in cast("list[object]", said)]
    return titles if len(set(titles)) == len(titles) <= most else None
