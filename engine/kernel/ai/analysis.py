"""Judging a decision of a match that is over: what else could have been answered, and what that would have been worth.

It is judged by what the seat knew then, not by what turned out: every answer is tried in the same positions drawn from
that knowledge, as a computer player tries them. Beside it stands what an onlooker who saw all cards would have said, for
the story of the match only.

A decision is judged by itself: `judge` is a function of its arguments alone, all of which can be sent to another process.
How long that takes is counted in simulated answers, never in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import sqrt
from statistics import fmean

import msgspec

from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.search import Unwanted, Worlds, candidates_of
from engine.kernel.chance import Chance
from engine.kernel.machine import AnyMachine
from engine.kernel.match import Match, MatchRecord, is_forced
from engine.kernel.question import Choice, same_choice

MOST_FEW, LEAST_FEW = 6, 2
"""The number of positions in which every answer to every decision is tried; fewer, the more decisions a match has."""

POSITIONS = 600
"""So many positions are shared out among all decisions of a match for that."""

MORE, MORE_OF_MANY = 24, 12
"""The number of further positions for the answers that count, where the given one looks like a mistake; less in a long match."""

MANY = 150
"""The number of decisions from which a match is long."""

DOUBT, DOUBT_OF_MANY = 0.02, 0.05
"""An answer looks like a mistake if it falls further behind in the first positions, in chance to win."""

ASK_EACH = 6
"""The number of those positions after which it is checked whether the matter is settled."""

OPEN = 4
"""So often a match is played on with all cards open, each time with other dice; in a long match less often."""

CONTENDERS = 2
"""So many of the better answers are among those that are tried in more."""

FAR_BEHIND = 0.04
"""Half of the few positions are enough for an answer that is surely so far behind the best one, in chance to win."""

ONE_ALONE = 0.06
"""One position alone has no standard error; it is taken to be this, about what two answers differ by from one position to
the next, in chance to win."""

MOST_ANSWERS = 1_500
"""The maximum number of simulated answers for a decision: then it is judged by the positions so far."""

ANSWERS_OF_A_MATCH = 26_000
"""The approximate number of simulations for all decisions of a match, though each is tried in FEWEST positions at least;
mistakes are also played out."""

SHARES = 3
"""So many times its share of what is left of that a decision may take: many take next to nothing."""

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
"""The number of the first of those positions: none of them has been looked at before."""

THE_END = "the end"
"""Stands for a feature where the better answer ends the match, or keeps it from ending."""

Features = Sequence[float] | None
"""The features of the position that an answer leads to; None where the match has ended there."""


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
    """Return how many answers may be simulated for a decision, by those already used and the number of decisions left."""
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
    """Whether it is so early that nothing can be said: every seat's chance stands at even, and nothing is judged."""
    answers: int = 0
    """The number of simulated answers."""
    is_borne_out: bool | None = None
    """Whether playing on to the end of the match bears out a clear mistake; None: that was not tried."""
    chances: tuple[float, ...] = ()
    """Of every seat, by what this one knew then; none where two play, as the other one has the rest."""

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
        if by_hand and answer.seat in seats and answer.seat in match.asked and not is_forced(match, answer):
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


