"""What a game supplies to be thought about: which answers to try, who plays on, where to stop, and what it comes to.

All of it is pure: it reads a position that was drawn from what somebody knows, never the true one.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cards.i18n import Message
from engine.kernel.chance import Chance
from engine.kernel.game import Game
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, Question
from engine.kernel.simulation import ComputerPlayer
from engine.kernel.thinking.formula import Formula
from engine.kernel.thinking.levels import LEVELS, Level

MOST_CANDIDATES = 6
"""So many answers to a question are tried at most."""


class PlayOuts(msgspec.Struct, frozen=True):
    """How many clear mistakes were played out to the end with both answers, and how often the better one won more often.

    Only who has been found right so often is believed (`play_outs` counts it): else nobody is told of a mistake.
    """

    mistakes: int = 0
    confirmed: int = 0

    @property
    def are_enough(self) -> bool:
        """Whether people may be told of their mistakes: of at least 50, four in five were confirmed."""
        return self.mistakes >= 50 and 5 * self.confirmed >= 4 * self.mistakes


class Thinking(ABC):
    """How a game is thought about, whichever seat thinks."""

    game: Game
    formula: Formula
    """Says who is likely to win, from `features`."""
    words: Mapping[str, Message]
    """What people call the features, by their keys: "arcana within reach"."""
    levels: Mapping[str, Level] = LEVELS
    """Its levels, by the keys of `LEVELS`: the same numbers make another player of another game."""
    even_through: int = 0
    """The last round in which the formula knows no better than a coin; until then, looking back says "even"."""
    play_outs: PlayOuts = PlayOuts()
    """What came of checking the mistakes that looking back finds; mistakes are shown only if that is enough."""

    @abstractmethod
    def features(self, machine: AnyMachine, seat: int) -> Sequence[float]:
        """Return what the formula reckons with, for a seat: each its own less the other's.

        All of it is open to both players, so that the true position and one that was drawn say the same.
        """

    @abstractmethod
    def policy(self, chance: Chance) -> ComputerPlayer:
        """Return who plays on after the answer that is tried, for every seat: quick and sensible. `chance` breaks its ties."""

    @abstractmethod
    def careless(self, chance: Chance) -> ComputerPlayer:
        """Return who plays on the easiest level: one that takes not always what looks best to it."""

    def unthinking(self, level: Level, chance: Chance) -> ComputerPlayer:
        """Return who plays at a level that does not search: carelessly, unless a game knows better."""
        return self.careless(chance)

    @abstractmethod
    def candidates(self, question: Question, view: Any, first: Choice) -> Sequence[Choice]:
        """Return the answers that are worth trying, at most `MOST_CANDIDATES`, none twice: `first`, the policy's own, comes first.

        `view` is the asked seat's own.
        """

    @abstractmethod
    def horizon(self, machine: AnyMachine) -> Callable[[AnyMachine], bool]:
        """Return what says of a later position that playing on from this one ends there, such as at the end of the round."""

    def __reduce__(self) -> str:
        """Another process is told by its name which one is meant: that of a variable of the module of its class."""
        module = sys.modules[type(self).__module__]
        return next(name for name, value in vars(module).items() if value is self)

    def look(self, machine: AnyMachine, seat: int) -> Any:
        """Return the view of a seat, for `policy`; a game may leave out what only people read."""
        return self.game.view(machine, machine.viewer(seat))

    def parts_by_words(self, values: Sequence[float]) -> dict[str, float]:
        """Return what the features add to the units; what has one name for people counts together, under its first key."""
        key_of: dict[Message, str] = {}
        sums: dict[str, float] = {}
        for key, part in self.formula.parts(values).items():
            first = key_of.setdefault(self.words[key], key)
            sums[first] = sums.get(first, 0.0) + part
        return sums

    def foremost(self, values: Sequence[float]) -> str:
        """Return the key of the feature that puts a seat ahead most; what has one name for people counts together."""
        parts = self.parts_by_words(values)
        return max(parts, key=lambda key: parts[key])

    def value(self, machine: AnyMachine, seat: int) -> float:
        """Return a seat's chance to win, 0..1: what the formula says while the match goes on, and how it ended after that."""
        outcome = machine.position.outcome
        if outcome is None:
            return self.formula.chance(self.features(machine, seat))
        if not outcome.places or seat not in outcome.places[0]:
            return 0.0
        return 1.0 / len(outcome.places[0])
