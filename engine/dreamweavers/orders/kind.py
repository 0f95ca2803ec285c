"""What the orders of Dreamweavers have in common."""

from __future__ import annotations

from typing import cast

from cards.i18n import Message
from engine.dreamweavers.referee import Referee
from engine.kernel import order_book
from engine.kernel.orders import Order

OrderKind = order_book.OrderKind[Referee]
"""What a kind of standing order of Dreamweavers must say of itself."""


def nothing_wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    """Return that there is nothing wrong with an order that says nothing but its kind."""
    return None


END = ""
"""In a list of things to be put in order: what stands behind it was not picked."""


def picked(names: list[str]) -> list[str]:
    """Return those of a list that stand before its `END`; all of it if there is no end in it."""
    return names[: names.index(END)] if END in names else names


def listed(order: Order, most: int) -> list[str] | None:
    """Return what an order lists under "order"; None if that is no list of different names, or too long."""
    said = order.said.get("order")
    if not isinstance(said, list):
        return None
    names = [str(each) for each in cast("list[object]", said)]
    return names if len(set(names)) == len(names) <= most else None


def number_in(order: Order, low: int, high: int) -> int | None:
    """Return the number that an order says under "n"; None if it is none between these."""
    number = order.said.get("n")
    return number if type(number) is int and low <= number <= high else None
