"""What has become of Voidream's part of a save, and of the decks that a match keeps, format by format.

A change is made to plain data and uses no class of today: so it always does what it did when it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.saving import Migration

_POSITION_1 = (
    "cards",
    "seats",
    "round",
    "phase",
    "phases",
    "phase_count",
    "active",
    "passed",
    "faced",
    "last_passer",
    "conflict",
    "in_nightmare",
    "ongoing",
    "tags",
    "history",
    "left",
    "shuffled",
)
"""The fields of a position in format 1, in their order."""


def _position_by_names(saved: dict[str, Any]) -> None:
    """1 to 2: the fields of a position have names."""
    position = saved["position"]
    position |= zip(_POSITION_1, position.pop(""), strict=True)


MIGRATIONS: tuple[Migration, ...] = (Migration(3, _position_by_names),)
"""From the first format to the next, and so on. A change is added at the end, with the kernel's format of the day."""


def _decks_by_names(kept: Any) -> dict[str, Any]:
    """1 to 2: the parts of a deck have names."""
    seats, cards = kept
    names = ("deck", "bastion", "mind", "arcana", "dream")
    return {"format": 2, "seats": [dict(zip(names, seat, strict=True)) for seat in seats], "cards": cards}


KEPT_DECKS: tuple[Callable[[Any], dict[str, Any]], ...] = (_decks_by_names,)
"""The same for what a match keeps of its decks. Their bytes stay as they are: they are migrated each time they are read."""
