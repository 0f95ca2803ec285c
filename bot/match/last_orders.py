"""A player's latest order, which a press gives once more."""

from __future__ import annotations

from bot.store import Reading
from bot.store.orders import OrderState
from bot.store.rows import MatchRow
from engine.kernel.game import orders_of
from engine.kernel.match import Match
from engine.kernel.orders.order import Order


async def again(store: Reading, row: MatchRow, match: Match, seat: int) -> tuple[str, Order] | None:
    """Return what a seat has given last of a kind of which one stands at a time, as it would be given now, with its form.

    None while one stands, and where it can't be given any more.
    """
    book = match.game.orders
    if book is None or match.outcome is not None or match.is_out(seat):
        return None
    for one in await store.orders.last(row.id, row.seats[seat].person_id):
        if not book.is_alone(one.order.kind):
            continue
        if one.state is OrderState.STANDING:
            return None
        try:
            order = orders_of(match.game).given_now(match.machine.shown_to(seat), seat, book.read(one.order))
        except (KeyError, ValueError):
            return None
        return None if order is None else (one.form, order)
    return None
