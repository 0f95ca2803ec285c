"""The content of block plans and plans for the rest of a turn (DD95, DD96), for their owners and for those who judge them."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kernel.orders.order import Parameters

PLAN, MOVE, ACQUIRE = "plan", "move", "acquire"
"""The plan for the rest of a turn: its kind, what its steps wait for, and the act that has no option of its own."""
BLOCK = "block"
NO_BLOCK, CARDS, LOWEST_PRICE, ASK = "no block", "cards", "lowest price", "ask"
"""Answers."""
CHEAP, FLOOR, BIG, EACH = "cheap", "floor", "big", "each"
"""Plans that are ready-made, with a number that their owner chooses."""


class BlockLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a block plan: it fits if all of its conditions do; then it answers.

    `attacker`: who attacks; `loss`: what would be lost without a blocker, or more; `lp`: what would be left without one, or
    less; `hit`: something follows upon a hit; `nth`: which attack of the turn it is.
    `cards` are the blocker and its helpers, in order. `most` is the highest loss, -1 for any, `keeps` how many LP must be left, and
    `hits` whether the attacker must lose LP: with cards that don't lead to that, the line does not fit.
    """

    answer: str
    attacker: int = -1
    loss: int = 0
    lp: int = -1
    hit: bool = False
    nth: int = 0
    cards: tuple[str, ...] = ()
    most: int = -1
    keeps: int = 0
    hits: bool = False


class BlockPlan(Parameters, frozen=True):
    """A block plan: its own lines, or those of a ready-made one with the number `n`.

    `listed` are the own cards by price, the cheapest first: a card costs its place. Those behind `END` are kept; a card that is
    not in the list comes last, unless some are kept.
    `doing` is the block in progress: the blocker and its helpers.
    """

    ready: str = ""
    lines: tuple[BlockLine, ...] = ()
    doing: tuple[str, ...] = ()


def lines_of(said: BlockPlan) -> tuple[BlockLine, ...]:
    """Return the lines of a plan, also of one that is ready-made."""
    match said.ready:
        case "cheap":
            return BlockLine(LOWEST_PRICE, most=said.n), BlockLine(NO_BLOCK)
        case "floor":
            endangered = BlockLine(ASK, lp=said.n - 1)
            return replace(endangered, answer=LOWEST_PRICE, keeps=said.n), endangered, BlockLine(NO_BLOCK)
        case "big":
            return BlockLine(ASK, loss=said.n), BlockLine(ASK, hit=True), BlockLine(NO_BLOCK)
        case "each":
            return (BlockLine(ASK),)
        case _:
            return said.lines
