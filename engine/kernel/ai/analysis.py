"""Analysis of a decision after the match: the alternatives and their values.

A decision is judged by what the seat knew at the time, not by the outcome: every answer is tried in the same
positions sampled from that knowledge, as a computer player would. The report also has the view of an observer who saw
all cards, which is only used for the story of the match.

Decisions are independent: `judge` is a pure function whose arguments can be sent to another process. Its budget is a
number of simulated answers, never seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean

import msgspec

from engine.kernel.ai.decisions import Decision, DecisionReport, TruePositions, means
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import SearchCancelled, Worlds, candidates_of
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, same_choice

MORE, MORE_OF_MANY = 24, 12
"""The number of further positions if the given answer looks like a mistake; the second in a long match."""


DOUBT, DOUBT_OF_MANY = 0.02, 0.05
"""The loss in win chance from which an answer looks like a mistake at first; the second in a long match."""

ASK_EACH = 6
"""The number of further positions between two checks whether the result is clear."""


CONTENDERS = 2
"""The number of better answers among those tried in further positions."""

FAR_BEHIND = 0.04
"""The certain loss in win chance beyond which an answer is dropped after half of the first positions."""

ONE_ALONE = 0.06
"""The standard error assumed for a single position, which has none, in win chance.

It is about the difference of two answers between positions.
"""


FEWEST = 2
"""The minimum number of positions for a comparison: one half selects the best answer, the other half measures it."""

ALIKE = 0.004
"""The minimum difference in win chance between two answers, in the first positions, for a decision to matter."""

MISTAKE = 0.02
"""The largest loss that isn't a mistake, in win chance."""

CLEAR = 2.0
"""The number of standard errors from which a mistake is clear."""

SURE = 5.0
"""The number of standard errors above `MISTAKE` at which no more positions are needed."""

PLAYED_OUT, AHEAD = 6, 2
"""The maximum number of positions in which a mistake is played out to the end; a lead of this many wins is enough."""

AFRESH = 1_000
"""The number of the first position for play-outs. Earlier ones were used before."""

THE_END = "the end"
"""Stands for a feature if the better answer ends the match, or prevents its end."""

Features = Sequence[float] | None
"""The features of the position after an answer; None if the match has ended there."""


def judge(
    thinking: Thinking,
    decision: Decision,
    seed: str = "looking back",
    *,
    is_wanted: Callable[[], bool] = lambda: True,
) -> DecisionReport | None:
    """Return the report on a decision, or None if there was only one choice. Deterministic for the same arguments.

    `is_wanted` is called between rollouts. Raises SearchCancelled as soon as it returns false, and any exception of a
    rollout.
    """
    seat = decision.seat
    worlds = Worlds(thinking, decision.knowledge, seat, f"{seed}, answer {decision.number}", is_wanted)
    if decision.so_far is not None:
        return _played_out(worlds, decision.so_far, is_wanted)
    world = worlds.world(0)
    question, first_choice = world.position.questions[seat].english, worlds.first_choice(world)
    choices = candidates_of(thinking, question, thinking.view_of(world, seat), first_choice)
    others = [choice for choice in choices if not same_choice(question, choice, decision.choice)]
    if not others:
        return None
    if decision.round <= thinking.even_through:
        even = (1 / world.seat_count,) * world.seat_count
        return DecisionReport(
            decision.number, seat, decision.round, decision.choice, even[seat], even, is_even=True,
            chances=even if len(even) > 2 else (),
        )  # fmt: skip
    tries = _AnswerTrials(worlds, [decision.choice, *others], decision, is_wanted)
    tries.judge()
    onlooker = TruePositions(thinking, decision, worlds.seed)
    open_chances = onlooker.chances(is_wanted)
    better = tries.better()
    return DecisionReport(
        decision.number, seat, decision.round, decision.choice, tries.answer.chance(), open_chances, tries.loss,
        tries.error, tries.stake, None if better is None else better.choice,
        "" if better is None else reason(thinking, _gaps(better, tries.answer), better.features, tries.answer.features),
        answers=worlds.answers + onlooker.answers,
        chances=means(tries.answer.of_all),
    )  # fmt: skip


