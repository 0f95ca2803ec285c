"""The order book of Dreamweavers: all kinds of orders, with how long they last and what ends them."""

from __future__ import annotations

from engine.dreamweavers.orders import answering, defending, planning, setting_up, spans, stops
from engine.dreamweavers.orders.kind import OrderKind
from engine.dreamweavers.referee import Referee
from engine.kernel.order_book import OrderBook, Spans, Stops

KINDS: dict[str, OrderKind] = {
    setting_up.DRAFTING: setting_up.DRAFT_LIST,
    setting_up.KEEPING: setting_up.KEEP,
    answering.PASSING: answering.PASS_KIND,
    defending.NO_SHIELDS: defending.NO_SHIELDS_KIND,
    defending.NOT_FOR_THOUGHTS: defending.NOT_FOR_THOUGHTS_KIND,
    defending.SHIELDS: defending.SHIELDS_KIND,
    answering.TRAP: answering.TRAP_KIND,
    planning.NAME: planning.PLANNING,
}
"""By name, the most useful ones first."""

BOOK = OrderBook[Referee](
    KINDS,
    Spans(spans.UNTIL, spans.WITHIN, spans.moment, spans.over, spans.is_now),
    Stops(stops.label, stops.stopped),
)
