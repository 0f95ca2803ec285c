"""The order book of Dreams of Dystopia."""

from __future__ import annotations

from engine.dreams_of_dystopia.orders import durations
from engine.dreams_of_dystopia.orders.block_plans import BLOCK_PLAN
from engine.dreams_of_dystopia.orders.durations import GivenMoment
from engine.dreams_of_dystopia.orders.plan_orders import PLANNING
from engine.dreams_of_dystopia.referee import Referee
from engine.kernel.orders.book import OrderBook

BOOK = OrderBook[Referee, GivenMoment](
    [BLOCK_PLAN, PLANNING], durations.SPANS, durations.STOPS, GivenMoment, durations.moment
)
"""The most useful kinds first."""
