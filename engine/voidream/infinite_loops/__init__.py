"""Infinite loops: cards that trigger each other forever without a cost, and gain something each time (§7, R33).

The cost and gain of each ability give the candidates (`steps`, `combinations`). A table with these cards and the whole
game around them confirms the real ones (`simulation`).
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
    """Cards that loop forever: their titles, the actions of one round, and its triggers."""

    cards: tuple[str, ...]
    actions: tuple[str, ...]
    triggered: frozenset[str]
    position: bytes
    """The saved match in which the round begins."""

    def __str__(self) -> str:
        """Return the cards, and the round, in one line."""
        return f"{', '.join(self.cards)}: {', '.join(self.actions)}"


def endless(cards: Iterable[Card], max_abilities: int = MOST_STEPS - 1) -> Iterator[Endless]:
    """Yield every smallest set of cards, with up to `max_abilities` abilities, that loops forever with a gain.

    A loop without any change can only be performed once (§7), unless another card makes use of it: then the set with that
    card is yielded. The same applies if a card on the table is missing that another card provides.
    """
    all_steps = steps(cards)
    by_place = list({step.place: step for step in all_steps}.values())
    for assembly in assemblies(all_steps, max_abilities):
        verdict = try_out(assembly)
        if verdict.found is LoopVerdict.ENDLESS:
            yield _endless(assembly, verdict)
            continue
        if verdict.found is LoopVerdict.STILL:
            with_feeders = feeders(assembly, by_place)
        elif len(assembly) < max_abilities:
            with_feeders = givers(assembly, by_place)
        else:
            continue
        for step in with_feeders:
            verdict = try_out((*assembly, step))
            if verdict.found is LoopVerdict.ENDLESS:
                yield _endless((*assembly, step), verdict)


def givers(assembly: Assembly, steps: Sequence[LoopStep]) -> Iterator[LoopStep]:
    """Yield the steps that return something used up by these steps, and repeat with them."""
    used_up = {resource for step in assembly for resource, number in step.change.items() if number < 0}
    for step in feeders(assembly, steps):
        if any(step.gain(resource) > 0 for resource in used_up):
            yield step


def feeders(assembly: Assembly, steps: Sequence[LoopStep]) -> Iterator[LoopStep]:
    """Yield the steps that could use a round without changes, by triggering on it or by using its surplus."""
    for step in steps:
        if stands_beside(assembly, step) and goes_round((*assembly, step)):
            yield step


def _endless(assembly: Assembly, tried_round: TriedRound) -> Endless:
    titles = tuple(dict.fromkeys(step.card.title for step in assembly))
    return Endless(titles, tried_round.actions, tried_round.triggered, tried_round.position)