def _played_out(worlds: Worlds, report: DecisionReport, is_wanted: Callable[[], bool]) -> DecisionReport:
    """Return the report on a clear mistake after playing both answers to the end of the match."""
    assert report.better is not None
    ahead = 0.0
    for number in range(PLAYED_OUT):
        results: list[float] = []
        for choice in (report.better, report.given):
            if not is_wanted():
                raise SearchCancelled
            results.append(worlds.play_out(AFRESH + number, choice))
        ahead += results[0] - results[1]
        if ahead >= AHEAD or (ahead <= 0 and number + 1 >= PLAYED_OUT // 2):
            break
    return msgspec.structs.replace(report, is_borne_out=ahead > 0, answers=report.answers + worlds.answers)


class _AnswerTrial:
    """An answer and its results in each position: the win chance and the features."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.chances: list[float] = []
        self.of_all: list[tuple[float, ...]] = []
        """The win chances of every seat, with more than two seats."""
        self.features: list[Features] = []

    def chance(self, numbers: Sequence[int] | None = None) -> float:
        """Return the mean win chance in these positions, or in all."""
        return fmean(self.chances if numbers is None else [self.chances[number] for number in numbers])


class _AnswerTrials:
    """The trials of the answers to a question, the given one first, and their evaluation."""

    def __init__(
        self, worlds: Worlds, choices: Sequence[Choice], decision: Decision, is_wanted: Callable[[], bool]
    ) -> None:
        self.worlds = worlds
        self.few = decision.few
        self.most = decision.most
        self.more, self.doubt = (MORE_OF_MANY, DOUBT_OF_MANY) if decision.is_of_many else (MORE, DOUBT)
        self.tried = [_AnswerTrial(choice) for choice in choices]
        self.answer = self.tried[0]
        self.is_wanted = is_wanted
        self.tried_count = 0
        self.loss = self.error = self.stake = 0.0
        self.looks_like_one = False

    def judge(self) -> None:
        """Try all answers in a few positions, and the leading ones in more if the given one looks like a mistake."""
        remaining = self.tried
        while self.tried_count < self.few and (self.tried_count < FEWEST or self.worlds.answers < self.most):
            self._try(remaining)
            if self.tried_count == self.few // 2:
                if self._is_irrelevant():
                    break
                remaining = self._within_reach(remaining, FAR_BEHIND)
        few = range(self.tried_count)
        random_loss = fmean(fmean(_gaps(trial, self.answer)) for trial in self.tried)
        if self.tried_count < FEWEST:
            self.stake = max(0.0, -random_loss)
            return
        best = max(remaining, key=lambda trial: trial.chance())
        self.looks_like_one = best.chance() - self.answer.chance() > self.doubt
        fresh = range(len(few), len(few))
        if self.looks_like_one:
            remaining = self._within_reach(remaining, 0.0)[: 1 + CONTENDERS]
            while self.tried_count < self.few + self.more and self.worlds.answers < self.most:
                self._try(remaining)
                fresh = range(len(few), self.tried_count)
                if (
                    len(fresh) % ASK_EACH == 0
                    and len(fresh) > ASK_EACH
                    and _is_settled(*_loss(remaining, fresh, few))
                ):
                    break
        # The positions in which it looked like a mistake are biased against it: measure its loss in fresh ones.
        self.loss, self.error = (
            _loss(remaining, fresh, few) if len(fresh) >= FEWEST else _loss(remaining, few, ())
        )
        self.stake = self.loss - random_loss

    def better(self) -> _AnswerTrial | None:
        """Return the best answer if the given one is a clear mistake."""
        if not self.looks_like_one or self.loss <= MISTAKE or self.loss <= CLEAR * self.error:
            return None
        return max(self.tried[1:], key=lambda trial: (len(trial.chances), trial.chance()))

    def _try(self, which: Sequence[_AnswerTrial]) -> None:
        thinking, seat = self.worlds.thinking, self.worlds.seat
        for trial in which:
            if not self.is_wanted():
                raise SearchCancelled
            end = self.worlds.play_on(self.tried_count, trial.choice)
            if end.seat_count == 2:
                trial.chances.append(thinking.chance(end, seat))
            else:
                trial.of_all.append(thinking.chances(end))
                trial.chances.append(trial.of_all[-1][seat])
            trial.features.append(features_of(thinking, end, seat))
        self.tried_count += 1

    def _is_irrelevant(self) -> bool:
        return all(
            max(trial.chances[number] for trial in self.tried) - min(trial.chances[number] for trial in self.tried) < ALIKE
            for number in range(self.tried_count)
        )  # fmt: skip

    def _within_reach(self, tried: Sequence[_AnswerTrial], margin: float) -> list[_AnswerTrial]:
        """Return the given answer, the best other one, and those not clearly further behind it than the margin."""
        best, *others = sorted(tried[1:], key=lambda trial: trial.chance(), reverse=True)
        in_reach: list[_AnswerTrial] = []
        for trial in others:
            mean, error = _mean(_gaps(best, trial))
            if mean - CLEAR * error <= margin:
                in_reach.append(trial)
        return [self.answer, best, *in_reach]


def _is_settled(loss: float, error: float) -> bool:
    """Return whether more positions would hardly change the result, or it is certainly a mistake.

    The check is repeated, so a clear result isn't yet a certain one.
    """
    return loss < error or loss + CLEAR * error < MISTAKE or loss - SURE * error > MISTAKE


def _loss(
    tried: Sequence[_AnswerTrial], numbers: Sequence[int], further: Sequence[int]
) -> tuple[float, float]:
    """Return the lead of the best answer over the first one, and the standard error, both from these positions.

    The best is selected in one half of the positions (and in `further`) and measured in the other, and the other way
    round. Selected and measured in the same positions, a lucky answer would look better than it is.
    """
    given, gaps = tried[0], list[float]()
    for chosen, weighed in ((numbers[::2], numbers[1::2]), (numbers[1::2], numbers[::2])):
        numbers_to_choose = [*further, *chosen]
        best = max(tried, key=lambda trial: trial.chance(numbers_to_choose))
        gaps += [best.chances[number] - given.chances[number] for number in weighed]
    return _mean(gaps)


def _mean(gaps: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    mean = fmean(gaps)
    if len(gaps) == 1:
        return mean, ONE_ALONE
    return mean, sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))


def features_of(thinking: Thinking, machine: AnyMachine, seat: int) -> Features:
    """Return the features of a position, or None if the match has ended in it, at least for the seat."""
    position = machine.position
    if position.outcome is not None or position.is_out(seat):
        return None
    return tuple(thinking.features(machine, seat))


def reason(
    thinking: Thinking, gaps: Sequence[float], better: Sequence[Features], worse: Sequence[Features]
) -> str:
    """Return the key of the feature that causes most of the difference between two answers, or THE_END.

    `gaps` is the lead of the better answer in each position. `better` and `worse` are the features the two lead to.
    If one was tried more often, only the common positions count.
    """
    ended = unfinished = 0.0
    sums = [0.0] * len(thinking.formula.features)
    for ahead, better_features, worse_features in zip(gaps, better, worse, strict=False):
        if better_features is None or worse_features is None:
            ended += ahead
            continue
        unfinished += ahead
        sums = [total + a - b for total, a, b in zip(sums, better_features, worse_features, strict=True)]
    if ended > unfinished:
        return THE_END
    return thinking.foremost(sums)


def _gaps(one: _AnswerTrial, other: _AnswerTrial) -> list[float]:
    return [a - b for a, b in zip(one.chances, other.chances, strict=False)]
