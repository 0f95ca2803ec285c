"""The rules' knowledge of an instruction of the card language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from engine.voidream.event_kinds import GameEvent
from engine.voidream.frames import ResolveLine
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Op_co = TypeVar("Op_co", covariant=True)
"""The instruction. Covariant although functions take one: a verb is only looked up by the class of its instruction."""


class Verb(msgspec.Struct, Generic[Op_co], frozen=True):
    """An instruction: how it is performed, whether it would change something now, and what it is certain to be.

    `perform` is called with the line's frame and the seat that performs it, again and again until it says `done` or `fail`
    (see `lines`); between calls it may wait for answers and windows, and keeps what it needs in the frame. `is_possible` and
    `foresee` are called with whom the line speaks for. `foresee` is the event that Before triggers of the whole line are about
    (§7); None where they come with the event itself.
    """

    perform: Callable[[Referee, ResolveLine, Op_co, int], None]
    is_possible: Callable[[Referee, EffectContext, Op_co], bool]
    foresee: Callable[[Referee, EffectContext, Op_co], GameEvent | None] | None = None
