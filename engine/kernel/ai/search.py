"""Search: try every promising answer to a question in positions sampled from the seat's knowledge.

In each position the policy plays on to the horizon, and the formula evaluates the result. All answers are tried in
the same positions with the same randomness, so that only the answers differ. An answer that falls clearly behind is
dropped, and the search ends when nothing is left to decide. Its budget is a number of simulated answers, never
seconds: the result depends only on the knowledge and the seed.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import exp, sqrt
from statistics import fmean

import msgspec

from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import Level
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, Question, check, same_choice
from engine.kernel.simulation import IN_CIRCLES, ComputerPlayer

FEWEST_WORLDS = 4
"""The number of positions in which every answer is tried before any is dropped."""

BEHIND = 2.0
"""The number of standard errors behind the best at which an answer is dropped."""

NEARLY = 0.004
"""The difference in win chance below which answers are equally good."""

ASK_EACH = 50
"""The number of simulated answers after which it is checked whether the result is still wanted."""

LONGEST_ROLLOUT = 200
"""The number of answers after which a rollout is evaluated as it is. Longer ones lead nowhere."""


class SearchCancelled(Exception):
    """The result of the search is no longer needed."""


class AnswerTrial(msgspec.Struct):
    """An answer that was tried, and the seat's win chance after it in each position."""

    choice: Choice
    chances: list[float] = []

    @property
    def chance(self) -> float:
        """The mean win chance, 0.5 without positions."""
        return fmean(self.chances) if self.chances else 0.5


class SearchResult(msgspec.Struct):
    """The choice of a search, with the answers it compared."""

    choice: Choice
    tried: list[AnswerTrial]
    """The answers, the first choice first. Only that one, without chances, if there was nothing to compare."""
    answers: int = 0
    """The number of simulated answers."""

    def of(self, choice: Choice) -> AnswerTrial:
        """Return the result of an answer. Raises LookupError if it wasn't tried."""
        return next(trial for trial in self.tried if trial.choice == choice)


