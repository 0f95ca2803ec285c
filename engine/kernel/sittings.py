"""Sittings: a seat makes a decision in several answers, and the others learn of it when it is done.

Between the first answer and the end of a sitting, others see the match as it was when the seat was first asked: its
board, its counts, and the open questions. Events are held back, and announced in order at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, cast

import msgspec
from typing_extensions import TypeVar

from engine.kernel.events.event import Event, Fact, KeptEvent
from engine.kernel.position import Frame

F_co = TypeVar("F_co", bound=Fact, covariant=True, default=Fact)


class Sitting(Frame, Generic[F_co], tag="sitting", kw_only=True):
    """A sitting in progress. It lies under the procedures that ask its seat; see `Machine.sit`.

    A game names the facts that can be held back: `Sitting[Drew | Blocked]` is one of the frames of its stack.
    """

    seat: int
    before: bytes = b""
    """The position as the others see it; empty until the seat has answered something."""
    held: list[KeptEvent[F_co]] = msgspec.field(default_factory=list[KeptEvent[F_co]])
    """The facts that are held back, oldest first."""
    drawn: list[int] = msgspec.field(default_factory=list[int])
    """For each event held back, how much chance had been drawn when it happened."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The facts that are held back, oldest first."""
        return tuple(kept.event for kept in self.held)


def sitting_in(stack: Sequence[Frame]) -> Sitting | None:
    """Return the sitting of which the others know nothing yet; None if there is none."""
    sittings = (cast("Sitting", frame) for frame in stack if isinstance(frame, Sitting))
    return next((one for one in sittings if one.before), None)
