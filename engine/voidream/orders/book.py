"""The order book of Voidream: all kinds of orders, their durations and stop events."""

from __future__ import annotations

from cards.i18n import msg
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, same_answer
from engine.kernel.orders.order import Parameters
from engine.voidream.orders import (
    agreements,
    cuts,
    durations,
    nightmare,
    passes,
    plan_orders,
    trigger_orders,
    void_choice,
)
from engine.voidream.orders.durations import GivenMoment
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

DEFEND = "defend"

BOOK = OrderBook[Referee, GivenMoment](
    [
        passes.PASSING,
        nightmare.AVOIDING,
        void_choice.VOIDING,
        same_answer(
            DEFEND,
            durations.LONG,
            (),
            Topic.DEFENDERS,
            (),
            Offer(
                Parameters(),
                msg("Defend with no entities"),
                msg("Whenever your opponent attacks, you declare no defenders."),
            ),
        ),
        trigger_orders.ARRANGING,
        cuts.CUTTING,
        agreements.SAYING,
        agreements.ROLLING,
        plan_orders.PLANNING,
    ],
    durations.SPANS,
    durations.STOPS,
    GivenMoment,
    durations.moment,
    durations.witness,
)
"""The kinds of orders, most useful first."""
