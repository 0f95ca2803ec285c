"""Responses in turn until no one responds. Then all take effect, last first.

A game derives a frame from `PriorityFrame`, with whatever waits to take effect in a field of its own, and makes the
procedure with `priority`. A player who has left is neither asked nor waited for.
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
    """A round of answers: the seats in turn, whose turn it is among them, and who has passed since the last answer.

    `choice` is what the seat whose turn it is has answered to the game's question, None if it was not asked, or left.
    """

    order: list[int]
    at: int = 0
    passed: list[int] = msgspec.field(default_factory=list[int])
    choice: list[str] | None = None

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.order[self.at]


def priority(
    frame: type[F],
    ask: Callable[[M, F], None],
    hear: Callable[[M, F], bool],
    resolve: Callable[[M, F], bool],
) -> Procedure[M]:
    """Return the procedure of a round of answers.

    `ask` puts the question whether `frame.seat` answers into `choice`; where it asks nothing, the seat passes. `hear` is
    called with a choice, and returns whether it is an answer: then all are asked again, else the seat has passed.
    `resolve` lets what came last take effect, and returns whether there was anything left.
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
