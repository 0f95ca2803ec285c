"""Migrations of Dreamweavers' part of a save, format by format.

A change is made to plain data and uses no class of today: so it always does what it did when it was written.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.saving import Migration


def _attacks_in_combat(saved: dict[str, Any]) -> None:
    """1 to 2: an attack says whether combat has begun instead of whether it is over; it was over once it was decided.

    In a match that is over nothing is in progress any more: it makes no difference there.
    """
    position = saved["position"]
    attack, stack = position["attack"], position["stack"]
    if attack is not None:
        attack[6] = attack[6] or not stack or any(frame["procedure"] == "damage" for frame in stack)


def _sets_are_promised(saved: dict[str, Any]) -> None:
    """2 to 3: a kept set says whether the commitment covers it; one that says nothing is not covered: nothing needs to be done."""


def _each_players_part(saved: dict[str, Any]) -> None:
    """3 to 4: an effect knows where it was before it began to repeat something, and whose turn of "each player" it is.

    In one of before, who was willing did it together, and goes on so; what is repeated goes on from where it is.
    """
    for frame in saved["position"]["stack"]:
        if frame.get("counts"):
            frame["before"] = [[len(frame.get("chosen", [])), frame.get("it", [])] for _ in frame["counts"]]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(6, _attacks_in_combat),
    Migration(6, _sets_are_promised),
    Migration(6, _each_players_part),
)
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""
