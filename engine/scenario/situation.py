"""What an expectation is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from engine.kernel.events.event import Event, Fact, Seen
from engine.kernel.match import Match
from engine.kernel.notation import Phrasing, sayings
from engine.kernel.orders.order import Order
from engine.kernel.orders.plan import PlanStep
from engine.kernel.question import Option, Question, QuestionKind


class Given(msgspec.Struct):
    """An order that somebody has given, and what has happened since, as its owner saw it."""

    seat: int
    order: Order
    happened: list[Seen] = msgspec.field(default_factory=list[Seen])


class Situation(msgspec.Struct):
    """The match, the players' names by seat, and what has been said in the log. A game adds what else it looks at."""

    match: Match
    names: Sequence[str]
    phrasing: Phrasing
    """How answers are written in this game."""
    log: list[str] = msgspec.field(default_factory=list[str])
    told: dict[int | None, list[str]] = msgspec.field(default_factory=dict[int | None, list[str]])
    """What each seat, and a spectator (None), has been told since the scenario began."""
    happened: list[Fact] = msgspec.field(default_factory=list[Fact])
    """What has happened since the scenario began, as everybody knows it."""
    orders: list[Given] = msgspec.field(default_factory=list[Given])
    """The orders that stand, in the order in which they were given."""

    def aliases(self, seat: int) -> Callable[[Option], list[str]]:
        """Return how else a seat's options may be called."""
        return lambda option: []

    def is_to_act(self, question: Question) -> bool:
        """Whether a question is what its seat is asked on its turn."""
        return question.kind is QuestionKind.ACTION

    def is_about(self, option: Option, said: str) -> bool:
        """Whether what is said names what an option is about."""
        return option.subject.casefold() == said.casefold()

    def is_called(self, title: str, said: str) -> bool:
        """Whether a card of this title may be called so."""
        return title.casefold() == said.casefold()

    def planned(self, seat: int, words: str) -> PlanStep:
        """Return the step of a plan that words stand for: "plays Push". A game that takes plans says which."""
        return PlanStep(words)

    def spelled_out(self, question: Question, words: str) -> str:
        """Return an answer as `understand` reads it, where a scenario may write it in another way."""
        return words

    def parted(self, question: Question, words: str) -> Sequence[str]:
        """Return the answers, one after the other, that a line stands for: mostly it is one."""
        return (words,)

    def go_on(self) -> Iterable[Event]:
        """Go on with what nobody needs to be asked about, and return what happened."""
        return ()

    def why_not(self, seat: int, words: str) -> str:
        """Say why an answer ("plays Push inverted") can't be given; "" if nothing is known."""
        return ""

    def asked(self) -> str:
        """Say what is being asked now, and what could be answered."""
        if self.match.outcome is not None:
            return "The match is over."
        parts = [
            f"{self.names[seat]} is asked “{q.purpose}”; what could be said: {'; '.join(sayings(q, self.phrasing))}"
            for seat, q in sorted(self.match.questions.items())
        ]
        return ". ".join(parts) + "."
