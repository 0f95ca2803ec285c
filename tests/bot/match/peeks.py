"""A random player that records the views it is shown."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.playable import PlayableGame
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import RandomPlayer, See
from tests.bot.kit import lanterns

Seen = list[tuple[int, Any]]
"""The seats that the bot has looked from, with their views."""


class Peeking(RandomPlayer):
    """Plays at random, and records its views."""

    seen: Seen

    def answer(self, question: Question, see: See) -> Choice:
        self.seen.append((question.seat, see()))
        return super().answer(question, see)


def peeking(seen: Seen) -> PlayableGame:
    """Return Lanterns with such a player, which records its views in `seen`."""
    return replace(lanterns(), practice=lambda lot: Peeking(lot, seen))
