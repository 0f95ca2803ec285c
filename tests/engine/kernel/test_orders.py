"""Order books: errors on creation, and stored orders."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cards.i18n import msg
from engine.dreamweavers.orders import durations as dreamweavers
from engine.dreamweavers.orders.answers import Trap
from engine.dreamweavers.orders.book import BOOK as DREAMWEAVERS
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, same_answer, whole_match
from engine.kernel.orders.order import Order, OrderMoment, Parameters, StoredOrder
from engine.kernel.orders.plan import PlanParameters, PlanStep
from engine.voidream.orders import durations as voidream
from engine.voidream.orders.book import BOOK as VOIDREAM
from engine.voidream.orders.nightmare import Nightmare


class Round(OrderMoment, frozen=True):
    n: int = 0


def book(kept: type[OrderMoment] = OrderMoment, **changed: Any) -> OrderBook[Any, Any]:
    """Return an order book with one kind of order, with some fields replaced."""
    kind = same_answer(
        "wait", ("match",), (), "act", ("wait",), Offer(Parameters(), msg("Wait"), msg("You wait."))
    )
    return OrderBook([replace(kind, **changed)], [whole_match()], [], kept, lambda machine, seat: kept())


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"spans": ()}, "the order “wait” names no span, so that nothing would end it."),
    ({"spans": ("week",)}, "the order “wait” lasts until “week”, which is no span of this game."),
    ({"stops": ("rain",)}, "the order “wait” ends at “rain”, which is no stop of this game."),
    ({"kept": Round}, "the order “wait” says “n”, which is kept of the moment at which it is given."),
]


@pytest.mark.parametrize(("changed", "sentence"), WRONG)
def test_an_order_book_that_contradicts_itself_is_refused(changed: dict[str, Any], sentence: str) -> None:
    assert book().kinds
    with pytest.raises(ValueError, match=sentence):
        book(**changed)


STORED: list[tuple[OrderBook[Any, Any], str, Order]] = [
    (
        VOIDREAM,
        '["Nightmare",{"discard":"Bell","round":3,"phase":2,"conflict":0},[],"round"]',
        Order("Nightmare", Nightmare(discard="Bell"), voidream.GivenMoment(round=3, phase=2), (), "round"),
    ),
    (
        VOIDREAM,
        '["pass",{"round":1,"phase":1,"conflict":0,"could":[["pass",""],"play Bell"],"depth":2,"mine":[4]},["new"],"match"]',
        Order(
            "pass",
            Parameters(),
            voidream.GivenMoment(round=1, phase=1, could=(("pass", ""), "play Bell"), depth=2, mine=(4,)),
            ("new",),
            "match",
        ),
    ),
    (
        VOIDREAM,
        '["plan",{"at":[0,1],"lines":[[["turn","pass",[]],["fight","throughout"]]],"round":1,"asked":7},[],"match",5]',
        Order(
            "plan",
            PlanParameters(lines=((PlanStep("turn", "pass"), PlanStep("fight", "throughout")),), at=(0, 1)),
            voidream.GivenMoment(asked=7, round=1),
            (),
            "match",
            5,
        ),
    ),
    (
        DREAMWEAVERS,
        '["shields",{"order":["Wall",""],"n":4,"turn":2,"mine":true},["damage"],"turn"]',
        Order(
            "shields",
            Parameters(n=4, listed=("Wall", "")),
            dreamweavers.GivenMoment(turn=2, mine=True),
            ("damage",),
            "turn",
        ),
    ),
    (
        DREAMWEAVERS,
        '["trap",{"card":"Wall","play":"Nod","turn":2,"mine":false},[],"match"]',
        Order("trap", Trap(card="Wall", play="Nod"), dreamweavers.GivenMoment(turn=2), (), "match"),
    ),
]
"""Stored orders, from the first versions on."""


@pytest.mark.parametrize(("orders", "stored", "order"), STORED)
def test_orders_that_were_stored_are_read(orders: OrderBook[Any, Any], stored: str, order: Order) -> None:
    assert orders.read(msgspec.json.decode(stored, type=StoredOrder)) == order
    again = msgspec.json.encode(order.stored)
    assert orders.read(msgspec.json.decode(again, type=StoredOrder)) == order


@pytest.mark.parametrize("sentence", ['{"discard":3}', '{"order":"Bell"}', '{"n":true}', '{"n":"3"}', "[]"])
def test_invalid_orders_are_not_read(sentence: str) -> None:
    with pytest.raises(ValueError, match="Expected"):
        VOIDREAM.read(StoredOrder("Nightmare", msgspec.Raw(sentence.encode())))
    with pytest.raises(KeyError):
        VOIDREAM.read(StoredOrder("win"))
