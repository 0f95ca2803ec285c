"""Responses in turn until no one responds. Then all take effect, last first.

A game derives a frame from `PriorityFrame`, with a field for the waiting effects, and builds the procedure with
`priority`. A player who has left isn't asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from engine.kernel.machine import AnyMachine, Procedure
from engine.kernel.position import Frame

M = TypeVar("M", bound=AnyMachine)
F = TypeVar("F", bound="PriorityFrame")


class PriorityFrame(Frame):
    """A round of responses: the seats in order, the current one, and those that have passed since the last response.

    `choice` is the current seat's answer to the game's question, None if it wasn't asked, or has left.
    """

    order: list[int]
    at: int = 0
    passed: list[int] = msgspec.field(default_factory=list[int])
    choice: list[str] | None = None

    @property
    def seat(self) -> int:
        """The current seat."""
        return self.order[self.at]


def priority(
    frame: type[F],
    ask: Callable[[M, F], None],
    hear: Callable[[M, F], bool],
    resolve: Callable[[M, F], bool],
) -> Procedure[M]:
    """Return the procedure of a round of responses.

    `ask` asks `frame.seat` for a response, into `choice`. If it asks nothing, the seat passes. `hear` gets a choice and
    returns whether it is a response: then all are asked again, else the seat has passed. `resolve` carries out the last
    effect, and returns whether there was one.
    """

    def ask_next(m: M, frame: F) -> None:
        if set(m.playing) <= {*frame.passed}:
            frame.step = "resolve_last"
            return
        while frame.seat not in m.playing:
            frame.at = (frame.at + 1) % len(frame.order)
        frame.choice = None
        ask(m, frame)

    def hear_answer(m: M, frame: F) -> None:
        if frame.choice is not None and hear(m, frame):
            frame.passed = []
        else:
            frame.passed.append(frame.seat)
        frame.at = (frame.at + 1) % len(frame.order)
        frame.step = "ask_next"

    def resolve_last(m: M, frame: F) -> None:
        if resolve(m, frame):
            frame.step = "resolve_last"

    return Procedure(frame, ask_next, hear_answer, resolve_last)
