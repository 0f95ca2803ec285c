"""Claims of a preview's sentences as data, and their comparison with results.

A game builds its sentences from claims (`Consequence.claims`). A claim has the answers it is about, its prediction
and its conditions. `Claim.outcome` tells whether it was right; `bench.claims` plays matches and checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from typing import ClassVar, TypeVar

import msgspec

from engine.kernel.events.event import Event, Fact
from engine.kernel.question import Choice, Question

F = TypeVar("F", bound=Fact)

AS_SAID = ""
"""The result of `Claim.outcome` if the claim was right."""


def verdict(is_right: bool, actual: object) -> str:
    """Return the result of `Claim.outcome` for a tested claim."""
    return AS_SAID if is_right else f"came: {actual}"


class Hang(Enum):
    """The conditions that a claim can depend on. Its sentence names them."""

    DEFENCE = "what defends"
    CHANCE = "a roll"
    ANSWER = "what others do"
    TRIGGERS = "what cards do"


class ObservedAct(msgspec.Struct, frozen=True):
    """An answer, given or forced, and its result up to the next one."""

    seat: int
    question: Question
    choice: Choice
    before: object
    """The view of that seat before it answered."""
    events: Sequence[Event]
    """The events of the answer, up to the next one."""
    after: object
    """A spectator's view after the act."""
    looks: Sequence[object] = ()
    """A spectator's view after each event, if `needs_looks`."""

    @property
    def facts(self) -> list[Fact]:
        """The events, as everyone knows them."""
        return [event.fact for event in self.events]


class ActSequence:
    """An answer's act and the acts after it, played as far as they are read."""

    def __init__(self, acts: Iterable[ObservedAct]) -> None:
        self._rest = iter(acts)
        self._read: list[ObservedAct] = []

    @property
    def acts(self) -> Iterator[ObservedAct]:
        """All acts, the answer's own first, played on demand."""
        index = 0
        while True:
            while index < len(self._read):
                yield self._read[index]
                index += 1
            following = next(self._rest, None)
            if following is None:
                return
            self._read.append(following)

    @property
    def first(self) -> ObservedAct:
        """The act of the answer itself."""
        return next(self.acts)

    @property
    def seat(self) -> int:
        """The seat that answers."""
        return self.first.seat

    @property
    def later(self) -> Iterator[ObservedAct]:
        """The acts after the answer's own."""
        return islice(self.acts, 1, None)

    @property
    def events(self) -> Iterator[Event]:
        """The events of all acts."""
        return (event for act in self.acts for event in act.events)

    def facts(self, *until: type[Fact]) -> Iterator[Fact]:
        """Yield the facts of all acts, up to and including the first of these classes."""
        for event in self.events:
            yield event.fact
            if isinstance(event.fact, until):
                return

    def find(self, kind: type[F], *until: type[Fact]) -> F | None:
        """Return the first fact of a class, or None if there is none before one of `until`."""
        return next((fact for fact in self.facts(*until) if isinstance(fact, kind)), None)


class Claim(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A prediction in a sentence.

    `answers` are the answers it is about, one per question; empty: any answers. `hangs` are its conditions: a claim
    without conditions is always true.
    """

    is_figure: ClassVar[bool] = True
    """Whether it predicts a number, or the winner."""
    needs_looks: ClassVar[bool] = False
    """Whether `outcome` reads `ObservedAct.looks`."""

    answers: tuple[Choice, ...] = ()
    hangs: tuple[Hang, ...] = ()

    @property
    def kind(self) -> str:
        """Its kind in statistics."""
        return type(self).__name__

    def outcome(self, course: ActSequence) -> str | None:
        """Return AS_SAID, or the actual result if it differs; None if the claim wasn't tested.

        `course` begins with an answer that the claim is about. A claim about the present is never tested.
        """
        return None


class Now(Claim, frozen=True):
    """A claim about the present, the printed text or a rule, which no later event can disprove."""

    is_figure: ClassVar[bool] = False


NOW = (Now(),)
"""The claim of a sentence that only describes the present."""
