"""The decisions of a match, each with its position, and the report on one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from statistics import fmean

import msgspec

from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import SearchCancelled, Worlds
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match, is_forced
from engine.kernel.match_state import MatchRecord
from engine.kernel.question import Choice

MOST_FEW, LEAST_FEW = 6, 2
"""The maximum and minimum number of positions in which every answer to every decision is tried."""


POSITIONS = 600
"""The number of positions shared among all decisions of a match for these trials."""


MANY = 150
"""The number of decisions from which a match counts as long."""


OPEN = 4
"""The maximum number of times that a match is played on with all cards open, each time with other randomness."""


MOST_ANSWERS = 1_500
"""The maximum number of simulated answers for a decision. It is then judged by the positions so far."""


ANSWERS_OF_A_MATCH = 26_000
"""The approximate number of simulated answers for all decisions of a match. The minimum number of positions for each,
and play-outs of mistakes, are added."""


SHARES = 3
"""The multiple of its share that a decision may use, because many use almost nothing."""


class Decision(msgspec.Struct, frozen=True):
    """An answer of a finished match with everything needed to judge it: its seat's knowledge and the true position."""

    number: int
    """The number of the answer in the match, from 1."""
    seat: int
    round: int
    choice: Choice
    knowledge: bytes
    """The seat's knowledge at that time (`Game.know`)."""
    setup: bytes
    position: bytes
    """The true position (`Game.pack`). Only used for the story."""
    so_far: DecisionReport | None = None
    """Its report so far if that is a clear mistake, which only has to be played out."""
    among: int = 1
    """The approximate number of judged decisions of the match: they share its budget."""
    most: int = MOST_ANSWERS
    """The approximate budget in simulated answers (`share`)."""

    @property
    def few(self) -> int:
        """The number of positions in which every answer is tried."""
        return max(LEAST_FEW, min(MOST_FEW, POSITIONS // self.among))

    @property
    def open(self) -> int:
        """The number of times that the match is played on with all cards open."""
        return max(1, min(OPEN, POSITIONS // self.among))

    @property
    def is_of_many(self) -> bool:
        """Whether the match is a long one."""
        return self.among >= MANY


def share(spent: int, decisions_left: int) -> int:
    """Return the maximum number of answers to simulate for a decision, from those used and the decisions left."""
    return min(MOST_ANSWERS, max(0, SHARES * (ANSWERS_OF_A_MATCH - spent) // decisions_left))


class DecisionReport(msgspec.Struct, frozen=True):
    """The report on a decision. Chances are the seat's win chances, 0..1, after the given answer."""

    number: int
    seat: int
    round: int
    given: Choice
    chance: float
    """As far as the seat knew at the time."""
    open_chances: tuple[float, ...]
    """Of every seat, with all cards open."""
    loss: float = 0.0
    """The advantage of the best answer over the given one; with few positions it can be below 0."""
    error: float = 0.0
    """The standard error of the loss."""
    stake: float = 0.0
    """The advantage of the best answer over a random one."""
    better: Choice | None = None
    """The best answer if the given one is a clear mistake."""
    feature: str = ""
    """The main source of a clear mistake: the key of a feature, or THE_END."""
    is_even: bool = False
    """Whether it is too early to judge: every seat's chance counts as even."""
    answers: int = 0
    """The number of simulated answers."""
    is_borne_out: bool | None = None
    """Whether playing to the end confirms a clear mistake; None if that was not tried."""
    chances: tuple[float, ...] = ()
    """The chances of every seat, according to this one's knowledge at the time; empty with two players, where the
    other one has the rest.
    """

    @property
    def is_mistake(self) -> bool:
        """Whether the answer was a clear mistake."""
        return self.better is not None

    @property
    def cost(self) -> float:
        """The loss that counts: at least 0, and 0 if playing to the end has refuted it."""
        return 0.0 if self.is_borne_out is False else max(0.0, self.loss)

    @property
    def at_stake(self) -> float:
        """The advantage of the best answer over a random one, as it counts."""
        return max(0.0, self.stake + self.cost - self.loss)


def decisions(
    thinking: Thinking, record: MatchRecord, seats: Collection[int], not_decided: Collection[int] = ()
) -> list[Decision]:
    """Return the unforced answers of some seats, in order.

    `not_decided` are numbers of answers, from 1, that weren't given by hand, such as those by standing orders. `judge`
    finds out whether there was a choice. Raises GameError if the record can't be replayed.
    """
    game = thinking.game
    match, _ = Match.begin(game, record.setup, record.seed)
    all_decisions: list[Decision] = []
    for number, answer in enumerate(record.answers, start=1):
        by_hand = answer.left is None and not answer.lapsed and number not in not_decided
        if (
            by_hand
            and answer.seat in seats
            and answer.seat in match.pending_questions
            and not is_forced(match, answer)
        ):
            machine = match.machine
            decision = Decision(
                number,
                answer.seat,
                game.round_number(machine),
                answer.choice,
                game.know(machine, {answer.seat}),
                record.setup,
                game.pack(machine),
            )
            all_decisions.append(decision)
        match.repeat(answer)
    among = max(1, sum(decision.round > thinking.even_through for decision in all_decisions))
    return [msgspec.structs.replace(decision, among=among) for decision in all_decisions]


class TruePositions(Worlds):
    """The true position, with all cards open and new randomness."""

    def __init__(self, thinking: Thinking, decision: Decision, seed: str) -> None:
        super().__init__(thinking, decision.knowledge, decision.seat, f"{seed}, open")
        self.decision = decision

    def world(self, number: int) -> AnyMachine:
        """Return the true position with other randomness."""
        machine = self.thinking.game.resume(self.decision.setup, self.decision.position)
        machine.position.chance = Chance(f"{self.seed} {number}")
        return machine

    def chances(self, is_wanted: Callable[[], bool]) -> tuple[float, ...]:
        """Return the win chance of every seat after the given answer."""
        chances: list[tuple[float, ...]] = []
        for number in range(self.decision.open):
            if not is_wanted():
                raise SearchCancelled
            chances.append(self.thinking.chances(self.play_on(number, self.decision.choice)))
        return means(chances)


def means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean of each column; empty for empty rows."""
    return tuple(fmean(column) for column in zip(*rows, strict=True))
