"""Candidate combinations: the smallest sets of steps that return everything they use up, in the best case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from operator import mul

from cards.voidream.model import Kind
from engine.voidream.infinite_loops.resources import Spent
from engine.voidream.infinite_loops.steps import LoopStep, StepKind

MOST_STEPS = 4
"""The maximum number of different steps of a loop."""

MOST_TIMES = 3
"""The maximum number of times that each of them can occur in one round."""

Assembly = tuple[LoopStep, ...]

_ALONE = (Kind.MIND, Kind.BASTION, Kind.CONSTRUCT)
"""Kinds of which a player has only one: mind, bastion, other construct (R4)."""


def assemblies(steps: Sequence[LoopStep], max_steps: int = MOST_STEPS) -> list[Assembly]:
    """Return the smallest sets of up to `max_steps` steps that might loop, smallest first.

    No set contains another, because a loop with more cards also works without them.
    """
    return [tuple(steps[number] for number in sorted(numbers)) for numbers in _Search(steps, max_steps).all()]


def goes_round(these: Assembly) -> bool:
    """Return whether these steps, each taken once or several times, use up nothing, and trigger each other."""
    everything = tuple(range(len(these)))
    return _Search(these, len(these)).goes_round(everything, (1 << len(these)) - 1)


def stands_beside(these: Assembly, step: LoopStep) -> bool:
    """Return whether a step is compatible with these: in one deck, and with each ability used in one way."""
    kind = step.card.kind
    for other in these:
        if other.place == step.place:
            return False
        if other.card.kind is kind and kind in _ALONE and other.card.title != step.card.title:
            return False
    return True


class _Search:
    """Starts with each step, and adds steps that return used-up resources, or trigger waiting steps.

    Steps are numbers, and sets of steps are the bits of a number.
    """

    def __init__(self, steps: Sequence[LoopStep], max_steps: int) -> None:
        self.steps = steps
        self.most = max_steps
        self.used = [
            frozenset(resource for resource, number in step.change.items() if number < 0) for step in steps
        ]
        self.set_off_by = [
            sum(1 << number for number, other in enumerate(steps) if _sets_off(other, step)) for step in steps
        ]
        self._gains: dict[Spent, list[int]] = {}
        resources = sorted(frozenset[Spent]().union(*self.used))
        self.used_bits = [_bits(resource in used for resource in resources) for used in self.used]
        self.gained_bits = [_bits(step.gain(resource) > 0 for resource in resources) for step in steps]

    def gains(self, resource: Spent) -> list[int]:
        """Return the amount of a resource gained by each step."""
        if resource not in self._gains:
            self._gains[resource] = [step.gain(resource) for step in self.steps]
        return self._gains[resource]

    def givers(self, resource: Spent) -> list[int]:
        """Return the steps that gain the resource."""
        return [number for number, gain in enumerate(self.gains(resource)) if gain > 0]

    def all(self) -> list[tuple[int, ...]]:
        """Search with increasing numbers of steps, so that small sets are found before larger ones that contain them."""
        results: list[tuple[int, ...]] = []
        minimal_sets: list[int] = []
        seen: set[int] = set()
        wave: list[tuple[tuple[int, ...], int]] = [
            ((number,), 1 << number) for number in range(len(self.steps))
        ]
        for size in range(1, self.most + 1):
            further: list[tuple[tuple[int, ...], int]] = []
            for these, bits in wave:
                if bits in seen:
                    continue
                seen.add(bits)
                if any(smaller & bits == smaller for smaller in minimal_sets):
                    continue
                if self.goes_round(these, bits):
                    results.append(these)
                    minimal_sets.append(bits)
                elif size < self.most:
                    further += self.further(these, bits)
            wave = further
        return results

    def further(self, these: tuple[int, ...], bits: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the sets with one more step, as numbers and as bits, each of which is required in any extension."""
        assembly = tuple(self.steps[number] for number in these)
        for number in self.wanted(these, bits):
            if not bits >> number & 1 and stands_beside(assembly, self.steps[number]):
                yield (*these, number), bits | 1 << number

    def wanted(self, these: tuple[int, ...], bits: int) -> list[int]:
        """Return a list of steps, at least one of which any extension of this set must contain."""
        for number in these:
            if not self.is_set_off(number, bits):
                waited_for = self.set_off_by[number]
                return [other for other in range(len(self.steps)) if waited_for >> other & 1]
        resources = self.used_by(these)
        for resource in resources:
            gains = self.gains(resource)
            if not any(gains[number] > 0 for number in these):
                return self.givers(resource)
        return sorted({number for resource in resources for number in self.givers(resource)})

    def used_by(self, these: tuple[int, ...]) -> list[Spent]:
        """Return the resources that some of these steps use up."""
        return sorted(frozenset[Spent]().union(*(self.used[number] for number in these)))

    def is_set_off(self, number: int, bits: int) -> bool:
        """Return whether a step can be taken at will, or is triggered by these."""
        return not self.steps[number].waits_for or bool(self.set_off_by[number] & bits)

    def goes_round(self, these: tuple[int, ...], bits: int) -> bool:
        """Return whether these steps, each taken once or several times, use up nothing, and trigger each other."""
        used = gained = 0
        for number in these:
            used |= self.used_bits[number]
            gained |= self.gained_bits[number]
        if used & ~gained or not all(self.is_set_off(number, bits) for number in these):
            return False
        columns: list[list[int]] = []
        for resource in self.used_by(these):
            gains = self.gains(resource)
            column = [gains[number] for number in these]
            if sum(MOST_TIMES * n if n > 0 else n for n in column) < 0:
                return False
            columns.append(column)
        return any(
            all(sum(map(mul, times, column)) >= 0 for column in columns)
            for times in product(range(1, MOST_TIMES + 1), repeat=len(these))
        )


def _bits(flags: Iterable[bool]) -> int:
    """Return a number whose bits are the flags."""
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _sets_off(cause: LoopStep, step: LoopStep) -> bool:
    """Return whether one step may trigger the other.

    Thoughts that evoke each other end with the deck, because they leave it.
    """
    thoughts = step.kind is StepKind.THOUGHT and cause.kind is StepKind.THOUGHT
    return not thoughts and step.is_set_off_by(cause)
