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
"""The number of positions in which every answer to every decision is tried; fewer, the more decisions a match has."""


POSITIONS = 600
"""So many positions are shared out among all decisions of a match for that."""


MANY = 150
"""The number of decisions from which a match is long."""


OPEN = 4
"""So often a match is played on with all cards open, each time with other dice; in a long match less often."""


MOST_ANSWERS = 1_500
"""The maximum number of simulated answers for a decision: then it is judged by the positions so far."""


ANSWERS_OF_A_MATCH = 26_000
"""The approximate number of simulations for all decisions of a match, though each is tried in FEWEST positions at least;
mistakes are also played out."""


SHARES = 3
"""So many times its share of what is left of that a decision may take: many take next to nothing."""


class Decision(msgspec.Struct, frozen=True):
    """An answer of a match that is over, and all that is needed to judge it: what its seat knew, and how all lay."""

    number: int
    """The number of the answer in the match, from 1."""
    seat: int
    round: int
    choice: Choice
    knowledge: bytes
    """The seat's knowledge at that time (`Game.know`)."""
    setup: bytes
    position: bytes
    """The true position (`Game.pack`); it is only looked at for the story."""
    so_far: DecisionReport | None = None
    """Its report so far, where that is a clear mistake: then it only remains to play it out."""
    among: int = 1
    """The approximate number of judged decisions of the match: they share its budget."""
    most: int = MOST_ANSWERS
    """The approximate budget in simulated answers (`share`)."""

    @property
    def few(self) -> int:
        """In how many positions every answer is tried."""
        return max(LEAST_FEW, min(MOST_FEW, POSITIONS // self.among))

    @property
    def open(self) -> int:
        """The number of times that the match is played on with all cards open."""
        return max(1, min(OPEN, POSITIONS // self.among))

    @property
    def is_of_many(self) -> bool:
        """Whether the match is a long one."""
        return self.among >= MANY


def share(spent: int, left: int) -> int:
    """Return the number of answers that may be simulated for a decision, given those already used and the decisions
    left.
    """
    return min(MOST_ANSWERS, max(0, SHARES * (ANSWERS_OF_A_MATCH - spent) // left))


class DecisionReport(msgspec.Struct, frozen=True):
    """The report on a decision. Chances are those of its seat, 0..1, after the answer that was given."""

    number: int
    seat: int
    round: int
    given: Choice
    chance: float
    """By what the seat knew then."""
    open_chances: tuple[float, ...]
    """Of every seat, with all cards open."""
    loss: float = 0.0
    """The advantage of the best answer over the given one; with few positions it can be below 0."""
    error: float = 0.0
    """The standard error of the loss."""
    stake: float = 0.0
    """The advantage of the best answer over a random one."""
    better: Choice | None = None
    """The best answer where the one that was given is a clear mistake."""
    feature: str = ""
    """The main source of a clear mistake: the key of a feature, or THE_END."""
    is_even: bool = False
    """Whether it is too early to judge: every seat's chance counts as even."""
    answers: int = 0
    """The number of simulated answers."""
    is_borne_out: bool | None = None
    """Whether playing on to the end of the match bears out a clear mistake; None: that was not tried."""
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
        """The loss that counts: at least 0, and 0 where playing on has not confirmed it."""
        return 0.0 if self.is_borne_out is False else max(0.0, self.loss)

    @property
    def at_stake(self) -> float:
        """The advantage of the best answer over a random one, as it counts."""
        return max(0.0, self.stake + self.cost - self.loss)


def decisions(
    thinking: Thinking, record: MatchRecord, seats: Collection[int], not_decided: Collection[int] = ()
) -> list[Decision]:
    """Return the answers of some seats that can be judged, in order; those that were forced are none.

    `not_decided` are numbers of answers, from 1, that nobody gave by hand, such as those by standing orders. Whether there
    was anything to choose from, `judge` finds out. Raises GameError if the record can't be played again.
    """
    game = thinking.game
    match, _ = Match.begin(game, record.setup, record.seed)
    found: list[Decision] = []
    for number, answer in enumerate(record.answers, start=1):
        by_hand = answer.left is None and not answer.lapsed and number not in not_decided
        if (
            by_hand
            and answer.seat in seats
            and answer.seat in match.pending_questions
            and not is_forced(match, answer)
        ):
            machine = match.machine
            one = Decision(
                number,
                answer.seat,
                game.round_number(machine),
                answer.choice,
                game.know(machine, {answer.seat}),
                record.setup,
                game.pack(machine),
            )
            found.append(one)
        match.repeat(answer)
    among = max(1, sum(one.round > thinking.even_through for one in found))
    return [msgspec.structs.replace(one, among=among) for one in found]


class Onlooker(Worlds):
    """The true position, with all cards open; only the dice are new."""

    def __init__(self, thinking: Thinking, decision: Decision, seed: str) -> None:
        super().__init__(thinking, decision.knowledge, decision.seat, f"{seed}, open")
        self.decision = decision

    def world(self, number: int) -> AnyMachine:
        """Return the true position with other dice."""
        machine = self.thinking.game.resume(self.decision.setup, self.decision.position)
        machine.position.chance = Chance(f"{self.seed} {number}")
        return machine

    def chances(self, is_wanted: Callable[[], bool]) -> tuple[float, ...]:
        """Return the chance of every seat after the answer that was given."""
        found: list[tuple[float, ...]] = []
        for number in range(self.decision.open):
            if not is_wanted():
                raise SearchCancelled
            found.append(self.thinking.chances(self.play_on(number, self.decision.choice)))
        return means(found)


def means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean of each column; none of empty rows."""
    return tuple(fmean(column) for column in zip(*rows, strict=True))
