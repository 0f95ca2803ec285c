"""What the bot asks of its store about standing orders: secret, by match and person, and no part of what a match's revision or log tells."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2s
from typing import Protocol

import msgspec
from msgspec.structs import replace

from cards.i18n import Message
from engine.kernel.orders.order import KeptOrder, Order
from engine.kernel.orders.plan import PlanLines, PlanStep
from engine.kernel.question import Choice


class OrderState(StrEnum):
    """How far an order has got."""

    STANDING = "standing"
    ENDED = "ended"
    """It ended by itself, which its owner is told until they have decided something."""
    OVER = "over"


class StandingOrder(msgspec.Struct, frozen=True):
    """An order that somebody has given in a match, when it was at revision `rev`. `number` counts theirs there from 1;
    `form` names what was chosen.

    `given_by` and `ended_by` are the interactions that gave it and withdrew it. `answered` is how many questions it has
    answered, and `why` the reason why it ended by itself.
    """

    number: int
    form: str
    order: KeptOrder
    rev: int
    at: int
    given_by: int | None
    answered: int = 0
    state: OrderState = OrderState.STANDING
    why: Message | None = None
    ended_by: int | None = None


AHEAD = -1
"""Stands for the question that somebody will be asked."""


class OrderDraft(msgspec.Struct, frozen=True):
    """A plan while it is being made out: its last step may lack what it waits for, or what is done then.

    `answers` are those on the sheet that begins with the question `begins` (0: none): they are given when something comes in.
    One that was begun before its owner is asked begins with what they will be asked (`AHEAD`).
    """

    lines: PlanLines = ((PlanStep(""),),)
    stops: tuple[str, ...] = ()
    until: str = ""
    begins: int = 0
    answers: tuple[Choice, ...] = ()

    @property
    def is_ahead(self) -> bool:
        """Whether its sheet was begun before its owner is asked."""
        return self.begins == AHEAD

    @property
    def last(self) -> PlanStep:
        """The step that is being made out."""
        return self.lines[-1][-1]

    @property
    def mark(self) -> str:
        """What it says, in short: by this, controls know whether it is what they were shown with."""
        return blake2s(msgspec.json.encode(self), digest_size=6).hexdigest()

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been said yet."""
        return self.lines == ((PlanStep(""),),)

    def with_last(self, step: PlanStep) -> OrderDraft:
        """Return it with another last step."""
        return replace(self, lines=(*self.lines[:-1], (*self.lines[-1][:-1], step)))

    def longer(self) -> OrderDraft:
        """Return it with one step more in its last line."""
        return replace(self, lines=(*self.lines[:-1], (*self.lines[-1], PlanStep(""))))

    def wider(self) -> OrderDraft:
        """Return it with another line."""
        return replace(self, lines=(*self.lines, (PlanStep(""),)))

    def shorter(self) -> OrderDraft:
        """Return it without its last step; the only one is emptied."""
        *before, line = self.lines
        lines = (*before, line[:-1]) if len(line) > 1 else tuple(before)
        return replace(self, lines=lines or ((PlanStep(""),),))


class OrdersReading(Protocol):
    """Orders that people have given."""

    async def of(self, match_id: int, person: int) -> list[StandingOrder]:
        """Return somebody's orders in a match that stand, or whose end they are still to be told, the oldest first."""
        ...

    async def order(self, match_id: int, person: int, number: int) -> StandingOrder | None:
        """Return an order, also one that has ended."""
        ...

    async def given_by(self, interaction: int) -> StandingOrder | None:
        """Return the order that an interaction gave."""
        ...

    async def draft(self, match_id: int, person: int) -> OrderDraft | None:
        """Return the plan that somebody is making out in a match."""
        ...


class OrdersWriting(OrdersReading, Protocol):
    """Orders, inside a transaction."""

    async def add(
        self, match_id: int, person: int, form: str, order: Order, rev: int, at: int, given_by: int
    ) -> int:
        """Add an order and return its number."""
        ...

    async def end(
        self, match_id: int, person: int, number: int, why: Message | None = None, ended_by: int | None = None
    ) -> None:
        """End an order: with a reason that its owner is still to be told, or for good."""
        ...

    async def go_on(self, match_id: int, person: int, number: int, order: Order) -> None:
        """Keep an order that goes from step to step as it stands after an answer."""
        ...

    async def put_draft(self, match_id: int, person: int, draft: OrderDraft | None) -> None:
        """Keep the plan that somebody is making out, or drop it."""
        ...

    async def has_answered(self, match_id: int, person: int, number: int) -> None:
        """Count an answer that an order gave."""
        ...

    async def told(self, match_id: int, person: int) -> None:
        """Say that somebody knows why their orders have ended."""
        ...

    async def end_all(self, match_id: int) -> None:
        """End all orders in a match, and drop what was being made out: it is over."""
        ...
