"""The order book of Dreamweavers: all kinds of orders, with how long they last and what ends them."""

from __future__ import annotations

from engine.dreamweavers.orders import answers, defence, plan_orders, setting_up, terms
from engine.dreamweavers.orders.terms import Given
from engine.dreamweavers.referee import Referee
from engine.kernel.orders.book import OrderBook

BOOK = OrderBook[Referee, Given](
    [
        setting_up.DRAFT_LIST,
        setting_up.KEEP,
        answers.PASS_KIND,
        defence.NO_SHIELDS_KIND,
        defence.NOT_FOR_THOUGHTS_KIND,
        defence.SHIELDS_KIND,
        answers.TRAP_KIND,
        plan_orders.PLANNING,
    ],
    terms.SPANS,
    terms.STOPS,
    Given,
    terms.moment,
)
"""The most useful kinds first."""
