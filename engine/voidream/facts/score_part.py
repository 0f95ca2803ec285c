"""The parts of conflict scores, as views show them and the log stores them (§4)."""

from __future__ import annotations

import msgspec


class ScorePart(msgspec.Struct, frozen=True):
    """One of the numbers that add up to a conflict score (§4)."""

    what: str
    """depth, entity (it takes part), dread (an opponent's entity with Dread), mind, effect (of a card), or limit (what
    goes beyond the largest number there is, taken away again)."""
    title: str
    """The card that the number comes from; "" for depth and limit."""
    number: int
