"""Changes of a view by events of Dreams of Dystopia: the keys of differences, and names for several of them."""

from __future__ import annotations

from engine.dreams_of_dystopia.zones import DISCARD, HAND, TABLE, USED
from engine.kernel.events.changes import Change

SUPPLY = Change("supply")
TURN = Change("turn")
COMBAT = Change("combat")
OVER = Change("over")


def zones(seat: int, *names: str) -> list[Change]:
    """Return the changes of zones of a player."""
    return [Change(name, seat) for name in names]


def score(seat: int) -> list[Change]:
    """Return the change of a player's LP or FAME."""
    return [Change("score", seat)]


def in_force(seat: int) -> list[Change]:
    """Return the change of what is in force for a player in this turn or this Combat."""
    return [Change("in force", seat), COMBAT]


def fighting(seat: int) -> list[Change]:
    """Return the changes as a player's card goes into a Combat."""
    return [*zones(seat, HAND, TABLE, USED, DISCARD), COMBAT]
