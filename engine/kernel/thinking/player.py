"""A player that searches, for matches between programs."""

from __future__ import annotations

import msgspec

from engine.kernel.question import Choice, Question
from engine.kernel.simulation import Know
from engine.kernel.thinking.levels import Level
from engine.kernel.thinking.search import think
from engine.kernel.thinking.thinking import Thinking


class Thinker(msgspec.Struct):
    """Thinks about every question that it is asked, as well as its level does. Its seed has nothing to do with the match's."""

    thinking: Thinking
    level: Level
    seed: str

    def decide(self, question: Question, know: Know) -> Choice:
        """Return what comes of thinking about the question."""
        seed = f"{self.seed}, question {question.id}"
        return think(self.thinking, know(), question.seat, self.level, seed).choice