def judge(
    thinking: Thinking,
    decision: Decision,
    seed: str = "looking back",
    *,
    is_wanted: Callable[[], bool] = lambda: True,
) -> DecisionReport | None:
    """Return what is to be said of a decision, the same for the same arguments; None if there was nothing to choose from.

    `is_wanted` is asked between rollouts. Raises Unwanted as soon as it says no, and what a rollout raises.
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
    onlooker = _Onlooker(thinking, decision, worlds.seed)
    open_chances = onlooker.chances(is_wanted)
    better = tries.better()
    return DecisionReport(
        decision.number, seat, decision.round, decision.choice, tries.given.chance(), open_chances, tries.loss,
        tries.error, tries.stake, None if better is None else better.choice,
        "" if better is None else reason(thinking, _gaps(better, tries.given), better.features, tries.given.features),
        answers=worlds.answers + onlooker.answers,
        chances=means(tries.given.of_all),
    )  # fmt: skip


def _played_out(worlds: Worlds, report: DecisionReport, is_wanted: Callable[[], bool]) -> DecisionReport:
    """Return what is said of a clear mistake once both answers have been played on to the end of the match.

    The formula may see a difference where the match is long decided; the end of a match is beyond doubt.
    """
    assert report.better is not None
    ahead = 0.0
    for number in range(PLAYED_OUT):
        results: list[float] = []
        for choice in (report.better, report.given):
            if not is_wanted():
                raise Unwanted
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
        self.given = self.tried[0]
        self.is_wanted = is_wanted
        self.done = 0
        self.loss = self.error = self.stake = 0.0
        self.looks_like_one = False

    def judge(self) -> None:
        """Try all answers in a few positions, and those that count in more of them where the given one looks like a mistake."""
        left = self.tried
        while self.done < self.few and (self.done < FEWEST or self.worlds.answers < self.most):
            self._try(left)
            if self.done == self.few // 2:
                if self._matters_not():
                    break
                left = self._within_reach(left, FAR_BEHIND)
        few = range(self.done)
        by_lot = fmean(fmean(_gaps(one, self.given)) for one in self.tried)
        if self.done < FEWEST:
            self.stake = max(0.0, -by_lot)
            return
        best = max(left, key=lambda one: one.chance())
        self.looks_like_one = best.chance() - self.given.chance() > self.doubt
        fresh = range(len(few), len(few))
        if self.looks_like_one:
            left = self._within_reach(left, 0.0)[: 1 + CONTENDERS]
            while self.done < self.few + self.more and self.worlds.answers < self.most:
                self._try(left)
                fresh = range(len(few), self.done)
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
                raise Unwanted
            there = self.worlds.play_on(self.done, one.choice)
            if there.seat_count == 2:
                one.chances.append(thinking.chance(there, seat))
            else:
                one.of_all.append(thinking.chances(there))
                one.chances.append(one.of_all[-1][seat])
            one.features.append(features_of(thinking, there, seat))
        self.done += 1

    def _matters_not(self) -> bool:
        return all(
            max(one.chances[number] for one in self.tried) - min(one.chances[number] for one in self.tried) < ALIKE
            for number in range(self.done)
        )  # fmt: skip

    def _within_reach(self, tried: Sequence[_Try], margin: float) -> list[_Try]:
        """Return the given answer, then the best of the others, and those not clearly further behind it than the margin."""
        best, *others = sorted(tried[1:], key=lambda one: one.chance(), reverse=True)
        near: list[_Try] = []
        for one in others:
            mean, error = _mean(_gaps(best, one))
            if mean - CLEAR * error <= margin:
                near.append(one)
        return [self.given, best, *near]


def _is_settled(loss: float, error: float) -> bool:
    """Whether more positions would hardly make it clear, or it is surely a mistake.

    It is asked repeatedly, so that being clear is not yet being sure.
    """
    return loss < error or loss + CLEAR * error < MISTAKE or loss - SURE * error > MISTAKE


def _loss(tried: Sequence[_Try], numbers: Sequence[int], besides: Sequence[int]) -> tuple[float, float]:
    """Return how much better the best answer is than the first one, and the standard error, both from these positions.

    The best is chosen in one half of the positions (and in those `besides`) and weighed in the other, each half in turn:
    chosen and weighed in the same ones, whichever had luck would look better than it is.
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
    """Return the key of what most of the difference between two answers comes from: a feature, or THE_END.

    `gaps` is by how much one is better in each position, the others are the features that the two lead to there; one
    that was tried more often than the other counts as far as both were.
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


class _Onlooker(Worlds):
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
                raise Unwanted
            found.append(self.thinking.chances(self.play_on(number, self.decision.choice)))
        return means(found)


def means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean of each column; none of empty rows."""
    return tuple(fmean(column) for column in zip(*rows, strict=True))
