"""Standing orders, as the SQLite store keeps them: see `bot.orders.records`."""

from __future__ import annotations

from typing import Any

import aiosqlite
import msgspec

from bot.orders.records import OrderDraft, OrderState, StandingOrder
from cards.i18n import Message
from engine.kernel.orders import Order

_COLUMNS = (
    "SELECT number, form, data, given_rev, given_at, given_by, answered, state, why, ended_by FROM orders "
)


class SqliteOrders:
    """Statements about standing orders."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        return list(await self._connection.execute_fetchall(sql, values))

    async def of(self, match_id: int, person: int) -> list[StandingOrder]:
        """Return somebody's orders in a match that stand, or whose end they are still to be told, the oldest first."""
        rows = await self._all(
            _COLUMNS + "WHERE match_id = ? AND person_id = ? AND state <> 'over' ORDER BY number",
            match_id,
            person,
        )
        return [_order(row) for row in rows]

    async def order(self, match_id: int, person: int, number: int) -> StandingOrder | None:
        """Return an order, whatever became of it."""
        rows = await self._all(
            _COLUMNS + "WHERE match_id = ? AND person_id = ? AND number = ?", match_id, person, number
        )
        return next((_order(row) for row in rows), None)

    async def given_by(self, interaction: int) -> StandingOrder | None:
        """Return the order that an interaction gave."""
        rows = await self._all(_COLUMNS + "WHERE given_by = ?", interaction)
        return next((_order(row) for row in rows), None)

    async def draft(self, match_id: int, person: int) -> OrderDraft | None:
        """Return the plan that somebody is making out in a match."""
        rows = await self._all(
            "SELECT data FROM plans WHERE match_id = ? AND person_id = ?", match_id, person
        )
        return msgspec.json.decode(rows[0][0], type=OrderDraft) if rows else None

    async def put_draft(self, match_id: int, person: int, draft: OrderDraft | None) -> None:
        """Keep the plan that somebody is making out, or drop it."""
        await self._all("DELETE FROM plans WHERE match_id = ? AND person_id = ?", match_id, person)
        if draft is not None:
            kept = msgspec.json.encode(draft).decode()
            await self._all(
                "INSERT INTO plans (match_id, person_id, data) VALUES (?, ?, ?)", match_id, person, kept
            )

    async def go_on(self, match_id: int, person: int, number: int, order: Order) -> None:
        """Keep an order that goes from step to step as it stands after an answer."""
        await self._all(
            "UPDATE orders SET data = ? WHERE match_id = ? AND person_id = ? AND number = ?",
            msgspec.json.encode(order).decode(),
            match_id,
            person,
            number,
        )

    async def add(
        self, match_id: int, person: int, form: str, order: Order, rev: int, at: int, given_by: int
    ) -> int:
        """Add an order and return its number."""
        rows = await self._all(
            "INSERT INTO orders (match_id, person_id, number, form, data, given_rev, given_at, given_by) "
            "SELECT ?, ?, COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ? FROM orders "
            "WHERE match_id = ? AND person_id = ? RETURNING number",
            match_id,
            person,
            form,
            msgspec.json.encode(order).decode(),
            rev,
            at,
            given_by,
            match_id,
            person,
        )
        return int(rows[0][0])

    async def end(
        self, match_id: int, person: int, number: int, why: Message | None = None, ended_by: int | None = None
    ) -> None:
        """End an order: with a reason that its owner is still to be told, or for good."""
        await self._all(
            "UPDATE orders SET state = ?, why = ?, ended_by = ? WHERE match_id = ? AND person_id = ? AND number = ?",
            OrderState.OVER if why is None else OrderState.ENDED,
            "" if why is None else msgspec.json.encode(why).decode(),
            ended_by,
            match_id,
            person,
            number,
        )

    async def has_answered(self, match_id: int, person: int, number: int) -> None:
        """Count an answer that an order gave."""
        await self._all(
            "UPDATE orders SET answered = answered + 1 WHERE match_id = ? AND person_id = ? AND number = ?",
            match_id,
            person,
            number,
        )

    async def told(self, match_id: int, person: int) -> None:
        """Say that somebody knows why their orders have ended."""
        await self._all(
            "UPDATE orders SET state = 'over' WHERE match_id = ? AND person_id = ? AND state = 'ended'",
            match_id,
            person,
        )

    async def end_all(self, match_id: int) -> None:
        """End all orders in a match, and drop what was being made out: it is over."""
        await self._all("DELETE FROM plans WHERE match_id = ?", match_id)
        await self._all("UPDATE orders SET state = 'over' WHERE match_id = ? AND state <> 'over'", match_id)


def _order(row: Any) -> StandingOrder:
    return StandingOrder(
        number=row[0],
        form=row[1],
        order=msgspec.json.decode(row[2], type=Order),
        rev=row[3],
        at=row[4],
        given_by=row[5],
        answered=row[6],
        state=OrderState(row[7]),
        why=msgspec.json.decode(row[8], type=Message) if row[8] else None,
        ended_by=row[9],
    )
