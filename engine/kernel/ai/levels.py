"""Levels of computer players. All levels know the same; weaker ones search less, and none of them cheats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from cards.i18n import Message, msg


class Level(msgspec.Struct, frozen=True):
    """A level: its key and its name."""

    key: str
    name: Message
    answers: int
    """The maximum number of simulated answers for a decision; 0 for no search (`Thinking.without_search`)."""
    temperature: float = 0.0
    """The temperature of the choice, in win chance (0..1): a higher one gives worse answers more often, 0 never."""
    trust: float = 0.0
    """The certain lead in win chance that another answer needs to replace the first choice.

    Smaller differences may be errors of the formula.
    """


EASY = Level("easy", msg("Easy", "level"), 0)
MEDIUM = Level("medium", msg("Medium", "level"), 100, 0.02)
HARD = Level("hard", msg("Hard", "level"), 700)

LEVELS: Mapping[str, Level] = MappingProxyType({level.key: level for level in (EASY, MEDIUM, HARD)})
"""All levels by key, easiest first."""
