"""Standing orders: see `bot.features.orders.service`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2s

import msgspec
from msgspec.structs import replace

from bot.store.connection import Row, Statement
from bot.store.subject import Columns, Subject
from cards.i18n import Message
from engine.kernel.decoder import json_reader
from engine.kernel.orders.order import Order, StoredOrder
from engine.kernel.orders.plan import PlanLines, PlanStep
from engine.kernel.question import Choice


class OrderState(StrEnum):
    """The state of an order: active, ended automatically, or over for its owner too."""

    STANDING = "standing"
    ENDED = "ended"
    """It ended automatically, and its owner sees the reason until their next decision."""
    OVER = "over"


class StandingOrder(msgspec.Struct, frozen=True):
    """An order given by a player in a match at revision `rev`.

    `number` counts the player's orders in the match from 1; `form` is the name of its form.

    `given_by` and `ended_by` are the interactions that gave and withdrew it. `answered` is the number of
    questions it has answered, and `why` the reason for its automatic end.
    """

    number: int
    form: str
    order: StoredOrder
    rev: int
    at: int
    given_by: int | None
    answered: int = 0
    state: OrderState = OrderState.STANDING
    why: Message | None = None
    ended_by: int | None = None


AHEAD = -1
"""A placeholder for the next question of a player."""


class OrderDraft(msgspec.Struct, frozen=True):
    """A plan being drafted. Its last step may lack its condition or its action.

    `answers` are those on the sheet that begins with the question `begins` (0: none), given at the first
    interruption. One drafted in advance begins with its owner's next question (`AHEAD`). `is_choosing_else`: they are
    choosing the alternative to the last step. `pressed` are the last interactions that added an answer, because the
    same press can arrive twice.
    """

    lines: PlanLines = ((PlanStep(""),),)
    stops: tuple[str, ...] = ()
    until: str = ""
    begins: int = 0
    answers: tuple[Choice, ...] = ()
    is_choosing_else: bool = False
    pressed: tuple[int, ...] = ()

    @property
    def is_ahead(self) -> bool:
        """Whether it was begun before its owner has a question."""
        return self.begins == AHEAD

    @property
    def last(self) -> PlanStep:
        """The step being edited."""
        return self.lines[-1][-1]

    @property
    def digest(self) -> str:
        """A digest of its content, by which controls detect later changes."""
        content = msgspec.to_builtins(self)
        del content["pressed"]
        return blake2s(msgspec.json.encode(content), digest_size=6).hexdigest()

    @property
    def is_blank(self) -> bool:
        """Whether it is empty."""
        return self.lines == ((PlanStep(""),),)

    def with_last(self, step: PlanStep) -> OrderDraft:
        """Return the draft with another last step."""
        return replace(self, lines=(*self.lines[:-1], (*self.lines[-1][:-1], step)))

    def longer(self) -> OrderDraft:
        """Return the draft with one more step in its last line."""
        return replace(self, lines=(*self.lines[:-1], (*self.lines[-1], PlanStep(""))))

    def wider(self) -> OrderDraft:
        """Return the draft with one more line."""
        return replace(self, lines=(*self.lines, (PlanStep(""),)))

    def shorter(self) -> OrderDraft:
        """Return the draft without its last step; the only step is emptied."""
        *before, line = self.lines
        lines = (*before, line[:-1]) if len(line) > 1 else tuple(before)
        return replace(self, lines=lines or ((PlanStep(""),),))


NO_DRAFT = OrderDraft()

_PHRASE = json_reader(Message)
_ORDER = Columns(
    StandingOrder,
    "",
    {"why": lambda text: _PHRASE.read(text) if text else None},
    order="data",
    rev="given_rev",
    at="given_at",
)
_DRAFT = json_reader(OrderDraft)


def draft_of(match_id: int, person: int) -> Statement:
    """Return the statement for a player's draft in a match, for `draft_in`."""
    return "SELECT data FROM plans WHERE match_id = ? AND person_id = ?", (match_id, person)


def draft_in(rows: Sequence[Row]) -> OrderDraft:
    """Return the draft from the rows of `draft_of`, an empty one if there is none."""
    return _DRAFT.read(rows[0][0]) if rows else NO_DRAFT


