"""The rules' functions for an instruction of the card language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from engine.voidream.event_kinds import GameEvent
from engine.voidream.frames import ResolveLine
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Op_co = TypeVar("Op_co", covariant=True)
"""The instruction. Covariant although functions take one: a verb is only looked up by its instruction's class."""


class Verb(msgspec.Struct, Generic[Op_co], frozen=True):
    """An instruction: its execution, whether it would change anything now, and the event that it will certainly cause.

    `perform` is called with the line's frame and the performing seat, repeatedly until it calls `done` or `fail` (see
    `lines`). Between calls it may wait for answers and windows, with its state in the frame. `is_possible` and `foresee`
    are called with the line's context. `foresee` returns the event for Before triggers of the whole line (§7), or None if
    they resolve with the event itself.
    """

    perform: Callable[[Referee, ResolveLine, Op_co, int], None]
    is_possible: Callable[[Referee, EffectContext, Op_co], bool]
    foresee: Callable[[Referee, EffectContext, Op_co], GameEvent | None] | None = None
