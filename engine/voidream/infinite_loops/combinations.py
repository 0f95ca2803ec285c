"""Candidate combinations: the smallest sets of steps that return everything they use up, in the best case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from operator import mul

from cards.voidream.model import Kind
from engine.voidream.infinite_loops.resources import Spent
from engine.voidream.infinite_loops.steps import LoopStep, StepKind

MOST_STEPS = 4
"""The maximum number of different steps of a loop."""

MOST_TIMES = 3
"""So often each of them may come in one round of it."""

Assembly = tuple[LoopStep, ...]

_ALONE = (Kind.MIND, Kind.BASTION, Kind.CONSTRUCT)
"""A player has one mind, one bastion, and one other construct (R4)."""


def assemblies(steps: Sequence[LoopStep], most: int = MOST_STEPS) -> list[Assembly]:
    """Return the smallest sets of steps that might go round, of up to `most` steps, the smaller ones first.

    None holds another one: what a loop could do with further cards, it can do without them.
    """
    return [tuple(steps[number] for number in sorted(found)) for found in _Search(steps, most).all()]


def goes_round(these: Assembly) -> bool:
    """Return whether these steps, each taken once or a few times, leave nothing used up, and set each other
    off.
    """
    everything = tuple(range(len(these)))
    return _Search(these, len(these)).goes_round(everything, (1 << len(these)) - 1)


def stands_beside(these: Assembly, step: LoopStep) -> bool:
    """Return whether a step fits beside these: in one deck, and each ability in one way."""
    kind = step.card.kind
    for other in these:
        if other.place == step.place:
            return False
        if other.card.kind is kind and kind in _ALONE and other.card.title != step.card.title:
            return False
    return True


class _Search:
    """Begins with each step, and adds what gives back what is still used up, or sets off what still waits.

    Steps are numbers, and sets of them the bits of a number.
    """

    def __init__(self, steps: Sequence[LoopStep], most: int) -> None:
        self.steps = steps
        self.most = most
        self.used = [
            frozenset(spent for spent, number in step.change.items() if number < 0) for step in steps
        ]
        self.set_off_by = [
            sum(1 << number for number, other in enumerate(steps) if _sets_off(other, step)) for step in steps
        ]
        self._gains: dict[Spent, list[int]] = {}

    def gains(self, spent: Spent) -> list[int]:
        """Return the amount of a resource that each step gives."""
        if spent not in self._gains:
            self._gains[spent] = [step.gain(spent) for step in self.steps]
        return self._gains[spent]

    def givers(self, spent: Spent) -> list[int]:
        """Return the steps that give some of it."""
        return [number for number, gain in enumerate(self.gains(spent)) if gain > 0]

    def all(self) -> list[tuple[int, ...]]:
        """Search with one step more at a time, so that small sets are found before those that hold them."""
        found: list[tuple[int, ...]] = []
        known: list[int] = []
        seen: set[int] = set()
        wave: list[tuple[int, ...]] = [(number,) for number in range(len(self.steps))]
        for size in range(1, self.most + 1):
            further: list[tuple[int, ...]] = []
            for these in wave:
                bits = sum(1 << number for number in these)
                if bits in seen:
                    continue
                seen.add(bits)
                if any(smaller & bits == smaller for smaller in known):
                    continue
                if self.goes_round(these, bits):
                    found.append(these)
                    known.append(bits)
                elif size < self.most:
                    further += self.further(these, bits)
            wave = further
        return found

    def further(self, these: tuple[int, ...], bits: int) -> Iterator[tuple[int, ...]]:
        """Yield the same with one step more, of which it must hold at least one."""
        for number in self.wanted(these, bits):
            if not bits >> number & 1 and stands_beside(
                tuple(self.steps[n] for n in these), self.steps[number]
            ):
                yield (*these, number)

    def wanted(self, these: tuple[int, ...], bits: int) -> list[int]:
        """Steps of which any set that holds this one must have at least one more."""
        for number in these:
            if not self.is_set_off(number, bits):
                waited_for = self.set_off_by[number]
                return [other for other in range(len(self.steps)) if waited_for >> other & 1]
        used = self.used_by(these)
        for spent in used:
            gains = self.gains(spent)
            if not any(gains[number] > 0 for number in these):
                return self.givers(spent)
        return sorted({number for spent in used for number in self.givers(spent)})

    def used_by(self, these: tuple[int, ...]) -> list[Spent]:
        """Return the resources that some of these steps take."""
        return sorted(frozenset[Spent]().union(*(self.used[number] for number in these)))

    def is_set_off(self, number: int, bits: int) -> bool:
        """Return whether a step can be taken at will, or these set it off."""
        return not self.steps[number].waits_for or bool(self.set_off_by[number] & bits)

    def goes_round(self, these: tuple[int, ...], bits: int) -> bool:
        """Return whether these steps, each taken once or a few times, leave nothing used up, and set each
        other off.
        """
        if not all(self.is_set_off(number, bits) for number in these):
            return False
        columns: list[list[int]] = []
        for spent in self.used_by(these):
            gains = self.gains(spent)
            column = [gains[number] for number in these]
            if sum(MOST_TIMES * n if n > 0 else n for n in column) < 0:
                return False
            columns.append(column)
        return any(
            all(sum(map(mul, times, column)) >= 0 for column in columns)
            for times in product(range(1, MOST_TIMES + 1), repeat=len(these))
        )


def _sets_off(other: LoopStep, step: LoopStep) -> bool:
    """Return whether one step may set the other off. Thoughts that evoke each other end with the deck: they
    lie in none yet.
    """
    thoughts = step.kind is StepKind.THOUGHT and other.kind is StepKind.THOUGHT
    return not thoughts and step.is_set_off_by(other)
