"""Endings of a Voidream match by the rules (§5, §4 Entering Nightmare)."""

from __future__ import annotations

from cards.i18n import msg
from engine.kernel.endings import EndedBy, Ending, endings

BASTION = Ending(
    key="bastion",
    by=EndedBy.RULES,
    name=msg("the bastion has fallen"),
    lost=msg("{who}'s bastion has fallen"),
    you_lost=msg("your bastion has fallen"),
    drawn=msg("both bastions have fallen"),
)
INSANITY = Ending(
    key="insanity",
    by=EndedBy.RULES,
    name=msg("a mind was torn apart by insanity"),
    lost=msg("{who} had no arcanum left for Nightmare"),
    you_lost=msg("you had no arcanum left for Nightmare"),
)

ENDINGS = endings(BASTION, INSANITY)
