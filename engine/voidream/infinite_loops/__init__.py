"""Infinite loops: cards that trigger each other forever, at no cost, with a gain each time (§7, R33).

The cost and gain of each ability give the candidates (`steps`, `combinations`); a table with them and the whole game
around them confirms the real ones (`simulation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from cards.voidream.model import Card
from engine.voidream.infinite_loops.combinations import (
    MOST_STEPS,
    Assembly,
    assemblies,
    goes_round,
    stands_beside,
)
from engine.voidream.infinite_loops.simulation import LoopVerdict, TriedRound, try_out
from engine.voidream.infinite_loops.steps import LoopStep, steps

__all__ = ["Endless", "endless", "feeders"]


class Endless(msgspec.Struct, frozen=True):
    """Cards that go round for ever: their titles, the actions of one round, and what triggers in it."""

    cards: tuple[str, ...]
    actions: tuple[str, ...]
    triggered: frozenset[str]
    position: bytes
    """The saved match in which the round begins."""

    def __str__(self) -> str:
        """Return the cards, and how they go round, in one line."""
        return f"{', '.join(self.cards)}: {', '.join(self.actions)}"


def endless(cards: Iterable[Card], most: int = MOST_STEPS - 1) -> Iterator[Endless]:
    """Yield every smallest set of cards, of up to `most` abilities, that go round for ever and give something.

    A set that goes round and changes nothing may do so only once (§7), unless one card more makes something of it: then
    it is found with that card. So is one that lacks something on the table, and has it with one card more.
    """
    all_steps = steps(cards)
    by_place = list({step.place: step for step in all_steps}.values())
    for assembly in assemblies(all_steps, most):
        found = try_out(assembly)
        if found.found is LoopVerdict.ENDLESS:
            yield _endless(assembly, found)
            continue
        if found.found is LoopVerdict.STILL:
            more = feeders(assembly, by_place)
        elif len(assembly) < most:
            more = givers(assembly, by_place)
        else:
            continue
        for step in more:
            found = try_out((*assembly, step))
            if found.found is LoopVerdict.ENDLESS:
                yield _endless((*assembly, step), found)


def givers(assembly: Assembly, steps: Sequence[LoopStep]) -> Iterator[LoopStep]:
    """Yield the steps that return something these steps use up, and repeat with them."""
    used = {spent for step in assembly for spent, number in step.change.items() if number < 0}
    for step in feeders(assembly, steps):
        if any(step.gain(spent) > 0 for spent in used):
            yield step


def feeders(assembly: Assembly, steps: Sequence[LoopStep]) -> Iterator[LoopStep]:
    """Yield the steps that could make use of a round without changes: by triggering on it, or by using its surplus."""
    for step in steps:
        if stands_beside(assembly, step) and goes_round((*assembly, step)):
            yield step


def _endless(assembly: Assembly, found: TriedRound) -> Endless:
    titles = tuple(dict.fromkeys(step.card.title for step in assembly))
    return Endless(titles, found.actions, found.triggered, found.position)
