"""What the rules need to know about an instruction of the card language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.kernel.position import Frame
from engine.voidream.events.events import GameEvent
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext

Performing = Callable[[Referee, Frame, Any, int], None]
"""(referee, the line's frame, the instruction, the seat that performs it)."""

Possible = Callable[[Referee, EffectContext, Any], bool]
"""(referee, whom the line speaks for, the instruction)."""

Foreseeing = Callable[[Referee, EffectContext, Any], GameEvent | None]
"""(referee, whom the line speaks for, the instruction)."""


@dataclass(frozen=True, slots=True)
class Verb:
    """An instruction: how it is performed, whether it would change something now, and what it is certain to be.

    `perform` is called again until it says `done` or `fail` (see `lines`); between calls it may wait for answers and
    windows, and keeps what it needs in the frame's variables. `foresee` is the deed that Before triggers of the whole
    line are about (§7); None where they come with the deed itself.
    """

    perform: Performing
    is_possible: Possible
    foresee: Foreseeing | None = None
