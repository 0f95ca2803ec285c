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

from engine.kernel.ai.decisions import Decision, DecisionReport, Onlooker, means
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import SearchCancelled, Worlds, candidates_of
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice, same_choice

MORE, MORE_OF_MANY = 24, 12
"""The number of further positions for the answers that count, where the given one looks like a mistake; less in a long match."""


DOUBT, DOUBT_OF_MANY = 0.02, 0.05
"""An answer looks like a mistake if it falls further behind in the first positions, in chance to win."""

ASK_EACH = 6
"""The number of those positions after which it is checked whether the matter is settled."""


CONTENDERS = 2
"""So many of the better answers are among those that are tried in more."""

FAR_BEHIND = 0.04
"""Half of the few positions are enough for an answer that is surely so far behind the best one, in chance to win."""

ONE_ALONE = 0.06
"""The standard error assumed for a single position, which has none: about the difference of two answers between
positions, in win chance.
"""


FEWEST = 2
"""In fewer positions nothing is weighed: the best answer is chosen in one half of them, and weighed in the other."""

ALIKE = 0.004
"""The difference in win chance, between any two answers, that a decision must reach in half of the first positions to matter."""

MISTAKE = 0.02
"""The largest loss that isn't a mistake, in chance to win."""

CLEAR = 2.0
"""The number of standard errors from which a mistake is clear."""

SURE = 5.0
"""Standard errors beyond that at which no more positions are needed; with few of them the error itself is unsure."""

PLAYED_OUT, AHEAD = 6, 2
"""The maximum number of positions in which a mistake is played out to the end; a lead of this many wins is enough."""

AFRESH = 1_000
"""The number of the first such position. None of them has been used before."""

THE_END = "the end"
"""Stands for a feature where the better answer ends the match, or keeps it from ending."""

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
    question, first = world.position.questions[seat].english, worlds.first_choice(world)
    choices = candidates_of(thinking, question, thinking.look(world, seat), first)
    others = [choice for choice in choices if not same_choice(question, choice, decision.choice)]
    if not others:
        return None
    if decision.round <= thinking.even_through:
        even = (1 / world.seat_count,) * world.seat_count
        return DecisionReport(
            decision.number, seat, decision.round, decision.choice, even[seat], even, is_even=True,
            chances=even if len(even) > 2 else (),
        )  # fmt: skip
    tries = _Tries(worlds, [decision.choice, *others], decision, is_wanted)
    tries.judge()
    onlooker = Onlooker(thinking, decision, worlds.seed)
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
    """Return the report on a clear mistake, after both answers were played out to the end of the match."""
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


