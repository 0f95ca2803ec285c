"""A house that notes what it has looked at before it drew lots."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.playable import PlayableGame
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import RandomPlayer, See
from tests.bot.kit import lanterns

Seen = list[tuple[int, Any]]
"""For which seats the house has looked, and the views it was shown."""


class Peeking(RandomPlayer):
    """Draws lots, and notes what it has looked at."""

    seen: Seen

    def answer(self, question: Question, see: See) -> Choice:
        self.seen.append((question.seat, see()))
        return super().answer(question, see)


def peeking(seen: Seen) -> PlayableGame:
    """Return Lanterns with such a house, which notes it all in `seen`."""
    return replace(lanterns(), practice=lambda lot: Peeking(lot, seen))
