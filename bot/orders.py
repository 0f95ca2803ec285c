"""Standing orders as they are kept: secret, by match and person, and no part of what a match's revision or log tells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import structlog

from bot import logs
from cards.locales import Phrase, say
from engine.kernel.game import Game
from engine.kernel.orders import Order

_log: structlog.stdlib.BoundLogger = structlog.get_logger("voidream.orders")

MOST = 10
"""Orders that somebody can have in a match at the same time."""


class OrderState(StrEnum):
    """How far an order has got."""

    STANDING = "standing"
    ENDED = "ended"
    """It ended by itself, which its owner is told until they have decided something."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order that somebody has given in a match, when it was at revision `rev`. `number` counts theirs there from 1;
    `form` names what was chosen.

    `given_by` and `ended_by` are the interactions that gave it and withdrew it. `answered` is how many questions it has
    answered, and `why` the reason why it ended by itself.
    """

    number: int
    form: str
    order: Order
    rev: int
    at: int
    given_by: int | None
    answered: int = 0
    state: OrderState = OrderState.STANDING
    why: Phrase | None = None
    ended_by: int | None = None


def in_words(game: Game, order: Order) -> Phrase:
    """Return an order in a sentence for its owner; also one that was given to an older version and can't be read any more.

    Nobody may be kept from playing by what was ordered long ago.
    """
    try:
        return game.order_words(order)
    except Exception as error:
        logs.failure(_log, "order_unreadable", error)
        return say("An order that can't be read any more.")


class OrdersReading(Protocol):
    """Orders that people have given."""

    async def of(self, match_id: int, person: int) -> list[StandingOrder]:
        """Return somebody's orders in a match that stand, or whose end they are still to be told, the oldest first."""
        ...

    async def order(self, match_id: int, person: int, number: int) -> StandingOrder | None:
        """Return an order, whatever became of it."""
        ...

    async def given_by(self, interaction: int) -> StandingOrder | None:
        """Return the order that an interaction gave."""
        ...


class OrdersWriting(OrdersReading, Protocol):
    """Orders, inside a transaction."""

    async def add(
        self, match_id: int, person: int, form: str, order: Order, rev: int, at: int, given_by: int
    ) -> int:
        """Add an order and return its number."""
        ...

    async def end(
        self, match_id: int, person: int, number: int, why: Phrase | None = None, ended_by: int | None = None
    ) -> None:
        """End an order: with a reason that its owner is still to be told, or for good."""
        ...

    async def has_answered(self, match_id: int, person: int, number: int) -> None:
        """Count an answer that an order gave."""
        ...

    async def told(self, match_id: int, person: int) -> None:
        """Say that somebody knows why their orders have ended."""
        ...

    async def end_all(self, match_id: int) -> None:
        """End all orders in a match: it is over."""
        ...
