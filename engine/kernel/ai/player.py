"""A player that searches, for matches between programs."""

from __future__ import annotations

import msgspec

from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import Level
from engine.kernel.ai.search import think
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import Know


class Thinker(msgspec.Struct):
    """A player that searches about every question, at its level. Its seed is independent of the match's."""

    thinking: Thinking
    level: Level
    seed: str

    def decide(self, question: Question, know: Know) -> Choice:
        """Return the result of a search about the question."""
        seed = f"{self.seed}, question {question.id}"
        return think(self.thinking, know(), question.seat, self.level, seed).choice
