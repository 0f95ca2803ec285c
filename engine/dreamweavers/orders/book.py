"""The order book of Dreamweavers: all kinds of orders, their durations and stop events."""

from __future__ import annotations

from engine.dreamweavers.orders import (
    answers,
    defence,
    durations,
    plan_orders,
    setup_orders,
    trigger_orders,
)
from engine.dreamweavers.orders.durations import GivenMoment
from engine.dreamweavers.referee import Referee
from engine.kernel.orders.book import OrderBook

BOOK = OrderBook[Referee, GivenMoment](
    [
        setup_orders.DRAFT_LIST,
        setup_orders.KEEP,
        answers.PASS_KIND,
        defence.NO_SHIELDS_KIND,
        defence.NOT_FOR_THOUGHTS_KIND,
        defence.SHIELDS_KIND,
        answers.TRAP_KIND,
        trigger_orders.TRIGGER_ORDER,
        plan_orders.PLANNING,
    ],
    durations.SPANS,
    durations.STOPS,
    GivenMoment,
    durations.moment,
)
"""The kinds of orders, most useful first."""