class OrderQueries(Subject):
    """Players' orders."""

    async def of(self, match_id: int, person: int) -> list[StandingOrder]:
        """Return a player's active orders in a match, and ended ones they haven't been told of, oldest first."""
        return await self._records(
            _ORDER,
            "FROM orders WHERE match_id = ? AND person_id = ? AND state <> 'over' ORDER BY number",
            match_id,
            person,
        )

    async def order(self, match_id: int, person: int, number: int) -> StandingOrder | None:
        """Return an order, even if it has ended."""
        return await self._record(
            _ORDER,
            "FROM orders WHERE match_id = ? AND person_id = ? AND number = ?",
            match_id,
            person,
            number,
        )

    async def last(self, match_id: int, person: int) -> list[StandingOrder]:
        """Return a player's latest orders in a match, newest first, including ended ones."""
        return await self._records(
            _ORDER,
            "FROM orders WHERE match_id = ? AND person_id = ? ORDER BY number DESC LIMIT 8",
            match_id,
            person,
        )

    async def given_by(self, interaction: int) -> StandingOrder | None:
        """Return the order that an interaction gave."""
        return await self._record(_ORDER, "FROM orders WHERE given_by = ?", interaction)

    async def draft(self, match_id: int, person: int) -> OrderDraft:
        """Return a player's draft of a plan in a match, an empty one if there is none."""
        (rows,) = await self._connection.fetch(draft_of(match_id, person))
        return draft_in(rows)


class OrderStatements(OrderQueries):
    """Orders, inside a transaction."""

    async def put_draft(self, match_id: int, person: int, draft: OrderDraft) -> None:
        """Store a player's draft of a plan. An empty one is deleted."""
        if draft == NO_DRAFT:
            await self._execute("DELETE FROM plans WHERE match_id = ? AND person_id = ?", match_id, person)
            return
        key = {"match_id": match_id, "person_id": person}
        await self._put("plans", key, data=msgspec.json.encode(draft).decode())

    async def go_on(self, match_id: int, person: int, number: int, order: Order) -> None:
        """Store a multi-step order after an answer."""
        await self._execute(
            "UPDATE orders SET data = ? WHERE match_id = ? AND person_id = ? AND number = ?",
            msgspec.json.encode(order.stored).decode(),
            match_id,
            person,
            number,
        )

    async def add(
        self, match_id: int, person: int, form: str, order: Order, rev: int, at: int, given_by: int
    ) -> int:
        """Add an order and return its number."""
        return await self._number(
            "INSERT INTO orders (match_id, person_id, number, form, data, given_rev, given_at, given_by) "
            "SELECT CAST(? AS BIGINT), CAST(? AS BIGINT), COALESCE(MAX(number), 0) + 1, ?, ?, CAST(? AS BIGINT), "
            "CAST(? AS BIGINT), CAST(? AS BIGINT) FROM orders "
            "WHERE match_id = ? AND person_id = ? RETURNING number",
            match_id,
            person,
            form,
            msgspec.json.encode(order.stored).decode(),
            rev,
            at,
            given_by,
            match_id,
            person,
        )

    async def end(
        self, match_id: int, person: int, number: int, why: Message | None = None, ended_by: int | None = None
    ) -> None:
        """End an order: with a reason that its owner must still see, or for good (None)."""
        await self._execute(
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
        await self._execute(
            "UPDATE orders SET answered = answered + 1 WHERE match_id = ? AND person_id = ? AND number = ?",
            match_id,
            person,
            number,
        )

    async def mark_ends_read(self, match_id: int, person: int) -> None:
        """Store that a player has seen why their orders ended."""
        await self._execute(
            "UPDATE orders SET state = 'over' WHERE match_id = ? AND person_id = ? AND state = 'ended'",
            match_id,
            person,
        )

    async def end_all(self, match_id: int) -> None:
        """End all orders in a match and delete the drafts, because it is over."""
        await self._execute("DELETE FROM plans WHERE match_id = ?", match_id)
        await self._execute(
            "UPDATE orders SET state = 'over' WHERE match_id = ? AND state <> 'over'", match_id
        )
