"""Vigil as it is thought about: everything is tried, and who has more light and oil is ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cards.i18n import Message, msg
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, Question, QuestionKind
from engine.kernel.simulation import ComputerPlayer, RandomPlayer
from engine.kernel.thinking.formula import Formula
from engine.kernel.thinking.thinking import MOST_CANDIDATES, Thinking
from tests.games.vigil.game import VIGIL
from tests.games.vigil.player import Watchful
from tests.games.vigil.position import VigilPosition


class VigilThinking(Thinking):
    """For two seats."""

    game = VIGIL
    formula = Formula(("light", "oil"), (0.8, 0.2))
    words: Mapping[str, Message] = {
        "light": msg("light, which counts in the end", "vigil"),
        "oil": msg("oil left to burn", "vigil"),
    }

    def features(self, machine: AnyMachine, seat: int) -> Sequence[float]:
        position = _position(machine)
        mine, theirs = position.watchers[seat], position.watchers[1 - seat]
        return (float(mine.light - theirs.light), float(mine.oil - theirs.oil))

    def policy(self, chance: Chance) -> ComputerPlayer:
        return Watchful(chance)

    def careless(self, chance: Chance) -> ComputerPlayer:
        return RandomPlayer(chance)

    def candidates(self, question: Question, view: Any, first: Choice) -> Sequence[Choice]:
        if question.kind is QuestionKind.NUMBER:
            numbers = range(question.minimum, question.maximum + 1)
            return (first, *[(str(n),) for n in numbers if (str(n),) != first])[:MOST_CANDIDATES]
        if question.minimum == 1 == question.maximum:
            return (first, *[(one.key,) for one in question.options if (one.key,) != first])[:MOST_CANDIDATES]
        return (first,)

    def horizon(self, machine: AnyMachine) -> Callable[[AnyMachine], bool]:
        night = _position(machine).night
        return lambda later: _position(later).night > night


def _position(machine: AnyMachine) -> VigilPosition:
    position = machine.position
    assert isinstance(position, VigilPosition)
    return position


VIGIL_THINKING = VigilThinking()
