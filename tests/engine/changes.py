"""Events declare their changes: the views before and after each event of a match are compared."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from engine.kernel.chance import Chance
from engine.kernel.events.event import Fact, seen
from engine.kernel.game import Game
from engine.kernel.match import take
from engine.kernel.question import random_choice

NESTED = 8
"""The number of recent events of a kind that can have started something unfinished."""


class Account:
    """Observes a match as one audience, event by event, and records each difference that no event declares.

    A change at an event, or since the one before, must be declared by one of the two, or by their context: the latest
    events of each kind that begins something (`EventEntry.begins`), such as plays.
    """

    def __init__(self, game: Game, viewer: int | None) -> None:
        self.game = game
        self.viewer = viewer
        self.undeclared = Counter[str]()
        self.differences = 0

    def play(self, setup: bytes, seed: str) -> None:
        """Play a match at random."""
        self.machine = self.game.begin(setup, seed)
        self.machine.watch = self._note
        self.last: Fact | None = None
        self.latest = defaultdict[type[Fact], deque[Fact]](lambda: deque(maxlen=NESTED))
        self.before = self.game.view(self.machine, self.viewer)
        chance = Chance(f"{seed}, answers")
        self.machine.run()
        while self.machine.position.outcome is None:
            question = self.machine.position.questions[min(self.machine.position.questions)]
            take(self.game, self.machine, question, random_choice(question, chance))
            self.compare(None)

    def _note(self) -> None:
        self.compare(seen(self.machine.events[-1], self.viewer).fact)

    def compare(self, fact: Fact | None) -> None:
        """Record the changes since the last event, up to this one if given."""
        after = self.game.view(self.machine, self.viewer)
        near = [one for one in (self.last, fact) if one is not None]
        behind = [*near, *(one for latest in self.latest.values() for one in latest)]
        if fact is not None and self.game.events.entry(fact).begins:
            self.latest[type(fact)].append(fact)
        declared = [change for one in behind for change in self.game.events.entry(one).changes_of(one)]
        self.game.parts.weight(declared)
        for difference in self.game.parts.differing(self.before, after):
            self.differences += 1
            if not any(change.explains(difference) for change in declared):
                self.undeclared[f"{difference.what} at {' then '.join(one.kind for one in near)}"] += 1
        self.before, self.last = after, fact or self.last
