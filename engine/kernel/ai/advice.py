"""Advice on a question: the best answer, the second best, and the certain differences between their results.

A search selects the answers worth comparing. The best of them are then played on in more positions, with the same
randomness, until one is clearly ahead or the difference hardly matters. Differences that can be counted on the table
become the reasons of the advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import fmean

import msgspec

from cards.i18n import Message
from engine.kernel.ai.counts import EXPERIENCE, LOSS, OFTEN, OUT, WIN, Difference
from engine.kernel.ai.game_search import Thinking
from engine.kernel.ai.levels import HARD
from engine.kernel.ai.search import AnswerTrial, SearchCancelled, Worlds, lead, think
from engine.kernel.machine import AnyMachine
from engine.kernel.question import Choice

CONTENDERS = 3
"""The maximum number of compared answers."""
MORE, MOST = 24, 72
"""The first number of positions in which all contenders are played on; the maximum number for the best two.

After every `MORE` positions, the comparison ends if one answer is clearly ahead for a countable reason.
"""
FEWEST = 8
"""The minimum number of positions for a comparison."""
ANSWERS = 4_000
"""The maximum number of simulated answers in a comparison: two to four seconds of processor time."""
POINTS = 0.01
"""Answers are equally good if their values differ by less than this (0..1)."""
SURELY = 2.0
"""The number of standard errors by which two values surely differ."""
STEADY = 10.0
"""The minimum ratio of a lead to its standard deviation if an answer is ahead by about the same in every position."""
LITTLE, LEAST = 0.25, 0.05
"""The minimum mean difference of a count that is mentioned; the smaller if an answer has no other reason."""
REASONS = 2
"""The maximum number of reasons for an answer."""

_OVER = "over"
"""Represents a count if the match is over for the answering seat."""

Counted = Mapping[tuple[str, int], float]
"""The counts of a position, by the key of the count and the seat."""


class Advice(msgspec.Struct, frozen=True):
    """A recommended answer. `other` is the next best answer, or None if nothing else was worth trying.

    `is_better`: the best answer is certainly better than the other; otherwise both are fine. `lead` and `error` are
    the difference of their values (0..1) and its standard error. `speaks` are the reasons for the best answer,
    largest first, and `speaks_for_other` those for the other.
    """

    choice: Choice
    other: Choice | None = None
    is_better: bool = False
    lead: float = 0.0
    error: float = 0.0
    speaks: tuple[Difference, ...] = ()
    speaks_for_other: tuple[Difference, ...] = ()
    by_then: Message | None = None
    """The time up to which both were played on, in words; None without another answer."""
    positions: int = 0
    """The number of positions in which the two were compared."""
    answers: int = 0
    """The number of simulated answers."""


class _Contender:
    """An answer in the comparison: its value and its counts in each position."""

    def __init__(self, choice: Choice) -> None:
        self.tried = AnswerTrial(choice, [])
        self.counted: list[Counted] = []


def advise(
    thinking: Thinking,
    knowledge: bytes,
    seat: int,
    seed: str,
    *,
    is_wanted: Callable[[], bool] = lambda: True,
    is_enough: Callable[[], bool] = lambda: False,
) -> Advice:
    """Return advice on a seat's question. Deterministic for the same arguments while `is_enough` returns false.

    `knowledge` is the knowledge of this seat alone. `is_enough` is called between rollouts of the comparison, and
    ends it. Raises SearchCancelled as soon as `is_wanted` returns false, and the exceptions of `think`.
    """
    level = thinking.levels[HARD.key]
    thought = think(thinking, knowledge, seat, level, seed, is_wanted=is_wanted)
    best = sorted((trial for trial in thought.tried if trial.chances), key=_rank, reverse=True)[:CONTENDERS]
    if len(best) <= 1:
        return Advice(thought.choice, answers=thought.answers)
    worlds = Worlds(thinking, knowledge, seat, f"{seed}, compared", is_wanted)
    # A difference within the formula's error does not make one answer better.
    points = max(POINTS, level.trust)
    left = _compare(worlds, [_Contender(trial.choice) for trial in best], points, is_enough)
    first, second = left[0], left[1]
    ahead, error = lead(first.tried, second.tried)
    is_better = ahead >= points and ahead > SURELY * error
    if level.trust and not is_better and second.tried.choice == thought.tried[0].choice:
        first, second, ahead = second, first, -ahead
    speaks = differences(thinking, first.counted, second.counted, seat)
    if is_better and not speaks:
        speaks = differences(thinking, first.counted, second.counted, seat, LEAST)
    if is_better and not speaks and _is_steady(ahead, error, len(second.counted)):
        # The formula has learned this from many matches, such as the value of notions in a draft.
        speaks = (Difference(EXPERIENCE, seat, ahead),)
    return Advice(
        first.tried.choice,
        second.tried.choice,
        is_better,
        ahead,
        error,
        speaks,
        differences(thinking, second.counted, first.counted, seat),
        thinking.by_then(worlds.world(0)),
        len(second.counted),
        thought.answers + worlds.answers,
    )


def _compare(
    worlds: Worlds, contenders: list[_Contender], points: float, is_enough: Callable[[], bool]
) -> list[_Contender]:
    """Return the contenders of the final comparison, best first.

    It ends when the lead is clear and has a reason that can be shown, or is too small to matter, and at the latest when
    the budget is used up.
    """
    for number in range(MOST):
        if number >= FEWEST and (worlds.answers >= ANSWERS or is_enough()):
            break
        if number and number % MORE == 0:
            contenders = _ranked(contenders)[:2]
            ahead, error = lead(contenders[0].tried, contenders[1].tried)
            is_ahead = ahead > SURELY * error
            if ahead + SURELY * error < points or (
                is_ahead and (_is_steady(ahead, error, number) or _has_reason(worlds, *contenders))
            ):
                break
        for contender in contenders:
            if not worlds.is_wanted():
                raise SearchCancelled
            end = worlds.play_on(number, contender.tried.choice)
            contender.tried.chances.append(worlds.thinking.value(end, worlds.seat))
            contender.counted.append(counted(worlds.thinking, end, worlds.seat))
    return _ranked(contenders)


def _is_steady(ahead: float, error: float, positions: int) -> bool:
    """Return whether an answer is ahead by about the same in every position, whatever happens in it."""
    return ahead > STEADY * error * sqrt(positions)


def _has_reason(worlds: Worlds, first: _Contender, second: _Contender) -> bool:
    """Return whether something countable favours the first of two answers in the positions so far.

    Without a reason the comparison continues, because small differences become certain with more positions.
    """
    return bool(differences(worlds.thinking, first.counted, second.counted, worlds.seat, LEAST))


def _ranked(contenders: Sequence[_Contender]) -> list[_Contender]:
    return sorted(contenders, key=lambda contender: -contender.tried.chance)


def counted(thinking: Thinking, machine: AnyMachine, seat: int) -> Counted:
    """Return the counts of a position for each seat, and whether the match is won, lost or over for it."""
    position = machine.position
    counts = {
        (count.key, each_seat): 0.0 if position.is_out(each_seat) else float(count.of(machine, each_seat))
        for count in thinking.counts
        for each_seat in range(machine.seat_count)
    }
    outcome = position.outcome
    has_won = outcome is not None and outcome.winners == (seat,)
    has_lost = position.is_out(seat) or (outcome is not None and seat not in outcome.winners != ())
    is_over = outcome is not None or position.is_out(seat)
    return {
        **counts,
        **{(OUT, each_seat): float(position.is_out(each_seat)) for each_seat in range(machine.seat_count)},
        (WIN, seat): float(has_won),
        (LOSS, seat): float(has_lost),
        (_OVER, seat): float(is_over),
    }


def differences(
    thinking: Thinking,
    first_counts: Sequence[Counted],
    second_counts: Sequence[Counted],
    seat: int,
    least: float = LITTLE,
) -> tuple[Difference, ...]:
    """Return the certain advantages of one answer over another for a seat, from counts in the same positions.

    A match won or saved comes first, then counts in matches that continue. An occasional difference is a reason if it
    is the first.
    """
    pairs = [*zip(first_counts, second_counts, strict=False)]
    ends = [
        Difference(WIN, seat, _surely([a[WIN, seat] - b[WIN, seat] for a, b in pairs])),
        Difference(LOSS, seat, _surely([b[LOSS, seat] - a[LOSS, seat] for a, b in pairs])),
    ]
    reasons = [
        first_counts
        for first_counts in sorted(ends, key=lambda first_counts: -first_counts.size)
        if first_counts.size
    ][:1]
    # Counts after the end of a match have decided nothing.
    going_on = [(a, b) for a, b in pairs if not (a[_OVER, seat] or b[_OVER, seat])]
    for each_seat in sorted({of for key, of in pairs[0][0] if key == OUT and of != seat}):
        if size := _surely([a[OUT, each_seat] - b[OUT, each_seat] for a, b in going_on]):
            reasons.append(Difference(OUT, each_seat, size))
    candidates: list[tuple[float, Difference]] = []
    for count in thinking.counts:
        for each_seat in sorted({of for key, of in pairs[0][0] if key == count.key}):
            gain = 1 if count.is_good == (each_seat == seat) else -1
            key = count.key, each_seat
            # Who is out has nothing left.
            both_in = [
                (a, b) for a, b in going_on if not (a.get((OUT, each_seat)) or b.get((OUT, each_seat)))
            ]
            size = _surely([gain * (a[key] - b[key]) for a, b in both_in])
            if size >= least:
                candidates.append((size / count.unit, Difference(count.key, each_seat, size)))
    whole = {count.key: count.part_of or count.key for count in thinking.counts}
    for _, each_seat in sorted(candidates, key=lambda first_counts: -first_counts[0]):
        is_new = all(
            whole[each_seat.key] != whole.get(first_counts.key) or each_seat.seat != first_counts.seat
            for first_counts in reasons
        )
        if is_new and (not reasons or each_seat.size >= OFTEN):
            reasons.append(each_seat)
    return tuple(reasons[:REASONS])


def _surely(gaps: Sequence[float]) -> float:
    """Return the mean of gaps where it is surely above 0, else 0."""
    if len(gaps) < FEWEST:
        return 0.0
    mean = fmean(gaps)
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
    return mean if mean > SURELY * error else 0.0


def _rank(trial: AnswerTrial) -> tuple[int, float]:
    """Return an answer's rank: those dropped early come last, whatever their few positions say."""
    return len(trial.chances), trial.chance
