"""The order book of Voidream: all kinds of orders, with how long they last and what ends them."""

from __future__ import annotations

from cards.i18n import msg
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kinds import same_answer
from engine.voidream.orders import agreeing, arranging, cutting, nightmare, passing, planning, terms, voiding
from engine.voidream.orders.terms import Given
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee

DEFEND = "defend"

BOOK = OrderBook[Referee, Given](
    [
        passing.PASSING,
        nightmare.AVOIDING,
        voiding.VOIDING,
        same_answer(
            DEFEND,
            terms.LONG,
            (),
            Topic.DEFENDERS,
            (),
            msg("Defend with nobody"),
            msg("Whenever your opponent attacks, you declare no defenders."),
        ),
        arranging.ARRANGING,
        cutting.CUTTING,
        agreeing.SAYING,
        agreeing.ROLLING,
        planning.PLANNING,
    ],
    terms.SPANS,
    terms.STOPS,
    Given,
    terms.moment,
    terms.witness,
)
"""The most useful kinds first."""
