"""The content of block plans, and the keys of plans for the rest of a turn (DD95, DD96)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kernel.orders.order import Parameters

PLAN, MOVE, ACQUIRE = "plan", "move", "acquire"
"""The plan for the rest of a turn: its kind, the condition of its steps, and the act without a separate option."""
BLOCK = "block"
NO_BLOCK, CARDS, LOWEST_PRICE, ASK = "no block", "cards", "lowest price", "ask"
"""The answers of lines."""
CHEAP, FLOOR, BIG, EACH = "cheap", "floor", "big", "each"
"""The ready-made block plans, some with a number that their owner chooses."""


class BlockLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a block plan. It gives its answer if all of its conditions are met.

    `attacker` is the attacker's seat, -1 for any. `loss` is the minimum loss without a block, `lp` the maximum of LP left
    without one, -1 for any. `hit`: the attack has effects upon a hit. `nth` is the number of the attack in its turn, 0 for
    any. `cards` are the blocker and its helpers, in order. The block must keep the loss within `most` (-1: any), leave
    `keeps` LP, and with `hits` make the attacker lose LP; otherwise the next line decides.
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
    """A block plan: its own lines, or those of a ready-made plan with the number `n`.

    `listed` are the owner's cards by price, from the cheapest: the price of a card is its place. Those after `END` aren't
    used. Unlisted cards are the most expensive, or aren't used if others come after `END`. `doing` is the block in
    progress: the blocker and its helpers.
    """

    ready: str = ""
    lines: tuple[BlockLine, ...] = ()
    doing: tuple[str, ...] = ()


def lines_of(plan: BlockPlan) -> tuple[BlockLine, ...]:
    """Return the lines of a plan, including those of a ready-made one."""
    match plan.ready:
        case "cheap":
            return BlockLine(LOWEST_PRICE, most=plan.n), BlockLine(NO_BLOCK)
        case "floor":
            endangered = BlockLine(ASK, lp=plan.n - 1)
            return replace(endangered, answer=LOWEST_PRICE, keeps=plan.n), endangered, BlockLine(NO_BLOCK)
        case "big":
            return BlockLine(ASK, loss=plan.n), BlockLine(ASK, hit=True), BlockLine(NO_BLOCK)
        case "each":
            return (BlockLine(ASK),)
        case _:
            return plan.lines
