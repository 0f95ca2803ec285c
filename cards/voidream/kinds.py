"""The kinds of cards (rulebook §2 Components)."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a card."""

    ARCANUM = "arcanum"
    THOUGHT = "thought"
    MEMORY = "memory"
    ENTITY = "entity"
    CONSTRUCT = "construct"
    BASTION = "bastion"
    MIND = "mind"


STAYING_KINDS = frozenset({Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT})
"""Those that are played and stay in play."""

DREAM_KINDS = STAYING_KINDS | {Kind.THOUGHT}
"""Those of the Dream deck that are played."""

PLAYED_KINDS = DREAM_KINDS | {Kind.ARCANUM}
"""Those that are played."""
