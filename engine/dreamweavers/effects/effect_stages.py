"""The stages of an effect in progress, and the reasons to wait."""

from __future__ import annotations

from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import ResolveEffect
from engine.dreamweavers.program import Op, Program
from engine.dreamweavers.referee import Referee
from engine.kernel.effects.line import meanings

CARDS = "cards"
ORDER = "order"
BEGUN = "begun"
"""The stage in which another procedure performs the instruction. It has ended when the effect continues."""


def context_of(_ref: Referee, frame: ResolveEffect) -> EffectContext:
    """Return the current point of view of the effect."""
    it, _ = meanings(frame)
    return EffectContext(frame.seat, frame.card, frame.tag, frame.title, it, frame.named)


def program_of(ref: Referee, frame: ResolveEffect) -> Program:
    """Return the program of the effect."""
    return ref.pool.program(frame.title, frame.line)


def ops_of(ref: Referee, frame: ResolveEffect) -> tuple[Op, ...]:
    """Return the numbered operations of the effect."""
    return program_of(ref, frame).ops
