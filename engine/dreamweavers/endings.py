"""Endings of a Dreamweavers match by its rules (§How do you win, DW96, DW97, DW103, DW104)."""

from __future__ import annotations

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings

EGO = Ending(
    key="ego",
    by=EndedBy.RULES,
    name=msg("an Ego is broken"),
    lost=msg("{who} took damage with an empty Ego"),
    you_lost=msg("you took damage with an empty Ego"),
    drawn=msg("both took damage with an empty Ego"),
)
REPETITION = Ending(
    key="repetition",
    by=EndedBy.RULES,
    name=msg("the same position for the third time"),
    drawn=msg("the same position came up for the third time"),
)
TURN_LIMIT = Ending(
    key="turns",
    by=EndedBy.RULES,
    name=msg("a hundred turns"),
    drawn=msg("a hundred turns have passed"),
)

ENDINGS = endings(EGO, REPETITION, TURN_LIMIT)
