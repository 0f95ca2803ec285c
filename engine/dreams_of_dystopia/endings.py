"""Endings of a match of Dreams of Dystopia by its rules, and of a player's part in it (DD38, DD73, DD76)."""

from __future__ import annotations

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings

FALLEN = Ending(
    key="fallen",
    by=EndedBy.RULES,
    name=msg("no LP left"),
    lost=msg("{who} had no LP left"),
    you_lost=msg("you had no LP left"),
    drawn=msg("all remaining players went out at the same moment"),
)
STANDSTILL = Ending(
    key="standstill",
    by=EndedBy.RULES,
    name=msg("a standstill"),
    drawn=msg("no one lost any LP in twenty turns each"),
)

ENDINGS = endings(FALLEN, STANDSTILL)
