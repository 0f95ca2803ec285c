"""How the rules end a match of Voidream (§5, §4 Entering Nightmare)."""

from __future__ import annotations

from cards.locales import say
from engine.kernel.endings import EndedBy, Ending, endings

BASTION = Ending(
    key="bastion",
    by=EndedBy.RULES,
    name=say("a deck without its bastion"),
    lost=say("{who}'s bastion has fallen"),
    you_lost=say("your bastion has fallen"),
    drawn=say("both bastions have fallen"),
)
INSANITY = Ending(
    key="insanity",
    by=EndedBy.RULES,
    name=say("insanity in Nightmare"),
    lost=say("{who} had no arcanum left to give to Nightmare"),
    you_lost=say("you had no arcanum left to give to Nightmare"),
)

ENDINGS = endings(BASTION, INSANITY)
