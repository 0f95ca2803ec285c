"""Levels of computer players. All levels know the same; weaker ones search less, and none of them cheats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from cards.i18n import Message, msg


class Level(msgspec.Struct, frozen=True):
    """A level: its key, and what it is called."""

    key: str
    name: Message
    answers: int
    """The maximum number of simulated answers for a decision; 0: it does not search (`Thinking.without_search`)."""
    temperature: float = 0.0
    """The temperature of the choice, in chance to win (0..1): larger gives worse answers more often; 0: never."""
    trust: float = 0.0
    """The win chance by which another answer must surely look better than the first impulse to be given instead.

    What differs by little may differ by the faults of the formula alone.
    """


EASY = Level("easy", msg("Easy", "level"), 0)
MEDIUM = Level("medium", msg("Medium", "level"), 100, 0.02)
HARD = Level("hard", msg("Hard", "level"), 700)

LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in (EASY, MEDIUM, HARD)})
"""All levels by key, the easiest first."""
