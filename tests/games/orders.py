"""Order books of games, modified for a test."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from engine.kernel.orders.book import OrderBook


def with_methods(book: OrderBook[Any, Any] | None, **methods: Callable[..., object]) -> OrderBook[Any, Any]:
    """Return an order book with some methods replaced."""
    assert book is not None
    other = copy(book)
    vars(other).update(methods)
    return other
