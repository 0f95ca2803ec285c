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
"""The kinds that stay in play after being played."""

DREAM_KINDS = STAYING_KINDS | {Kind.THOUGHT}
"""The playable kinds of the Dream deck."""

PLAYED_KINDS = DREAM_KINDS | {Kind.ARCANUM}
"""The playable kinds."""
