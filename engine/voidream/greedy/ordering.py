"""The standing orders that the greedy player gives: what it would answer in any case, as far as it can tell.

Whoever has passed has found nothing better to do: it goes on passing until something changes that could make a
difference, and would avoid Nightmare with the arcanum that it can spare, or enter it, as things stand now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from engine.kernel.orders import Order, OrderForm
from engine.voidream.actions import PASS
from engine.voidream.greedy.sight import Sight
from engine.voidream.orders import arranging, cutting, nightmare, passing, spans, stops

Reckon = Callable[[Sight, str], float]
"""(what is seen, the key of an option): what it is worth."""

STOPS = (stops.CONFLICT, stops.NEW)
"""What makes it think again: whatever else happens changes what it would do too seldom to wait for."""


def orders(
    sight: Sight, forms: Sequence[OrderForm], standing: Sequence[Order], action: Reckon, facing: Reckon
) -> Sequence[Order]:
    """Return the orders to give besides those that stand.

    `action` is what an action is worth, `facing` what avoiding Nightmare with an arcanum or entering it is worth.
    """
    known = {order.kind for order in standing}
    offered: dict[str, list[Order]] = {}
    for form in forms:
        if form.order.kind not in known:
            offered.setdefault(form.order.kind, []).append(form.order)
    out = [order for order in offered.get(arranging.NAME, []) if not order.said["order"]]
    out += [order for order in offered.get(cutting.NAME, []) if order.said["how"] == cutting.NEVER]
    for order in offered.get(passing.NAME, []):
        could: list[str] = order.said[stops.COULD]
        if max(could, key=lambda key: (action(sight, key), key == PASS)) == PASS:
            out.append(replace(order, stops=STOPS, until=spans.ROUND))
    passes = passing.NAME in known or any(order.kind == passing.NAME for order in out)
    if nightmare.NAME in offered and passes:
        out.append(
            max(
                offered[nightmare.NAME],
                key=lambda order: facing(sight, order.said["discard"] or nightmare.ENTER),
            )
        )
    return out
