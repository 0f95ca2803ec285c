"""The order book of Voidream: all kinds of orders, with how long they last and what ends them."""

from __future__ import annotations

from engine.kernel.order_book import OrderBook, Spans, Stops
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
from engine.voidream.orders.kind import OrderKind
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

BOOK = OrderBook[Referee](
    KINDS,
    Spans(spans.UNTIL, spans.WITHIN, spans.moment, spans.over, spans.is_now),
    Stops(stops.label, stops.stopped),
)
