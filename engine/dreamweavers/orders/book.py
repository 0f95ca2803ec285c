"""The order book of Dreamweavers: all kinds of orders, with how long they last and what ends them."""

from __future__ import annotations

from engine.dreamweavers.orders import answering, defending, planning, setting_up, terms
from engine.dreamweavers.orders.terms import Given
from engine.dreamweavers.referee import Referee
from engine.kernel.orders.book import OrderBook

BOOK = OrderBook[Referee, Given](
    [
        setting_up.DRAFT_LIST,
        setting_up.KEEP,
        answering.PASS_KIND,
        defending.NO_SHIELDS_KIND,
        defending.NOT_FOR_THOUGHTS_KIND,
        defending.SHIELDS_KIND,
        answering.TRAP_KIND,
        planning.PLANNING,
    ],
    terms.SPANS,
    terms.STOPS,
    Given,
    terms.moment,
)
"""The most useful kinds first."""