class Worlds:
    """Positions sampled from a seat's knowledge, each as often as needed, and the results of answers in them.

    Rollouts raise SearchCancelled soon after `is_wanted` returns false.
    """

    def __init__(
        self,
        thinking: Thinking,
        knowledge: bytes,
        seat: int,
        seed: str,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self.thinking = thinking
        self.is_wanted = is_wanted
        self.knowledge = knowledge
        self.seat = seat
        self.seed = seed
        self.answers = 0
        """The number of simulated answers so far."""

    def world(self, number: int) -> AnyMachine:
        """Return a newly sampled position, the same for the same number."""
        return self.thinking.game.sample(self.knowledge, Chance(f"{self.seed}, world {number}"))

    def first_choice(self, world: AnyMachine) -> Choice:
        """Return the policy's first choice."""
        adviser = self.thinking.adviser or self.thinking.policy
        return _answer(self.thinking, world, self.seat, adviser(Chance(f"{self.seed}, first")))

    def rollout(self, number: int, choice: Choice) -> float:
        """Return the seat's expected result after an answer in a position, with the policy continuing to the horizon."""
        return self.thinking.value(self.play_on(number, choice), self.seat)

    def play_on(self, number: int, choice: Choice) -> AnyMachine:
        """Return the position that an answer leads to, after the policy has continued to the horizon."""
        world = self.world(number)
        self._play_on(number, choice, world, self.thinking.horizon(world), LONGEST_ROLLOUT)
        return world

    def play_out(self, number: int, choice: Choice) -> float:
        """Return the seat's result of a match, 0..1, after an answer, with the policy playing to the end.

        A match in which the policy repeats itself forever is a draw.
        """
        world = self.world(number)
        self._play_on(number, choice, world, lambda machine: False, IN_CIRCLES)
        position = world.position
        if position.outcome is None and not position.is_out(self.seat):
            return 1 / world.seat_count
        return self.thinking.chance(world, self.seat)

    def _play_on(
        self,
        number: int,
        choice: Choice,
        world: AnyMachine,
        is_there: Callable[[AnyMachine], bool],
        most: int,
    ) -> None:
        policy = self.thinking.policy(Chance(f"{self.seed}, policy {number}"))
        position = world.position
        world.take(position.questions[self.seat], choice)
        for _ in range(most):
            self.answers += 1
            if self.answers % ASK_EACH == 0 and not self.is_wanted():
                raise SearchCancelled
            world.events.clear()
            world.draws.clear()
            if position.outcome is not None or is_there(world) or position.is_out(self.seat):
                break
            seat = min(position.questions)
            world.take(position.questions[seat], _answer(self.thinking, world, seat, policy))


def _answer(thinking: Thinking, world: AnyMachine, seat: int, player: ComputerPlayer) -> Choice:
    question = world.position.questions[seat].english
    return player.answer(question, lambda: thinking.view_of(world, seat))


def think(
    thinking: Thinking,
    knowledge: bytes,
    seat: int,
    level: Level,
    seed: str,
    *,
    is_wanted: Callable[[], bool] = lambda: True,
) -> SearchResult:
    """Return a seat's evaluation of its question. Deterministic for the same arguments.

    `knowledge` is the knowledge of this seat alone (`Game.know`); nothing else of the match is needed. `is_wanted` is
    called between rollouts. Raises SearchCancelled as soon as it returns false, KeyError if the seat has no question, and
    any exception of a rollout.
    """
    worlds = Worlds(thinking, knowledge, seat, seed)
    world = worlds.world(0)
    question = world.position.questions[seat].english
    if not level.answers:
        player = thinking.without_search(level, Chance(f"{seed}, careless"))
        choice = _answer(thinking, world, seat, player)
        return SearchResult(choice, [AnswerTrial(choice)])
    first = worlds.first_choice(world)
    tried = [
        AnswerTrial(choice)
        for choice in candidates_of(thinking, question, thinking.view_of(world, seat), first)
    ]
    if len(tried) > 1:
        _try(worlds, tried, level.answers, is_wanted)
    choice = chosen(tried, level.temperature, Chance(f"{seed}, choice"), level.trust)
    return SearchResult(choice, tried, worlds.answers)


def candidates_of(thinking: Thinking, question: Question, view: object, first: Choice) -> list[Choice]:
    """Return the answers to try. Raises InvalidChoice for an illegal one, which would be a defect of the game."""
    choices: list[Choice] = []
    for choice in (first, *thinking.candidates(question, view, first)):
        if not any(same_choice(question, choice, earlier) for earlier in choices):
            check(question, choice)
            choices.append(choice)
    return choices


def _try(worlds: Worlds, tried: Sequence[AnswerTrial], most: int, is_wanted: Callable[[], bool]) -> None:
    """Try the answers in position after position until one is clearly best or the budget is used up.

    A position only counts if all remaining answers were tried in it. The first one always counts.
    """
    remaining = list(tried)
    number = 0
    while len(remaining) > 1:
        chances: list[float] = []
        for trial in remaining:
            if number and worlds.answers >= most:
                return
            if not is_wanted():
                raise SearchCancelled
            chances.append(worlds.rollout(number, trial.choice))
        for trial, chance in zip(remaining, chances, strict=True):
            trial.chances.append(chance)
        number += 1
        if number >= FEWEST_WORLDS:
            remaining = _still_open(remaining, tried)


def _still_open(remaining: Sequence[AnswerTrial], tried: Sequence[AnswerTrial]) -> list[AnswerTrial]:
    """Return the answers that may still be the best, or only the best if the others are about as good."""
    best = max(remaining, key=lambda trial: trial.chance)
    expected_variance = spread(tried)
    leads = [(trial, *lead(best, trial, expected_variance)) for trial in remaining]
    possible = [
        (trial, ahead, error)
        for trial, ahead, error in leads
        if ahead < BEHIND * error or (error == 0 and ahead == 0)
    ]
    if all(trial is best or ahead + BEHIND * error < NEARLY for trial, ahead, error in possible):
        return [best]
    return [trial for trial, _, _ in possible]


def spread(tried: Sequence[AnswerTrial]) -> float:
    """Return the variance of an answer's win chance between positions, pooled over all answers."""
    several = [trial for trial in tried if len(trial.chances) > 1]
    squares = sum((chance - trial.chance) ** 2 for trial in several for chance in trial.chances)
    return squares / sum(len(trial.chances) - 1 for trial in several) if several else 0.0


def lead(
    first: AnswerTrial, second: AnswerTrial, expected_variance: float | None = None
) -> tuple[float, float]:
    """Return the mean lead of an answer over another in their common positions, and its standard error.

    The gaps of a few positions may agree by luck, because the one position in which an answer is a disaster was not
    among them. With an expected variance, the error counts it like that of one further position (a unit information
    prior), so that it is never 0 while positions differ, and matters less with each position.
    """
    gaps = [a - b for a, b in zip(first.chances, second.chances, strict=False)]
    count = len(gaps)
    if count < 2:
        return (gaps[0] if gaps else 0.0), 1.0
    mean = fmean(gaps)
    squares = sum((gap - mean) ** 2 for gap in gaps)
    if expected_variance is None:
        return mean, sqrt(squares / (count - 1) / count)
    return mean, sqrt((squares + expected_variance) / count / count)


def chosen(tried: Sequence[AnswerTrial], temperature: float, chance: Chance, trust: float = 0.0) -> Choice:
    """Return the best answer or, with a temperature above 0, a random one, likelier the better it is.

    With `trust`, return the first answer unless another is certainly better by that much.

    Only answers tried in most positions count: one that was dropped early may have been lucky.
    """
    most = max(len(trial.chances) for trial in tried)
    eligible = [trial for trial in tried if len(trial.chances) == most]
    best = max(trial.chance for trial in eligible)
    if trust and tried[0] in eligible:
        ahead, error = lead(next(trial for trial in eligible if trial.chance == best), tried[0])
        if ahead < max(trust, BEHIND * error):
            return tried[0].choice
    if len(eligible) == 1 or temperature == 0:
        return next(trial.choice for trial in eligible if trial.chance == best)
    weights = [round(2**40 * exp((trial.chance - best) / temperature)) for trial in eligible]
    return eligible[bisect(list(accumulate(weights)), chance.below(sum(weights)))].choice