class _Try:
    """An answer, and its result in each position in which it was tried: the chance to win, and the features."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.chances: list[float] = []
        self.of_all: list[tuple[float, ...]] = []
        """The chances of every seat, where more than two play."""
        self.features: list[Features] = []

    def chance(self, numbers: Sequence[int] | None = None) -> float:
        """The mean chance to win, in these positions or in all."""
        return fmean(self.chances if numbers is None else [self.chances[number] for number in numbers])


class _Tries:
    """The answers to a question tried, the given one first, and what that says about it."""

    def __init__(
        self, worlds: Worlds, choices: Sequence[Choice], decision: Decision, is_wanted: Callable[[], bool]
    ) -> None:
        self.worlds = worlds
        self.few = decision.few
        self.most = decision.most
        self.more, self.doubt = (MORE_OF_MANY, DOUBT_OF_MANY) if decision.is_of_many else (MORE, DOUBT)
        self.tried = [_Try(choice) for choice in choices]
        self.answer = self.tried[0]
        self.is_wanted = is_wanted
        self.tried_count = 0
        self.loss = self.error = self.stake = 0.0
        self.looks_like_one = False

    def judge(self) -> None:
        """Try all answers in a few positions, and those that count in more of them where the given one looks like a mistake."""
        left = self.tried
        while self.tried_count < self.few and (self.tried_count < FEWEST or self.worlds.answers < self.most):
            self._try(left)
            if self.tried_count == self.few // 2:
                if self._matters_not():
                    break
                left = self._within_reach(left, FAR_BEHIND)
        few = range(self.tried_count)
        by_lot = fmean(fmean(_gaps(one, self.answer)) for one in self.tried)
        if self.tried_count < FEWEST:
            self.stake = max(0.0, -by_lot)
            return
        best = max(left, key=lambda one: one.chance())
        self.looks_like_one = best.chance() - self.answer.chance() > self.doubt
        fresh = range(len(few), len(few))
        if self.looks_like_one:
            left = self._within_reach(left, 0.0)[: 1 + CONTENDERS]
            while self.tried_count < self.few + self.more and self.worlds.answers < self.most:
                self._try(left)
                fresh = range(len(few), self.tried_count)
                if (
                    len(fresh) % ASK_EACH == 0
                    and len(fresh) > ASK_EACH
                    and _is_settled(*_loss(left, fresh, few))
                ):
                    break
        # What made it look like a mistake must not be counted against it twice: it is weighed in the fresh positions.
        self.loss, self.error = _loss(left, fresh, few) if len(fresh) >= FEWEST else _loss(left, few, ())
        self.stake = self.loss - by_lot

    def better(self) -> _Try | None:
        """Return the best answer if the given one is a clear mistake."""
        if not self.looks_like_one or self.loss <= MISTAKE or self.loss <= CLEAR * self.error:
            return None
        return max(self.tried[1:], key=lambda one: (len(one.chances), one.chance()))

    def _try(self, which: Sequence[_Try]) -> None:
        thinking, seat = self.worlds.thinking, self.worlds.seat
        for one in which:
            if not self.is_wanted():
                raise SearchCancelled
            there = self.worlds.play_on(self.tried_count, one.choice)
            if there.seat_count == 2:
                one.chances.append(thinking.chance(there, seat))
            else:
                one.of_all.append(thinking.chances(there))
                one.chances.append(one.of_all[-1][seat])
            one.features.append(features_of(thinking, there, seat))
        self.tried_count += 1

    def _matters_not(self) -> bool:
        return all(
            max(one.chances[number] for one in self.tried) - min(one.chances[number] for one in self.tried) < ALIKE
            for number in range(self.tried_count)
        )  # fmt: skip

    def _within_reach(self, tried: Sequence[_Try], margin: float) -> list[_Try]:
        """Return the given answer, then the best of the others, and those not clearly further behind it than the margin."""
        best, *others = sorted(tried[1:], key=lambda one: one.chance(), reverse=True)
        near: list[_Try] = []
        for one in others:
            mean, error = _mean(_gaps(best, one))
            if mean - CLEAR * error <= margin:
                near.append(one)
        return [self.answer, best, *near]


def _is_settled(loss: float, error: float) -> bool:
    """Return whether more positions would hardly make it clear, or it is surely a mistake.

    It is asked repeatedly, so that being clear is not yet being sure.
    """
    return loss < error or loss + CLEAR * error < MISTAKE or loss - SURE * error > MISTAKE


def _loss(tried: Sequence[_Try], numbers: Sequence[int], besides: Sequence[int]) -> tuple[float, float]:
    """Return the lead of the best answer over the first one, and the standard error, both from these positions.

    The best is chosen in one half of the positions (and in those of `besides`) and measured in the other, then the
    other way round: chosen and measured in the same ones, a lucky answer would look better than it is.
    """
    given, gaps = tried[0], list[float]()
    for chosen, weighed in ((numbers[::2], numbers[1::2]), (numbers[1::2], numbers[::2])):
        by = [*besides, *chosen]
        best = max(tried, key=lambda one: one.chance(by))
        gaps += [best.chances[number] - given.chances[number] for number in weighed]
    return _mean(gaps)


def _mean(gaps: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    mean = fmean(gaps)
    if len(gaps) == 1:
        return mean, ONE_ALONE
    return mean, sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))


def features_of(thinking: Thinking, machine: AnyMachine, seat: int) -> Features:
    """Return the features of a position, None if the match has ended in it, for the seat at least."""
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
    ended = going_on = 0.0
    sums = [0.0] * len(thinking.formula.features)
    for ahead, one, other in zip(gaps, better, worse, strict=False):
        if one is None or other is None:
            ended += ahead
            continue
        going_on += ahead
        sums = [total + a - b for total, a, b in zip(sums, one, other, strict=True)]
    if ended > going_on:
        return THE_END
    return thinking.foremost(sums)


def _gaps(one: _Try, other: _Try) -> list[float]:
    return [a - b for a, b in zip(one.chances, other.chances, strict=False)]
