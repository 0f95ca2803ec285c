"""What a player's zones and the phases of a match are called in a scenario (DW13)."""

from __future__ import annotations

from engine.dreamweavers.position import (
    DRAFT,
    EGO,
    FEELINGS,
    HAND,
    ID,
    INTENT,
    MAIN,
    MIND,
    MULLIGAN,
    THOUGHTS,
    UPKEEP,
)

ZONES = (MIND, HAND, EGO, ID, THOUGHTS, FEELINGS)
"""A player's zones, as they are called in a scenario and in a position."""
ZONE = "|".join(ZONES)
"""The names of zones as a regular expression."""
PHASES = (DRAFT, INTENT, MULLIGAN, UPKEEP, MAIN)
"""Where a scenario may begin."""
